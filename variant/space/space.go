// Package space implements the rule sets of tri-dimensional chess, which is played on three fixed boards in
// space and four attack boards that move.
//
// Pieces move in the same way in all rule sets, according to rules 1 to 5 of the rulebooks. A [Policy]
// defines how attack boards move (rule 6). The rulebooks are in the sibling packages trid, which has the
// shared rules, and meder. Rule numbers in comments refer to these rulebooks.
//
// # The code
//
// gen.go and boardmove.go generate pseudo-legal moves. play.go plays a move on a copy and checks whether the
// mover's kings are attacked. legal.go lists or counts the legal moves without playing most of them.
// illegal.go and illegal_board.go explain why a move is illegal. boards.go, ruledata.go and ruledata_build.go
// describe the rules to other programs, and solver.go describes the geometry to an endgame solver.
//
// The subpackage geometry models the space, text parses and formats positions and moves, and features
// implements the evaluation terms.
package space

import (
	"cmp"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/space/features"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Rules is a rule set on boards in space. Create it with [New].
type Rules struct {
	bundle.Files
	details rules.Info
	policy  Policy
	goals   goals
}

// Start is the starting position (2).
const Start = "W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w KQkq - * 0 1"

var (
	_ rules.Rules  = (*Rules)(nil)
	_ eval.Placing = (*Rules)(nil)
)

// New returns a rule set whose attack boards move according to a policy. It sets those fields of the
// description that the geometry determines: Boards, Castling, Levels and Squares. If Start is empty, it sets
// the usual starting position.
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

// byHeight lists the levels from the lowest up. Each main board comes before the attack boards on its
// corners.
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

// Policy returns the policy for attack boards.
func (v *Rules) Policy() Policy { return v.policy }

// Info returns the description of the rule set.
func (v *Rules) Info() *rules.Info { return &v.details }

// Dead reports whether each side has one king and nothing else, so that no sequence of legal moves leads to
// checkmate (3.9).
func (v *Rules) Dead(p *board.Position) bool {
	return p.Occupied() == p.ByRole(board.King) &&
		p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
}

// Kings returns the kings of a side and the kings that are attacked.
func (v *Rules) Kings(p *board.Position, side board.Colour) (all, attacked board.Set) {
	t := geometry.Of(p)
	occupied := t.Columns(p.Occupied())
	squares, hit := p.Pieces(side, board.King), board.Bitboard(0)
	for kings := squares; kings != 0; {
		k := kings.Pop()
		if geometry.Attackers(p, t, t.Column[k], side.Other(), occupied) != 0 {
			hit |= k.Bit()
		}
	}
	return board.SetOf(squares), board.SetOf(hit)
}

// InCheck reports whether any king of a side is attacked.
func (v *Rules) InCheck(p *board.Position, side board.Colour) bool { return geometry.InCheck(p, side) }

var promotions = [...]board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}

// Features returns the evaluation features of the rule set.
func (v *Rules) Features() eval.Features { return features.Features{Boards: v} }

// Places returns the number of places. The places are the 96 named squares, in the order of
// [geometry.AllNames].
func (v *Rules) Places() int { return int(geometry.FirstCell) + 4*geometry.PinCount }

// Place returns the place of a square in a position.
func (v *Rules) Place(p *board.Position, s board.Square) int {
	if s &= 63; s >= geometry.FirstCell {
		cell := int(s - geometry.FirstCell)
		return int(geometry.FirstCell) + 4*int(geometry.PinOf(p, cell/4)) + cell%4
	}
	return int(s)
}

// Facing returns the corresponding place for the other side, with ranks and levels reversed.
func (v *Rules) Facing(place int) int {
	if cell := place - int(geometry.FirstCell); cell >= 0 {
		return int(geometry.FirstCell) + 4*v.FacingMount(cell/4) + (cell%4 ^ 2)
	}
	main, rank, file := place/16, place/4%4, place%4
	return 16*(2-main) + 4*(3-rank) + file
}

// MountCount returns the number of pins.
func (v *Rules) MountCount() int { return geometry.PinCount }

// FacingMount returns the corresponding pin for the other side.
func (v *Rules) FacingMount(mount int) int { return mount/6*6 + 5 - mount%6 }

// Mounted returns the pins of a side's boards as bits.
func (v *Rules) Mounted(p *board.Position, side board.Colour) uint32 {
	low := 2 * int(side&1)
	return 1<<geometry.PinOf(p, low) | 1<<geometry.PinOf(p, low+1)
}
