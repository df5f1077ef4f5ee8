package trid

import "embed"

// The browser build embeds the files that the engine needs and the rules that the rulebooks of definitions
// share. The page loads lessons and other rulebooks separately.
//
//go:embed weights.txt book.txt rulebook.md
var files embed.FS
