//go:build !js

package cylinder

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
