// Package long tells tests whether they run in make test-long, which has hours for comparisons that make test samples.
package long

import "os"

// Enabled reports whether tests run at full length.
func Enabled() bool { return os.Getenv("TAIN_LONG") != "" }
