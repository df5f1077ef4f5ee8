//go:build !js

package chess

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
