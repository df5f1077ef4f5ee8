package portal

import "embed"

// The browser build embeds only the files that the engine needs; the page serves lessons and rulebooks as
// separate files.
//
//go:embed weights.txt book.txt
var files embed.FS
