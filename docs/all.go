//go:build !js

package docs

import "embed"

// All holds the documentation: the pages, NAME.md each, and the decision records.
//
//go:embed *.md decisions/*.md
var All embed.FS
