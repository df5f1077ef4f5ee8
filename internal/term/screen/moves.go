package screen

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// target is a square that the selected piece can move to. It has several moves if they differ in
// another way, such as the promotion.
type target struct {
	name    string
	moves   []board.Move
	capture bool
	end     grid.Spot // end of the preferred path, which is on a side board if the path crosses the seam
}

// targetsFrom returns the targets of the piece on a square.
func targetsFrom(r rules.Rules, p *board.Position, from board.Square) (all []target) {
	g := r.Guide()
	for _, m := range rules.LegalMovesFrom(r, p, from) {
		name := g.SquareName(p, m.To())
		i := slices.IndexFunc(all, func(t target) bool { return t.name == name })
		if i >= 0 {
			all[i].moves = append(all[i].moves, m)
			continue
		}
		t := target{name: name, moves: []board.Move{m}, end: grid.Spot{Copy: rules.Centre, Name: name}}
		t.capture = g.Class(p, m)&rules.Capture != 0
		if ways := g.Ways(p, m); len(ways) > 0 && len(ways[0]) > 0 {
			last := ways[0][len(ways[0])-1]
			t.end = grid.Spot{Copy: last.Copy, Name: last.Square}
		}
		all = append(all, t)
	}
	return all
}

// preview describes the effects of a move before it is played.
type preview struct {
	move     board.Move
	sentence string
	landing  string            // destination square; empty for a board move
	changes  []describe.Change // all effects
	way      rules.Way         // path across the seam, or nil
}

// reflection returns the changes caused by reflection: the pieces that appear, and the moving
// piece if it goes on.
func (v *preview) reflection() (all []describe.Change) {
	for _, c := range v.changes {
		if c.Effect == describe.Appeared || c.Effect == describe.WentOn {
			all = append(all, c)
		}
	}
	return all
}
