// Package version contains Tain's version number. The number comes from the embedded file VERSION, which
// scripts/release also reads.
package version

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var text string

// HowToComplete says, after a semicolon, how to get a program with all parts.
const HowToComplete = "to get everything, install a package from https://github.com/tainchess/tain/releases, or run make web build in the source code (needs Node 20)"

// Number returns the semantic version, such as 0.1.0.
func Number() string { return strings.TrimSpace(text) }
