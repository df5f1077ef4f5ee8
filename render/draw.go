package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Draw draws a scene. The theme defaults to [paint.Light]. Draw returns an error if the scene is invalid.
func Draw(s *Scene) (*paint.Drawing, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.Theme == nil {
		lit := *s
		lit.Theme = paint.Light
		s = &lit
	}
	p := &painter{Scene: s, layout: newLayout(s)}
	var err error
	if p.from, p.pin, err = s.chosen(); err != nil {
		return nil, err
	}
	p.prepare()
	p.legend()
	d := &paint.Drawing{
		Width: p.width, Height: p.height, Theme: s.Theme,
		Title: s.Title, Text: p.describe(), Zero: p.zero,
	}
	if d.Title == "" {
		d.Title = p.Language.title(s.Rules)
	}
	for i := range p.plates {
		d.Shapes = append(d.Shapes, p.plate(&p.plates[i]))
	}
	d.Shapes = append(d.Shapes, p.labels...)
	d.Shapes = append(d.Shapes, p.quadrants()...)
	d.Shapes = append(d.Shapes, p.marks()...)
	return d, nil
}

// describe returns the text description of the picture.
func (p *painter) describe() string {
	sentences := []string{p.Language.say("draw.to-move",
		"{side} to move{check, select, true {, in check} other {}}.", message.Args{"side": p.Position.Side, "check": rules.InCheck(p.Rules, &p.Position)})}
	add := func(code message.Code, english string, args message.Args) {
		sentences = append(sentences, p.Language.say(code, english, args))
	}
	goals := p.goals()
	if p.from != board.NoSquare {
		piece, square := p.Rules.Info().PieceWord(p.Position.Piece(p.from)), message.Square(p.name(p.from))
		if len(goals) == 0 {
			add("draw.stuck", "The {piece} on {square} has no legal move.", message.Args{"piece": piece, "square": square})
		} else {
			add("draw.goes", "The {piece} on {square} can go to {goals, comma}.", message.Args{"piece": piece, "square": square, "goals": goals})
		}
		if held := p.hindrances(); len(held) > 0 {
			add("draw.in-the-way", "Blocked by: {pieces, comma}.", message.Args{"pieces": held})
		}
	} else if p.pin != "" {
		if len(goals) == 0 {
			add("draw.board.stuck", "The board on {pin} has no legal move.", message.Args{"pin": p.pin})
		} else {
			add("draw.board.goes", "The board on {pin} can go to {goals, comma}.", message.Args{"pin": p.pin, "goals": goals})
		}
		for _, r := range p.closed {
			add("draw.board.not", "Not to {pins, comma}: {why}.", message.Args{"pins": message.Strings(r.pins), "why": r.why})
		}
	}
	if p.Move != board.NoMove {
		add("draw.move", "{move, capital}.", message.Args{"move": describe.Sentence(p.Rules, &p.Position, p.Move)})
	}
	return strings.Join(sentences, " ")
}

// goals returns the destinations of the selected piece or board, sorted by name.
func (p *painter) goals() (all message.List) {
	hints := slices.Clone(p.hints)
	slices.SortFunc(hints, func(a, b hint) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(b.role, a.role))
	})
	for _, h := range slices.Compact(hints) {
		if h.role == paint.CaptureHint {
			all = append(all, message.New("draw.capture", "{square} (capture)", message.Args{"square": message.Square(h.name)}))
		} else {
			all = append(all, h.name)
		}
	}
	return all
}

// hindrances describes the marked blockers.
func (p *painter) hindrances() (all message.List) {
	for _, w := range p.blocked {
		last := w[len(w)-1]
		where := "alone"
		if p.copies > 1 {
			where = last.Copy.String()
		}
		all = append(all, message.New("draw.blocker",
			"the {piece} on {square}{board, select, centre { of the centre} left { of the left board} right { of the right board} other {}}", message.Args{
				"piece": p.Rules.Info().PieceWord(p.piece(p.find[place{rules.Centre, last.Square}])), "square": message.Square(last.Square), "board": where,
			}))
	}
	return all
}

// prepare computes the hints, ways, blockers and closed pins.
func (p *painter) prepare() {
	_, p.checked = p.Rules.Kings(&p.Position, p.Position.Side)
	g := p.Rules.Guide()
	add := func(h hint) {
		if !slices.Contains(p.hints, h) {
			p.hints = append(p.hints, h)
		}
	}
	switch {
	case p.from != board.NoSquare:
		for _, m := range rules.LegalMovesFrom(p.Rules, &p.Position, p.from) {
			h := hint{paint.MoveHint, p.name(m.To())}
			capture := g.Class(&p.Position, m)&rules.Capture != 0
			if capture {
				h.role = paint.CaptureHint
			}
			if slices.Contains(p.hints, h) {
				continue // another promotion on a square that already has a hint
			}
			add(h)
			if ways := g.Ways(&p.Position, m); p.Move == board.NoMove && p.copies > 1 && len(ways) > 0 && ways[0].Seam() {
				p.ways = append(p.ways, way{Way: ways[0], capture: capture})
			}
		}
		if r, ok := p.Rules.(rules.Obstructed); ok && p.Move == board.NoMove && (p.Blockers || p.Position.Piece(p.from).Role() == board.Pawn) {
			p.blocked = r.Blocked(&p.Position, p.from)
		}
	case p.pin != "":
		p.closed = p.refused()
		for _, m := range rules.LegalMoves(p.Rules, &p.Position) {
			if m.Type() < board.BoardShift {
				continue
			}
			for _, w := range g.Ways(&p.Position, m) {
				if w[0].Square == p.pin {
					add(hint{paint.PinHint, w[len(w)-1].Square})
				}
			}
		}
	}
	for i := range p.ways {
		p.ways[i].shown = !slices.ContainsFunc(p.ways, func(o way) bool {
			return len(o.Way) > len(p.ways[i].Way) && slices.Equal(o.Way[:len(p.ways[i].Way)], p.ways[i].Way)
		})
	}
}
