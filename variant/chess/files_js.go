package chess

import "embed"

// The browser loads only what the engine needs; the page serves lessons and
// rulebooks as separate files.
//
//go:embed weights.txt book.txt
var files embed.FS
