//go:build !js

package sqlite

// The driver does not support js. This package is compiled for js but never used there.
import _ "modernc.org/sqlite"
