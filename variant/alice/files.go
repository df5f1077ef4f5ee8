//go:build !js

package alice

import "embed"

//go:embed *.txt *.json *.perft *.md *.toml
var files embed.FS
