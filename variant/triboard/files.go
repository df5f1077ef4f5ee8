//go:build !js

package triboard

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
