//go:build !js

package trid

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
