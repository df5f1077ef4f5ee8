//go:build !js

package triboard

import "embed"

// files are everything that lies beside the rules.
//
//go:embed *.txt *.json *.perft *.md
var files embed.FS
