//go:build !js

package docs

import "embed"

// All is the documentation of the repository, NAME.md each.
//
//go:embed *.md
var All embed.FS
