// Package version tells which version of Tain this is. The number stands in one
// place, the file VERSION beside this one: the program has it in itself however
// it was built, and `make release` names its files after it.
package version

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var text string

// Number returns the version as Semantic Versioning writes it: 0.1.0.
func Number() string { return strings.TrimSpace(text) }
