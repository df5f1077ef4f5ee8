//go:build !js

package mirrorsquare

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
