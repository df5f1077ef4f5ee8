//go:build !js

package meder

import "embed"

//go:embed *.txt *.json *.perft *.md
var files embed.FS
