//go:build !js

package nachfolger

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
