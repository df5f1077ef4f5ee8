// Package translation contains the long texts in languages other than English: rulebooks,
// lessons, ideas and first games of rule sets, and the chapters that accompany the rulebooks. The English
// originals are in the folders of the rule sets and in docs/rules.
//
// A translation has the same structure as its original; a test parses and compares both. The
// WebAssembly program does not import this package; the page fetches the texts it needs.
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

// Kind is a kind of text.
type Kind string

// Kinds of text, named after their folders.
const (
	Rulebook  Kind = "rulebook"
	Lesson    Kind = "lesson"
	Idea      Kind = "idea"
	FirstGame Kind = "firstgame"
	Ride      Kind = "ride" // titles and descriptions of a lesson's plans, keyed by name
	Chapter   Kind = "chapter"
)

// extension returns the file extension of a kind.
func (k Kind) extension() string {
	if k == Rulebook || k == Chapter {
		return ".md"
	}
	return ".json"
}

// Text returns the text of a kind for the rule set or chapter with the given name, and whether it
// exists.
func Text(language string, kind Kind, name string) (string, bool) {
	data, err := files.ReadFile(path.Join(language, string(kind), name+kind.extension()))
	return string(data), err == nil
}

// Names returns the names of a language's texts of one kind, sorted.
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

// Rulebooks returns a function that finds the rulebooks in a language, or nil if there are
// none, as in English.
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
