// Package flatbook writes the rulebook of a rule set of one board: everything one
// needs to play it, numbered, in the words of its own rules, with examples.
//
// Rule sets that come with the program have a rulebook that was written for
// them. For the ones that people define [Write] writes it, in the format that
// internal/rulebook reads. It says only what applies. Its examples are chosen from
// pools, and one is kept only if what it claims is so in that very rule set
// (examples.go): no book is wrong about its game.
package flatbook

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Write returns the text of a rule set's rulebook, in the language of a
// catalogue.
func Write(v *flat.Rules, in *locale.Catalogue) string {
	w := &writer{v: v}
	w.In = in
	w.crossing, w.crosses = v.Topology.Crossing()
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

// What the book says are messages, as everywhere: sentences that stand for
// themselves, one after the other.
var (
	say    = locale.New
	when   = rulebook.If
	choose = rulebook.Either
)

type text = rulebook.Text

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

// list returns roles as an argument of a message.
func list(all []board.Role) (roles message.List) {
	for _, k := range all {
		roles = append(roles, k)
	}
	return roles
}

// either returns one of two values.
func either[T any](holds bool, yes, no T) T {
	if holds {
		return yes
	}
	return no
}
