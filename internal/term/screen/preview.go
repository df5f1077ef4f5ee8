package screen

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// target is a square the chosen piece may go to, with the moves that lead
// there: several if there is a choice, as of a promotion.
type target struct {
	name    string
	moves   []board.Move
	capture bool
	end     grid.Spot // where the preferred way ends; on a side board it led over the seam
}

// targetsFrom lists where the piece on a square may go.
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

// preview is what a move would do, before it is played.
type preview struct {
	move     board.Move
	sentence string
	landing  string            // the square the move names; empty where a board moves
	changes  []describe.Change // everything that would happen
	way      rules.Way         // over the seam, or nil
}

func (m *Model) previewOf(move board.Move) *preview {
	d := m.Describe(&m.pos, move)
	v := &preview{move: move, sentence: d.Text, landing: d.To, changes: d.Changes}
	if len(d.Ways) > 0 && d.Ways[0].Seam() {
		v.way = d.Ways[0]
	}
	return v
}

// reflection returns the pieces that would stand elsewhere than where the move
// leads: those that appear, and the mover if it goes on.
func (v *preview) reflection() (all []describe.Change) {
	for _, c := range v.changes {
		if c.Effect == describe.Appeared || c.Effect == describe.WentOn {
			all = append(all, c)
		}
	}
	return all
}

// mark is everything that is shown on a cell beside its piece.
type mark struct {
	cursor, chosen   bool
	dot, ring        bool // a move, a capture
	last             bool // the last move touched it
	echo             bool // the last move made its piece appear here
	check            bool // a king that is attacked
	gone             bool // its piece would leave the board
	path             bool // a way leads over it
	arrow            string
	ghost            board.Piece // would stand here
	vanishing, rises bool        // the square itself would leave, or come
}
