package render

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// painter draws a scene on its layout. It asks the rule set what may be played
// and what comes of it, and knows no rules itself.
type painter struct {
	*Scene
	*layout
	from    board.Square // of the chosen piece
	pin     string       // of the chosen board
	hints   []hint
	ways    []way       // of the chosen piece over a seam, or of the previewed move
	blocked []rules.Way // to what stops the chosen piece
	closed  []refusal   // why the chosen board may not go elsewhere
	checked board.Bitboard
}

// hint is somewhere the chosen piece or board may go.
type hint struct {
	role GroupRole
	name string
}

// way is a way to be drawn, and whether the move captures.
type way struct {
	rules.Way
	capture bool
	shown   bool // leads to the end of a line: a longer one does not cover it
}

// prepare asks the rule set for what the picture needs.
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
			h := hint{MoveHint, p.name(m.To())}
			capture := g.Class(&p.Position, m)&rules.Capture != 0
			if capture {
				h.role = CaptureHint
			}
			if slices.Contains(p.hints, h) {
				continue // another promotion
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
					add(hint{PinHint, w[len(w)-1].Square})
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

func (p *painter) name(s board.Square) string {
	if s >= board.NoSquare {
		return ""
	}
	return p.Rules.Guide().SquareName(&p.Position, s)
}

// piece returns what stands on a square of the picture, which may be one that
// the position does not have.
func (p *painter) piece(f *field) board.Piece {
	if f == nil || f.square >= board.NoSquare {
		return board.NoPiece
	}
	return p.Position.Piece(f.square)
}

// plate draws a board with what lies and stands on it.
func (p *painter) plate(at *plate) Shape {
	shapes := append([]Shape{}, at.under...)
	squares := p.squares(at)
	if at.glass < 1 {
		squares = []Shape{Group{Opacity: at.glass, Shapes: squares}}
	}
	shapes = append(shapes, squares...)
	if p.Coordinates {
		shapes = append(shapes, p.coordinates(at)...)
	}
	if at.board == rules.Centre {
		for _, f := range at.fields {
			shapes = append(shapes, f.studs...)
			shapes = append(shapes, p.lying(f)...)
		}
	}
	shapes = append(shapes, p.pieces(at)...)
	return Group{Opacity: at.opacity, Role: BoardRole, Shapes: shapes}
}

// squares draws the light squares as one ground and the dark ones on it, so
// that no gaps show between them.
func (p *painter) squares(at *plate) []Shape {
	var dark Outline
	for _, f := range at.fields {
		if f.dark {
			dark = append(dark, f.quad(0)...)
		}
	}
	edge := at.frame()
	return []Shape{
		Path{edge, filled(p.Theme.Light)},
		Path{dark, filled(p.Theme.Dark)},
		Path{edge, stroked(p.Theme.Edge, 3)},
	}
}

// coordinates writes the files and ranks inside the squares of two edges: the
// ones at the bottom and at the left of the picture.
func (p *painter) coordinates(at *plate) (shapes []Shape) {
	size := 21.0
	left, bottom := at.fields[0].at.X, at.fields[0].at.Y
	for _, f := range at.fields {
		left, bottom = min(left, f.at.X), max(bottom, f.at.Y)
	}
	// On boards seen at an angle a column leans to the right as it goes up.
	lean := func(f *field) float64 { return f.at.X - f.v.X/f.v.Y*(f.at.Y-bottom) }
	for _, f := range at.fields {
		left = min(left, lean(f))
	}
	for _, f := range at.fields {
		if len(f.name) < 2 {
			continue // a name that is no file and rank
		}
		c := p.Theme.OnLight
		if f.dark {
			c = p.Theme.OnDark
		}
		// Along the square's own axes, which point another way if it is turned.
		along, up := f.u, f.v
		if f.u.X < 0 {
			along, up = f.u.times(-1), f.v.times(-1)
		}
		spot := func(a, b float64) Point { return f.at.add(along.times(a)).add(up.times(b)) }
		if f.at.Y > bottom-1 {
			at := spot(0.46, -0.46)
			if p.upright {
				at = spot(0.52, -0.46) // the foot of a piece comes near
			}
			shapes = append(shapes, Label{Point{at.X, at.Y - 3}, size, End, f.name[:1], c})
		}
		if lean(f) < left+1 {
			at := spot(-0.46, 0.46).add(Point{0, size * 0.8})
			if p.upright {
				at = spot(-0.42, -0.46).add(Point{0, -3}) // before the piece and the pin
			}
			shapes = append(shapes, Label{at, size, Start, f.name[1:2], c})
		}
	}
	return shapes
}

// lying draws what lies on a square of the real board.
func (p *painter) lying(f *field) (shapes []Shape) {
	t := p.Theme
	mark := func(role GroupRole, in ...Shape) {
		shapes = append(shapes, Group{Opacity: 1, Role: role, Square: f.name, Shapes: in})
	}
	if slices.Contains(p.Last, f.name) {
		var in []Shape
		if seen(t.Tint) {
			in = append(in, Path{f.quad(0), filled(t.Tint)})
		}
		if seen(t.TintEdge) {
			in = append(in, Path{f.quad(0.06), stroked(t.TintEdge, 3).dashed(16, 10)})
		}
		mark(LastMark, in...)
	}
	if f.square < board.NoSquare && p.checked.Has(f.square) {
		mark(CheckMark,
			Path{f.quad(0.055), stroked(t.HintEdge, 13)},
			Path{f.quad(0.055), stroked(t.Check, 8)})
	}
	if f.square < board.NoSquare && f.square == p.from || p.Move != board.NoMove && p.Move.Type() < board.BoardShift && f.square == p.Move.From() {
		mark(ChosenMark, p.halo(f)...)
	}
	for _, h := range p.hints {
		if h.name != f.name || h.role == PinHint {
			continue
		}
		if h.role == CaptureHint {
			mark(h.role, f.disc(43, stroked(t.HintEdge, 12)), f.disc(43, stroked(t.Capture, 7.5)))
		} else {
			mark(h.role, f.disc(15, Paint{Fill: t.Move, Stroke: t.HintEdge, Width: 4}))
		}
	}
	return shapes
}

// halo is the light around the chosen piece.
func (p *painter) halo(f *field) []Shape {
	t := p.Theme
	if p.upright {
		return []Shape{f.disc(44, Paint{Fill: fade(t.Glow, 150), Stroke: t.Ring, Width: 3})}
	}
	return []Shape{
		Glow{f.at, 62},
		Circle{f.at, 46, stroked(t.Ring, 3)},
	}
}

// pieces draws the pieces of a board, the nearest last.
func (p *painter) pieces(at *plate) (shapes []Shape) {
	standing := slices.Clone(at.fields)
	if p.upright {
		slices.SortStableFunc(standing, func(a, b *field) int { return int(a.at.Y - b.at.Y) })
	}
	for _, f := range standing {
		if pc := p.piece(f); pc != board.NoPiece {
			shapes = append(shapes, p.figure(f, pc, slices.Contains(p.Fresh, f.name))...)
		}
	}
	return shapes
}

// figure draws a piece on a square, lying flat or standing.
func (p *painter) figure(f *field, pc board.Piece, mirrored bool) []Shape {
	if !p.upright {
		return []Shape{Figure{around(f.at, unit, unit), pc, mirrored}}
	}
	const size = 88.0
	foot := f.at.add(Point{0, 12})
	return []Shape{
		Path{ellipse(foot.add(Point{6, -3}), Point{size * 0.34, 0}, Point{0, size * 0.1}), filled(fade(rgb(0), 60))},
		Figure{Box{foot.X - size/2, foot.Y - size*0.9, size, size}, pc, mirrored},
	}
}
