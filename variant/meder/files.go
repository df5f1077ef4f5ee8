//go:build !js

package meder

import "embed"

//go:embed *.txt *.json *.perft *.md net
var files embed.FS
