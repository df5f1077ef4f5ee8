//go:build !js

package nachfolger

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
