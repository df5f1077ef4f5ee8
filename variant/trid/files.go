//go:build !js

package trid

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
