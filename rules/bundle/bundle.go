// Package bundle reads the data files of a rule set: evaluation data, book, rulebook, lesson and puzzles.
//
// All files are optional. Without weights, the engine derives weights from the rules or uses hand-set ones.
// Without a book, it searches from the first move. Without a lesson, the page shows none.
package bundle

import (
	"io/fs"

	"github.com/tainchess/tain/rules"
)

// Names of the files of a rule set.
const (
	Weights   = "weights.txt"
	Net       = "net" // evaluation network, which replaces the weights
	Book      = "book.txt"
	Openings  = "openings.txt"   // names of openings
	Lesson    = "lesson.json"    // lesson for the web page
	Idea      = "idea.json"      // a few moves that illustrate the game
	FirstGame = "firstgame.json" // scripted first game for newcomers
	Puzzles   = "puzzles.txt"    // positions with a unique solution

	Rulebook      = "rulebook.md"        // numbered rules
	RulebookTests = "rulebook.tests.txt" // the tests that cover each rule
)

// Perft returns the name of the rule set's perft file.
func Perft(r rules.Rules) string { return r.Info().Name + ".perft" }

// Files holds the files of a rule set. Rule sets embed Files. The zero value has no files.
type Files struct{ files fs.FS }

// Bundle returns the files, or nil if there are none.
func (f *Files) Bundle() fs.FS { return f.files }

// SetBundle sets the files. It must be called before other goroutines use the
// rule set.
func (f *Files) SetBundle(files fs.FS) { f.files = files }

// With sets the files of a rule set and returns it.
func With[R interface{ SetBundle(files fs.FS) }](r R, files fs.FS) R {
	r.SetBundle(files)
	return r
}

// Of returns the files of a rule set, or nil if it has none.
func Of(r rules.Rules) fs.FS {
	if b, ok := r.(interface{ Bundle() fs.FS }); ok {
		return b.Bundle()
	}
	return nil
}

// Read returns the contents of one of the rule set's files. It returns false if the file does not exist.
func Read(r rules.Rules, name string) (string, bool) {
	files := Of(r)
	if files == nil {
		return "", false
	}
	text, err := fs.ReadFile(files, name)
	return string(text), err == nil
}
