//go:build !js

package nachfolger

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
