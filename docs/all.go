//go:build !js

package docs

import (
	"embed"
	"slices"
)

// All contains the documentation: the pages, each NAME.md, and the decision records.
//
//go:embed *.md decisions/*.md
var All embed.FS

// Shelf is the order in which the page shows the documentation. Each name is a file in
// [All], except decisions, which is a folder.
var Shelf = []struct {
	Group string // the last part of a message code: page.docs.group.…
	Names []string
}{
	{"play", []string{"tutorial-play", "console", "puzzles", "pictures", "commands", "glossary"}},
	{"invent", []string{"tutorial-define", "definitions", "topology", "workshop", "study", "zillions"}},
	{"engine", []string{"engine", "learning", "endings", "results"}},
	{"programs", []string{"tutorial-go", "library", "embed", "api", "bots", "protocols", "messages"}},
	{"serve", []string{"operate", "runbooks", "admin", "backup", "security", "load", "scale", "releases"}},
	{"house", []string{"architecture", "look", "decisions"}},
}

// Shown reports whether the page shows a chapter with the given name.
func Shown(name string) bool {
	for _, part := range Shelf {
		if slices.Contains(part.Names, name) {
			return true
		}
	}
	return false
}
