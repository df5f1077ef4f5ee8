//go:build !js

package triboard

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
