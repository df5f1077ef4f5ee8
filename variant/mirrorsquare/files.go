//go:build !js

package mirrorsquare

import "embed"

//go:embed *.txt *.json *.perft *.md net *.toml
var files embed.FS
