package trid

import "embed"

// A browser loads what the engine needs, and the rules that the rulebooks of
// definitions share. The page has lessons and rulebooks as files of its own.
//
//go:embed weights.txt book.txt rulebook.md
var files embed.FS
