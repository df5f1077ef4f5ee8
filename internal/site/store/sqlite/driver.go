//go:build !js

package sqlite

// The driver does not support js, where this package is compiled but never used.
import _ "modernc.org/sqlite"
