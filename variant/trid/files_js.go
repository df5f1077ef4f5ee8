package trid

import "embed"

// files are what the engine plays by. The page has the rest as files of its own.
//
//go:embed book.txt weights.txt
var files embed.FS
