//go:build !js

package mirrorsquare

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
