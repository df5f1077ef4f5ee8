//go:build !js

package cylinder

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
