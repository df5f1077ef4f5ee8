//go:build !js

package docs

import "slices"

// Shelf is the order in which the page shows the documentation: the files of [All].
var Shelf = []struct {
	Group string // a code of the catalogue: page.docs.group.…
	Names []string
}{
	{"play", []string{"glossary", "pictures", "console", "puzzles"}},
	{"invent", []string{"definitions", "workshop", "study", "zillions"}},
	{"engine", []string{"engine", "learning", "endings", "results"}},
	{"programs", []string{"library", "embed", "api", "bots", "protocols", "messages"}},
	{"serve", []string{"operate", "admin", "backup", "security", "load", "scale", "releases"}},
	{"house", []string{"architecture", "decisions"}},
}

// Shown reports whether the page shows a file of that name.
func Shown(name string) bool {
	for _, part := range Shelf {
		if slices.Contains(part.Names, name) {
			return true
		}
	}
	return false
}
