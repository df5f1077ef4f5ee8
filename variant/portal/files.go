//go:build !js

package portal

import "embed"

//go:embed *.txt *.json *.perft *.md *.toml
var files embed.FS
