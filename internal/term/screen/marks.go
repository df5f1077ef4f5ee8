package screen

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// marks returns the marks of all marked cells.
func (m *Model) marks() map[grid.Spot]*mark {
	all := map[grid.Spot]*mark{}
	at := func(s grid.Spot) *mark {
		if all[s] == nil {
			all[s] = &mark{}
		}
		return all[s]
	}
	centre := func(name string) *mark { return at(grid.Spot{Copy: rules.Centre, Name: name}) }
	everywhere := func(name string, set func(*mark)) { // on the side boards too
		for i := range m.layout.plan.Places {
			if p := &m.layout.plan.Places[i]; p.Name == name {
				set(at(p.Spot()))
			}
		}
	}
	for _, c := range m.changes {
		if c.Effect == describe.Appeared {
			everywhere(c.To, func(k *mark) { k.echo = true })
			continue
		}
		for _, name := range append([]string{c.From, c.To}, c.Came...) {
			if name != "" && c.Effect != describe.Captured {
				everywhere(name, func(k *mark) { k.last = true })
			}
		}
		for _, q := range m.Rules().Info().Squares {
			if c.Effect == describe.Turned && q.Level == c.Mount {
				centre(q.Name).last = true
			}
		}
	}
	_, attacked := m.Rules().Kings(&m.pos, m.pos.Side)
	if m.plan != nil { // in a plan, the side that passes may be in check
		_, still := m.Rules().Kings(&m.pos, m.pos.Side.Other())
		attacked = attacked.Or(still)
	}
	for !attacked.Empty() {
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
	if m.cursorVisible() {
		centre(m.cursor).cursor = true
	}
	return all
}

// markPreview marks the effects of the previewed move.
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

// arrowInto returns the arrow for the last step of a path, in its direction on the screen, or "" if
// there is none.
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

// mark describes how a cell is marked, apart from its piece.
type mark struct {
	cursor, chosen   bool
	dot, ring        bool // whether the square is the destination of a move, or of a capture
	last             bool // whether the square is part of the last move
	echo             bool // whether the last move spawned the piece
	check            bool // whether the piece is a king in check
	gone             bool // whether the piece would leave the board
	path             bool // whether the square is on the path of the previewed move
	arrow            string
	ghost            board.Piece // piece that would appear here
	vanishing, rises bool        // whether the square would disappear or appear
}
