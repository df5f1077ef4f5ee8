//go:build !js

package sqlite

// The driver has no port to the browser, where this package is only listed and
// never used.
import _ "modernc.org/sqlite"
