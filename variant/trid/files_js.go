package trid

import "embed"

// The browser build embeds the files that the engine needs and the rules that rulebooks of definitions share;
// the page serves lessons and rulebooks as separate files.
//
//go:embed weights.txt book.txt rulebook.md
var files embed.FS
