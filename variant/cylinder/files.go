//go:build !js

package cylinder

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
