//go:build !js

package triboard

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
