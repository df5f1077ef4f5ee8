// Package long reports whether tests run under make test-long, which spends hours on comparisons that
// make test only samples.
package long

import "os"

// Enabled reports whether tests run at full length.
func Enabled() bool { return os.Getenv("TAIN_LONG") != "" }
