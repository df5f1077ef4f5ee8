// Package version contains Tain's version number. The number comes from the embedded file VERSION, which
// scripts/release also reads.
package version

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var text string

// Number returns the semantic version, such as 0.1.0.
func Number() string { return strings.TrimSpace(text) }
