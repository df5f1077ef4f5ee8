package render

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// painter draws a scene on its layout. It obtains legal moves and their effects from the rule set.
type painter struct {
	*Scene
	*layout
	from    board.Square // square of the selected piece
	pin     string       // pin of the selected board
	hints   []hint
	ways    []way       // the selected piece's ways over a seam; empty in a preview
	blocked []rules.Way // the ways from the selected piece to its blockers
	closed  []refusal   // why the selected board cannot move to other pins
	checked board.Set
}

// hint marks a destination of the selected piece or board.
type hint struct {
	role paint.GroupRole
	name string
}

type way struct {
	rules.Way
	capture bool
	shown   bool // true unless the way is the beginning of a longer one
}

func (p *painter) name(s board.Square) string {
	if s >= board.NoSquare {
		return ""
	}
	return p.Rules.Guide().SquareName(&p.Position, s)
}

// piece returns the piece on a drawn square, or NoPiece if the square does not exist in the position.
func (p *painter) piece(f *field) board.Piece {
	if f == nil || f.square >= board.NoSquare {
		return board.NoPiece
	}
	return p.Position.Piece(f.square)
}

// plate draws a board with its marks and pieces.
func (p *painter) plate(at *plate) paint.Shape {
	shapes := append([]paint.Shape{}, at.under...)
	squares := p.squares(at)
	if at.glass < 1 {
		squares = []paint.Shape{paint.Group{Opacity: at.glass, Shapes: squares}}
	}
	shapes = append(shapes, squares...)
	if p.Coordinates {
		shapes = append(shapes, p.coordinates(at)...)
	}
	if at.board == rules.Centre && !at.fringe {
		for _, f := range at.fields {
			shapes = append(shapes, f.studs...)
			shapes = append(shapes, p.lying(f)...)
		}
	}
	shapes = append(shapes, p.pieces(at)...)
	return paint.Group{Opacity: at.opacity, Role: paint.BoardRole, Shapes: shapes}
}

// squares draws the light squares as one background with the dark squares on top, so that there are no gaps.
func (p *painter) squares(at *plate) []paint.Shape {
	var dark, light, edge paint.Outline
	for _, f := range at.fields {
		if f.dark {
			dark = append(dark, f.quad(0)...)
		}
	}
	if !at.whole() {
		has := map[[2]int]bool{}
		for _, f := range at.fields {
			has[[2]int{f.x, f.y}] = true
		}
		for _, f := range at.fields {
			light = append(light, f.quad(-0.003)...)
			for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if has[[2]int{f.x + d[0], f.y + d[1]}] || at.fringe {
					continue
				}
				x, y := float64(d[0])/2, float64(d[1])/2
				edge = append(edge, paint.Straight(f.corner(x-y, y-x), f.corner(x+y, y+x))...)
			}
		}
		return []paint.Shape{
			paint.Path{Outline: light, Paint: paint.Filled(p.Theme.Light)},
			paint.Path{Outline: dark, Paint: paint.Filled(p.Theme.Dark)},
			paint.Path{Outline: edge, Paint: paint.Stroked(p.Theme.Edge, 3)},
		}
	}
	edge = at.frame()
	return []paint.Shape{
		paint.Path{Outline: edge, Paint: paint.Filled(p.Theme.Light)},
		paint.Path{Outline: dark, Paint: paint.Filled(p.Theme.Dark)},
		paint.Path{Outline: edge, Paint: paint.Stroked(p.Theme.Edge, 3)},
	}
}

// coordinates draws file and rank names inside the squares along the bottom and left edges of a board.
func (p *painter) coordinates(at *plate) (shapes []paint.Shape) {
	size := 21.0
	if at.fringe {
		for _, f := range at.fields {
			c := p.Theme.OnLight
			if f.dark {
				c = p.Theme.OnDark
			}
			shapes = append(shapes, paint.Label{At: f.at.Add(paint.Point{X: -46, Y: -46 + size*0.8}), Size: size, Anchor: paint.Start, Words: f.name, Colour: c})
		}
		return shapes
	}
	lowest, leftmost := map[float64]float64{}, map[float64]float64{} // by column and row, on boards with holes
	if !at.whole() {
		for _, f := range at.fields {
			if y, ok := lowest[f.at.X]; !ok || f.at.Y > y {
				lowest[f.at.X] = f.at.Y
			}
			if x, ok := leftmost[f.at.Y]; !ok || f.at.X < x {
				leftmost[f.at.Y] = f.at.X
			}
		}
	}
	left, bottom := at.fields[0].at.X, at.fields[0].at.Y
	for _, f := range at.fields {
		left, bottom = min(left, f.at.X), max(bottom, f.at.Y)
	}
	// In the oblique view, files lean to the right.
	lean := func(f *field) float64 { return f.at.X - f.v.X/f.v.Y*(f.at.Y-bottom) }
	for _, f := range at.fields {
		left = min(left, lean(f))
	}
	for _, f := range at.fields {
		if len(f.name) < 2 {
			continue // the name does not consist of a file and a rank
		}
		c := p.Theme.OnLight
		if f.dark {
			c = p.Theme.OnDark
		}
		// The axes of the square are reversed if the board is turned.
		along, up := f.u, f.v
		if f.u.X < 0 {
			along, up = f.u.Times(-1), f.v.Times(-1)
		}
		spot := func(a, b float64) paint.Point { return f.at.Add(along.Times(a)).Add(up.Times(b)) }
		if y, holes := lowest[f.at.X]; holes && f.at.Y == y || !holes && f.at.Y > bottom-1 {
			at := spot(0.46, -0.46)
			if p.upright {
				at = spot(0.52, -0.46) // not covered by the foot of a piece
			}
			shapes = append(shapes, paint.Label{At: paint.Point{X: at.X, Y: at.Y - 3}, Size: size, Anchor: paint.End, Words: f.name[:1], Colour: c})
		}
		if x, holes := leftmost[f.at.Y]; holes && f.at.X == x || !holes && lean(f) < left+1 {
			at := spot(-0.46, 0.46).Add(paint.Point{X: 0, Y: size * 0.8})
			if p.upright {
				at = spot(-0.42, -0.46).Add(paint.Point{X: 0, Y: -3}) // in front of the piece and the pin
			}
			shapes = append(shapes, paint.Label{At: at, Size: size, Anchor: paint.Start, Words: rankName(f.name), Colour: c})
		}
	}
	return shapes
}

// rankName returns the rank in the name of a square. On boards in space a level follows the rank.
func rankName(name string) string {
	end := 1
	for end < len(name) && name[end] >= '0' && name[end] <= '9' {
		end++
	}
	return name[1:max(2, end)]
}

// lying draws the marks that lie flat on a square of the centre board.
func (p *painter) lying(f *field) (shapes []paint.Shape) {
	t := p.Theme
	mark := func(role paint.GroupRole, in ...paint.Shape) {
		shapes = append(shapes, paint.Group{Opacity: 1, Role: role, Square: f.name, Shapes: in})
	}
	if slices.Contains(p.Last, f.name) {
		var in []paint.Shape
		if paint.Seen(t.Tint) {
			in = append(in, paint.Path{Outline: f.quad(0), Paint: paint.Filled(t.Tint)})
		}
		if paint.Seen(t.TintEdge) {
			in = append(in, paint.Path{Outline: f.quad(0.06), Paint: paint.Stroked(t.TintEdge, 3).Dashed(16, 10)})
		}
		mark(paint.LastMark, in...)
	}
	if p.checked.Has(f.square) {
		mark(paint.CheckMark,
			paint.Path{Outline: f.quad(0.055), Paint: paint.Stroked(t.HintEdge, 13)},
			paint.Path{Outline: f.quad(0.055), Paint: paint.Stroked(t.Check, 8)})
	}
	if f.square < board.NoSquare && f.square == p.from || p.Move != board.NoMove && p.Move.Type() < board.BoardShift && f.square == p.Move.From() {
		mark(paint.ChosenMark, p.halo(f)...)
	}
	for _, h := range p.hints {
		if h.name != f.name || h.role == paint.PinHint {
			continue
		}
		if h.role == paint.CaptureHint {
			mark(h.role, f.disc(43, paint.Stroked(t.HintEdge, 12)), f.disc(43, paint.Stroked(t.Capture, 7.5)))
		} else {
			mark(h.role, f.disc(15, paint.Paint{Fill: t.Move, Stroke: t.HintEdge, Width: 4}))
		}
	}
	return shapes
}

// halo draws the glow around the selected piece.
func (p *painter) halo(f *field) []paint.Shape {
	t := p.Theme
	if p.upright {
		return []paint.Shape{f.disc(44, paint.Paint{Fill: paint.Fade(t.Glow, 150), Stroke: t.Ring, Width: 3})}
	}
	return []paint.Shape{
		paint.Glow{At: f.at, R: 62},
		paint.Circle{At: f.at, R: 46, Paint: paint.Stroked(t.Ring, 3)},
	}
}

// pieces draws the pieces on a board. In the oblique view it draws the nearest ones last.
func (p *painter) pieces(at *plate) (shapes []paint.Shape) {
	standing := slices.Clone(at.fields)
	if p.upright {
		slices.SortStableFunc(standing, func(a, b *field) int { return int(a.at.Y - b.at.Y) })
	}
	for _, f := range standing {
		if pc := p.piece(f); pc != board.NoPiece {
			shapes = append(shapes, p.pieceShapes(f, pc, slices.Contains(p.Fresh, f.name))...)
		}
	}
	return shapes
}

// pieceShapes draws a piece on a square: flat or, in the oblique view, upright with a shadow.
func (p *painter) pieceShapes(f *field, pc board.Piece, mirrored bool) []paint.Shape {
	if !p.upright {
		return []paint.Shape{p.figure(paint.Around(f.at, unit, unit), pc, mirrored)}
	}
	const size = 88.0
	foot := f.at.Add(paint.Point{X: 0, Y: 12})
	return []paint.Shape{
		paint.Path{Outline: paint.Ellipse(foot.Add(paint.Point{X: 6, Y: -3}), paint.Point{X: size * 0.34, Y: 0}, paint.Point{X: 0, Y: size * 0.1}), Paint: paint.Filled(paint.Fade(paint.Rgb(0), 60))},
		p.figure(paint.Box{X: foot.X - size/2, Y: foot.Y - size*0.9, W: size, H: size}, pc, mirrored),
	}
}

// figure returns the figure of a piece. The rule set decides the picture of a piece that chess does not have.
func (p *painter) figure(b paint.Box, pc board.Piece, mirrored bool) paint.Figure {
	if k, ok := p.Rules.Info().Kind(pc.Role()); ok && k.Role > board.King {
		return paint.Figure{Box: b, Picture: paint.PictureFor(k.Name, k.Letter, k.Betza), Colour: pc.Colour(), Mirrored: mirrored}
	}
	return paint.PieceFigure(b, pc, mirrored)
}

// refusal is a reason why the selected board cannot move to some pins.
type refusal struct {
	pins []string
	why  message.Message
}

// newLayout lays out the boards of a scene.
func newLayout(s *Scene) *layout {
	l := &layout{find: map[place]*field{}, pins: map[string]*stud{}}
	if len(s.Rules.Info().Levels) > 0 {
		l.space(s)
	} else {
		l.flat(s)
	}
	return l
}
