// Package bundle reads the files that come with a rule set: what the engine has
// learnt about it, and what people read to learn it.
//
// A rule set needs none of them. Without weights the engine uses general ones,
// without a book it searches from the first move, and the page shows no lesson.
package bundle

import (
	"io/fs"

	"github.com/tainchess/tain/rules"
)

// The files that a rule set may have.
const (
	Weights  = "weights.txt"  // evaluation weights
	Net      = "net"          // evaluation network, used in place of the weights
	Book     = "book.txt"     // opening book
	Openings = "openings.txt" // names of openings
	Lesson   = "lesson.json"  // lesson of the page
	Idea     = "idea.json"    // a few moves that show what the game is about
	Puzzles  = "puzzles.txt"  // positions with one solution

	Rulebook      = "rulebook.md"        // numbered rules
	RulebookTests = "rulebook.tests.txt" // the tests that cover each rule
)

// Perft returns the name of a rule set's file of agreed perft counts.
func Perft(r rules.Rules) string { return r.Info().Name + ".perft" }

// Files is the optional part of a rule set that holds its files. Rule sets embed
// it. The zero value holds none.
type Files struct{ files fs.FS }

// Bundle returns the files, nil if there are none.
func (f *Files) Bundle() fs.FS { return f.files }

// SetBundle sets the files. It must be called before other goroutines use the
// rule set.
func (f *Files) SetBundle(files fs.FS) { f.files = files }

// With sets the files of a rule set and returns it.
func With[R interface{ SetBundle(files fs.FS) }](r R, files fs.FS) R {
	r.SetBundle(files)
	return r
}

// Of returns the files of a rule set, nil if it has none.
func Of(r rules.Rules) fs.FS {
	if b, ok := r.(interface{ Bundle() fs.FS }); ok {
		return b.Bundle()
	}
	return nil
}

// Read returns the text of a file of a rule set, and whether it exists.
func Read(r rules.Rules, name string) (string, bool) {
	files := Of(r)
	if files == nil {
		return "", false
	}
	text, err := fs.ReadFile(files, name)
	return string(text), err == nil
}
