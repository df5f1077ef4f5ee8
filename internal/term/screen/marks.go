package screen

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// marks works out what is shown where.
func (m *Model) marks() map[grid.Spot]*mark {
	all := map[grid.Spot]*mark{}
	at := func(s grid.Spot) *mark {
		if all[s] == nil {
			all[s] = &mark{}
		}
		return all[s]
	}
	centre := func(name string) *mark { return at(grid.Spot{Copy: rules.Centre, Name: name}) }
	for _, c := range m.changes {
		for _, name := range append([]string{c.From, c.To}, c.Came...) {
			if name != "" && c.Effect != describe.Captured {
				centre(name).last = true
			}
		}
		if c.Effect == describe.Appeared || c.Effect == describe.WentOn {
			centre(c.To).echo = true
		}
		for _, q := range m.Rules().Info().Squares {
			if c.Effect == describe.Turned && q.Level == c.Mount {
				centre(q.Name).last = true
			}
		}
	}
	_, attacked := m.Rules().Kings(&m.pos, m.pos.Side)
	if m.plan != nil { // it attacks the side that stands still
		_, still := m.Rules().Kings(&m.pos, m.pos.Side.Other())
		attacked |= still
	}
	for attacked != 0 {
		centre(m.Rules().Guide().SquareName(&m.pos, attacked.Pop())).check = true
	}
	if m.chosen != "" {
		centre(m.chosen).chosen = true
	}
	for _, t := range m.targets {
		for _, s := range []grid.Spot{{Copy: rules.Centre, Name: t.name}, t.end} {
			at(s).ring = t.capture
			at(s).dot = !t.capture
		}
	}
	if m.preview != nil {
		m.markPreview(at)
	}
	if m.showsCursor() {
		centre(m.cursor).cursor = true
	}
	return all
}

// markPreview marks what the move under the cursor would do.
func (m *Model) markPreview(at func(grid.Spot) *mark) {
	v := m.preview
	for _, c := range v.changes {
		from, to := grid.Spot{Copy: rules.Centre, Name: c.From}, grid.Spot{Copy: rules.Centre, Name: c.To}
		switch c.Effect {
		case describe.Captured:
			if c.From != v.landing {
				at(from).gone = true
			}
		case describe.Appeared, describe.WentOn, describe.Castled, describe.Carried:
			at(to).ghost = c.Piece
		case describe.Promoted:
			at(to).ghost = c.Into
		case describe.BoardMoved:
			for _, name := range c.Gone {
				at(grid.Spot{Copy: rules.Centre, Name: name}).vanishing = true
			}
			for _, name := range c.Came {
				at(grid.Spot{Copy: rules.Centre, Name: name}).rises = true
			}
		}
	}
	for i, t := range v.way {
		s := grid.Spot{Copy: t.Copy, Name: t.Square}
		switch {
		case i == 0:
		case i < len(v.way)-1:
			at(s).path = true
		default:
			at(s).ghost = m.pos.Piece(v.move.From())
			at(s).arrow = m.arrowInto(v.way)
		}
	}
}

// arrowInto returns the arrow that points along the end of a way, as it lies
// on the screen.
func (m *Model) arrowInto(way rules.Way) string {
	if m.layout == nil || len(way) < 2 {
		return ""
	}
	a, b := way[len(way)-2], way[len(way)-1]
	from, to := m.layout.plan.Find(grid.Spot{Copy: a.Copy, Name: a.Square}), m.layout.plan.Find(grid.Spot{Copy: b.Copy, Name: b.Square})
	if from == nil || to == nil {
		return ""
	}
	sign := func(n int) int { return min(1, max(-1, n)) }
	return m.glyphs.Arrows[3*(sign(to.Y-from.Y)+1)+sign(to.X-from.X)+1]
}

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
	v := &preview{move: move, sentence: m.Format(d.Message), landing: d.To, changes: d.Changes}
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
