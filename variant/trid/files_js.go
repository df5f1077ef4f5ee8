package trid

import "embed"

// The browser loads what the engine needs and the rules shared by the rulebooks
// of definitions; the page serves lessons and rulebooks as separate files.
//
//go:embed weights.txt book.txt rulebook.md
var files embed.FS
