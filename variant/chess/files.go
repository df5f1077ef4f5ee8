//go:build !js

package chess

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
