//go:build !js

package alice

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
