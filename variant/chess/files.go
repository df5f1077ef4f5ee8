//go:build !js

package chess

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
