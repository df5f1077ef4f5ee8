// Package translation holds the longer texts in languages other than English: the
// rulebooks, lessons and ideas of the rule sets, and the chapters that accompany the
// rulebooks. The English ones are in the folders of the rule sets and in docs/rules.
//
// A translation has the structure of its original; a test parses and compares both.
// Browsers never import this package: the page fetches the texts it needs.
package translation

import (
	"embed"
	"path"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/gallery"
)

//go:embed de es fr ru
var files embed.FS

// Kind is a sort of text.
type Kind string

// The sorts of texts, by their folder.
const (
	Rulebook Kind = "rulebook"
	Lesson   Kind = "lesson"
	Idea     Kind = "idea"
	Ride     Kind = "ride" // titles and descriptions of a lesson's plans, by name
	Chapter  Kind = "chapter"
)

// extension returns the file extension.
func (k Kind) extension() string {
	if k == Rulebook || k == Chapter {
		return ".md"
	}
	return ".json"
}

// Languages lists the languages with translations, sorted.
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

// Text returns a text by the name of its rule set or chapter, and whether it exists.
func Text(language string, kind Kind, name string) (string, bool) {
	data, err := files.ReadFile(path.Join(language, string(kind), name+kind.extension()))
	return string(data), err == nil
}

// Names lists the names of a language's texts of a kind, sorted.
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

// Rulebooks returns a function that finds the rulebooks of a language, nil if it has
// none, such as English.
func Rulebooks(language string) func(variant string) (string, bool) {
	if len(Names(language, Rulebook)) == 0 {
		return nil
	}
	return func(variant string) (string, bool) { return Text(language, Rulebook, variant) }
}

// Title returns the title of a rule set in a language. Titles of definitions are not
// translated, except those of the gallery.
func Title(c *locale.Catalogue, r rules.Rules) string {
	i := r.Info()
	if i.Definition == "" {
		return c.Or(message.Code("variant."+i.Name+".title"), i.Title)
	}
	for _, e := range gallery.All() {
		if e.Hash == i.Hash && e.Title == i.Title {
			return c.Or(message.Code("gallery."+e.Name+".title"), i.Title)
		}
	}
	return i.Title
}
