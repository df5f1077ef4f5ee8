// Package space plays the rule sets of tri-dimensional chess, three boards in
// space and four attack boards that move.
//
// They move pieces alike, by rules 1 to 5 of their rulebooks, and differ in how
// attack boards move (6), which a [Policy] says. The rulebooks are those of the
// sibling packages trid, which has the rules that both share, and meder; the
// numbers that are cited here are theirs.
//
// # The code
//
// The way of a move through this package: gen.go and boardmove.go propose it,
// play.go plays it on a copy and looks at the mover's kings, legal.go finds or
// counts the legal ones without playing most of them. policy.go is what tells
// the rule sets apart. The illegal files explain refusals, boards.go and the
// ruledata files describe the rules to other programs, inputs.go and solver.go to
// an evaluation and to a solver of endings.
//
// Below it are package geometry, the space that all of this happens in, text,
// which reads and writes, and features, which the evaluation looks at.
package space

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Rules is a rule set of boards in space.
type Rules struct {
	bundle.Files
	details rules.Info
	policy  Policy
	goals   goals
}

// Start is the starting position (2).
const Start = "W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w KQkq - * 0 1"

var _ rules.Rules = (*Rules)(nil)

// New returns the rule set with a name, a title and a summary whose attack
// boards move by a policy. What else there is to know follows from that.
func New(about rules.Info, o Policy) *Rules {
	about.Start = cmp.Or(about.Start, Start)
	about.Boards = 1
	about.Castling = true
	for _, l := range byHeight {
		about.Levels = append(about.Levels, l.String())
	}
	for _, n := range geometry.AllNames() {
		about.Squares = append(about.Squares, rules.SquareInfo{
			Name: n.String(), X: n.Column.File(), Y: n.Column.Rank(),
			Level: n.Level.String(), Dark: n.Column.Dark(),
		})
	}
	return &Rules{details: about, policy: o, goals: o.goals()}
}

// byHeight lists the levels from the lowest: each main board with the attack
// boards that stand on its corners.
var byHeight = func() (all []geometry.Level) {
	for main, numbers := range [...][2]int{{1, 2}, {3, 4}, {5, 6}} {
		all = append(all, geometry.Level(main))
		for _, n := range numbers {
			above := geometry.Pin(n - 1)
			all = append(all, geometry.OnPin(geometry.QL1+above), geometry.OnPin(geometry.KL1+above))
		}
	}
	return all
}()

// Policy returns how attack boards move.
func (v *Rules) Policy() Policy { return v.policy }

// Info describes the rule set.
func (v *Rules) Info() *rules.Info { return &v.details }

// Dead reports whether no play can lead to mate: nothing is left but a king a
// side (3.9).
func (v *Rules) Dead(p *board.Position) bool {
	return p.Occupied() == p.ByRole(board.King) &&
		p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
}

// Kings returns the kings of a side, and those of them that are attacked.
func (v *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Bitboard) {
	t := geometry.Of(p)
	occupied := t.Columns(p.Occupied())
	all = p.Pieces(side, board.King)
	for kings := all; kings != 0; {
		k := kings.Pop()
		if geometry.Attackers(p, t, t.Column[k], side.Other(), occupied) != 0 {
			attacked |= k.Bit()
		}
	}
	return all, attacked
}
