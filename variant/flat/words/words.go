// Package words writes the rulebook of a rule set of one board: everything one
// needs to play it, numbered, in the words of its own rules, with examples.
//
// Rule sets that come with the program have a rulebook that was written for
// them. For the ones that people define [Rulebook] writes it, in the format that
// internal/rulebook reads. It says only what applies. Its examples are chosen from
// pools, and one is kept only if what it claims is so in that very rule set
// (examples.go): no book is wrong about its game.
package words

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rulebook returns the text of a rule set's rulebook.
func Rulebook(v *flat.Rules) string {
	w := &writer{v: v}
	w.crossing, w.crosses, _ = v.Topology.Crossing()
	w.promotes = v.Promotes
	if w.promotes == nil {
		w.promotes = []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}
	}
	w.intro()
	w.board()
	w.pieces()
	if v.Topology.Seam {
		w.seam()
	}
	if w.reflects() {
		w.mirror()
	}
	w.ends()
	w.notation()
	return w.String()
}

// writer writes a book from its title to its end.
type writer struct {
	rulebook.Writer
	v *flat.Rules

	crossing topology.Crossing
	crosses  [8]bool
	promotes []board.Role
}

// reflects reports whether a move can do anything on an image.
func (w *writer) reflects() bool {
	r := w.v.Reflection
	return r != nil && (r.GoesOn != [8]bool{} || r.Made != [8]board.Role{})
}

// last is the number of the last section.
func (w *writer) last() int {
	n := 4
	if w.v.Topology.Seam {
		n++
	}
	if w.reflects() {
		n++
	}
	return n
}

// roles are the roles in the order in which they are told of.
var roles = [...]board.Role{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// these returns the roles for which something holds.
func these(holds func(board.Role) bool) (all []board.Role) {
	for _, k := range roles {
		if holds(k) {
			all = append(all, k)
		}
	}
	return all
}

// many lists roles in the plural: "bishops, rooks and queens".
func many(all []board.Role) string {
	var names []string
	for _, k := range all {
		names = append(names, k.String()+"s")
	}
	return rulebook.Words(names, "and")
}

// one lists roles with their article: "a queen or a knight".
func one(all []board.Role, last string) string {
	var names []string
	for _, k := range all {
		names = append(names, "a "+k.String())
	}
	return rulebook.Words(names, last)
}

// capital begins a sentence.
func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// when returns a text if something holds.
func when(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// either returns one of two texts.
func either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}
