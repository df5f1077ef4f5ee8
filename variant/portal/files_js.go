package portal

import "embed"

// A browser loads what the engine needs. The page has lessons and rulebooks as
// files of its own.
//
//go:embed weights.txt book.txt
var files embed.FS
