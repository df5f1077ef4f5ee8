// Package translation holds the longer texts in other languages than English:
// the rulebooks, lessons and ideas of the rule sets, and the chapters that stand
// beside the rulebooks. The English ones lie beside the rule sets themselves and
// in docs/rules.
//
// A translation has the structure of its original: only the words for people
// differ. A test parses both and compares them. Programs that run in a browser
// never import this package: the page fetches what its reader needs.
package translation

import (
	"embed"
	"path"
	"strings"
)

//go:embed de es fr ru
var files embed.FS

// Kind is a sort of text.
type Kind string

// The sorts of texts, by the folder they lie in.
const (
	Rulebook Kind = "rulebook"
	Lesson   Kind = "lesson"
	Idea     Kind = "idea"
	Ride     Kind = "ride" // title and about of the plans of a lesson, by their names
	Chapter  Kind = "chapter"
)

// extension is how the file of a sort of text ends.
func (k Kind) extension() string {
	if k == Rulebook || k == Chapter {
		return ".md"
	}
	return ".json"
}

// Languages lists the languages that there are translations into, sorted.
func Languages() (tags []string) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		tags = append(tags, e.Name())
	}
	return tags
}

// Text returns a text in a language, and whether there is one: the rulebook,
// lesson, plans or idea of a rule set, or a chapter, by its name.
func Text(language string, kind Kind, name string) (string, bool) {
	data, err := files.ReadFile(path.Join(language, string(kind), name+kind.extension()))
	return string(data), err == nil
}

// Names lists what there is of a sort in a language, sorted.
func Names(language string, kind Kind) (names []string) {
	entries, err := files.ReadDir(path.Join(language, string(kind)))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), kind.extension()); ok {
			names = append(names, name)
		}
	}
	return names
}

// Rulebooks returns the source of the rulebooks in a language, nil for one that
// has none, such as English.
func Rulebooks(language string) func(variant string) (string, bool) {
	if len(Names(language, Rulebook)) == 0 {
		return nil
	}
	return func(variant string) (string, bool) { return Text(language, Rulebook, variant) }
}
