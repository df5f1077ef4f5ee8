//go:build !js

package sqlite

// The driver does not support js, for which this package is compiled but never used.
import _ "modernc.org/sqlite"
