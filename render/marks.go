package render

import (
	"image/color"
	"math"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// marks returns the shapes on top of the boards: pin hints, ways, arrows and the preview.
func (p *painter) marks() (shapes []paint.Shape) {
	for _, h := range p.hints {
		if at := p.pins[h.name]; h.role == paint.PinHint && at != nil {
			shapes = append(shapes, p.pinHint(h.name, at))
		}
	}
	for _, r := range p.closed {
		for _, name := range r.pins {
			if at := p.pins[name]; at != nil {
				shapes = append(shapes, p.pinRefused(name, at))
			}
		}
	}
	for _, w := range p.ways {
		if w.shown {
			shapes = append(shapes, p.homeward(w.Way, w.capture)...) // drawn below the ways
		}
	}
	for _, w := range p.ways {
		shapes = append(shapes, p.seamWay(w)...)
	}
	for _, w := range p.blocked {
		shapes = append(shapes, p.wall(w))
	}
	if p.Move != board.NoMove {
		shapes = append(shapes, p.preview()...)
	}
	return shapes
}

// wall draws a bar in front of a blocker. If the last step to the blocker crosses the seam between two
// boards, wall draws that step too.
func (p *painter) wall(w rules.Way) paint.Shape {
	last := w[len(w)-1]
	before, _ := p.at(w[len(w)-2])
	at, _ := p.at(last)
	d := before.Towards(at)
	var in []paint.Shape
	if last.Copy != rules.Centre && p.copies == 1 {
		at = at.Sub(p.across.Times(float64(last.Copy))) // back onto the only board
	} else if last.Copy != rules.Centre && w[len(w)-2].Copy == rules.Centre {
		bead := paint.Arrow{Colour: p.Theme.Silver, Casing: p.Theme.Slate, Width: 10, Dash: []float64{0, 21}}
		in = bead.Shaft(before.Add(d.Times(46)), at.Sub(d.Times(66)))
	}
	foot, half, arm := at.Sub(d.Times(49)), paint.Point{X: -d.Y, Y: d.X}.Times(42), d.Times(24)
	bar := paint.Outline{}.MoveTo(foot.Sub(half).Add(arm)).LineTo(foot.Sub(half)).LineTo(foot.Add(half)).LineTo(foot.Add(half).Add(arm))
	in = append(in, paint.Path{Outline: bar, Paint: paint.Stroked(p.Theme.HintEdge, 15)}, paint.Path{Outline: bar, Paint: paint.Stroked(p.Theme.Ink, 8)})
	return paint.Group{Opacity: 1, Role: paint.BlockMark, Square: last.Square, Shapes: in}
}

// pinHint marks a pin to which the selected board can move. A board that can turn in place gets a circular
// arrow on its current pin.
func (p *painter) pinHint(name string, at *stud) paint.Shape {
	t := p.Theme
	in := []paint.Shape{
		paint.Path{Outline: at.quad(1), Paint: paint.Stroked(t.HintEdge, 11)},
		paint.Path{Outline: at.quad(1), Paint: paint.Stroked(t.Move, 6).Dashed(20, 14)},
	}
	dot := paint.Paint{Fill: t.Move, Stroke: t.HintEdge, Width: 4}
	if name == p.pin {
		in = append(in, p.turn(name, at, t.Move))
	} else {
		in = append(in, paint.Path{Outline: paint.Ellipse(at.centre, at.u.Times(0.16), at.v.Times(0.16)), Paint: dot})
	}
	if p.upright && !at.held {
		in = append(in, paint.Label{At: at.centre.Add(paint.Point{X: -20, Y: 38}), Size: 24, Anchor: paint.Middle, Words: name, Colour: t.Slate})
	}
	return paint.Group{Opacity: 1, Role: paint.PinHint, Square: name, Shapes: in}
}

// turn draws an arrow along three quarters of a circle on a board.
func (p *painter) turn(pin string, at *stud, c color.NRGBA) paint.Shape {
	round := paint.Ellipse(at.centre, at.u.Times(0.34), at.v.Times(0.34))
	return paint.Group{Opacity: 1, Role: paint.TurnRole, Square: pin, Shapes: []paint.Shape{
		paint.Arrow{Along: round[:4], Colour: c, Casing: p.Theme.HintEdge, Width: 7},
	}}
}

// at returns the centre of a touched square. If only one board is drawn, a square beyond the seam is next to
// that board. For the columns of a board in space, at returns false.
func (p *painter) at(t rules.Touch) (paint.Point, bool) {
	if f := p.find[place{t.Copy, t.Square}]; f != nil {
		return f.at, true
	}
	if f := p.find[place{rules.Centre, t.Square}]; f != nil {
		return f.at.Add(p.across.Times(float64(t.Copy))), true
	}
	return paint.Point{}, false
}

// ends returns the start and end points of a way, or false if it has none.
func (p *painter) ends(w rules.Way) (from, to paint.Point, ok bool) {
	if len(w) < 2 {
		return from, to, false
	}
	from, okFrom := p.at(w[0])
	to, okTo := p.at(w[len(w)-1])
	return from, to, okFrom && okTo
}

// seamWay draws a mark on the square of a side board where the selected piece lands after crossing the seam.
// It draws the way too, unless a longer way includes it.
func (p *painter) seamWay(w way) (shapes []paint.Shape) {
	_, to, ok := p.ends(w.Way)
	if !ok {
		return nil
	}
	mark, ink, short := paint.Circle{At: to, R: 13}, p.Theme.Move, 22.0
	if w.capture {
		mark.R, ink, short = 40, p.Theme.Capture, 46
	}
	if w.shown {
		shapes = append(shapes, p.dotted(w.Way, short)...)
	}
	edge := mark
	edge.Paint, mark.Paint = paint.Stroked(p.Theme.HintEdge, 9), paint.Stroked(ink, 5)
	shapes = append(shapes, edge, mark)
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.WayRole, Square: w.Way[len(w.Way)-1].Square, Shapes: shapes}}
}

// dotted draws a way as a dotted arrow that ends short of the centre of its landing square. On a single
// board, a way over the seam leaves the board on one side and returns on the other.
func (p *painter) dotted(w rules.Way, short float64) (shapes []paint.Shape) {
	from, to, ok := p.ends(w)
	if !ok {
		return nil
	}
	bead := paint.Arrow{Colour: p.Theme.Silver, Casing: p.Theme.Slate, Width: 10, Dash: []float64{0, 21}}
	if n := p.hop(w); n > 0 {
		return p.hopped(w, n, short, bead)
	}
	d := from.Towards(to)
	begin := max(18, min(46, to.Sub(from).Length()-short-24))
	start, end := from.Add(d.Times(begin)), to.Sub(d.Times(short))
	last := w[len(w)-1].Copy
	if last != rules.Centre && p.copies == 1 {
		// The edge is half a board away from the board's centre.
		edge := p.middle.X + p.across.X*float64(last)/2
		cut := paint.Mix(from, to, (edge-from.X)/(to.X-from.X))
		back := p.across.Times(-float64(last))
		if (cut.X-start.X)*(edge-p.middle.X) > 0 {
			shapes = append(shapes, bead.Straight(start, cut))
		}
		return append(shapes, bead.Straight(cut.Add(back), end.Add(back)))
	}
	if p.Move == board.NoMove {
		// Leave room for the marks on the squares along the way.
		for _, t := range w[1 : len(w)-1] {
			at, ok := p.at(t)
			if !ok {
				continue
			}
			shapes = append(shapes, bead.Shaft(start, at.Sub(d.Times(24)))...)
			start = at.Add(d.Times(28))
		}
	}
	return append(shapes, bead.Straight(start, end))
}

// hop returns the index of the first square after a hop over the edge. It returns 0 if there is no hop or the
// way is straight.
func (p *painter) hop(w rules.Way) int {
	n := slices.IndexFunc(w, func(t rules.Touch) bool { return t.Copy != rules.Centre })
	if n < 1 {
		return 0
	}
	from, to, _ := p.ends(w)
	out, okOut := p.at(w[n-1])
	in, okIn := p.at(w[n])
	if !okOut || !okIn || out.Y != in.Y || from.Y == out.Y && in.Y == to.Y {
		return 0
	}
	return n
}

// hopped draws a way with a hop. The arrow leads to the edge square, leaves the board along the rank of that
// square, and continues from the other edge.
func (p *painter) hopped(w rules.Way, n int, short float64, bead paint.Arrow) (shapes []paint.Shape) {
	from, to, _ := p.ends(w)
	out, _ := p.at(w[n-1])
	in, _ := p.at(w[n])
	if p.copies > 1 {
		return bead.Bent(46, short, from, out, in, to)
	}
	last := float64(w[n].Copy)
	edge := paint.Point{X: p.middle.X + p.across.X*last/2, Y: out.Y}
	back := p.across.Times(-last)
	return append(bead.Bent(46, 0, from, out, edge), bead.Bent(0, short, edge.Add(back), in.Add(back), to.Add(back))...)
}

// homeward draws the arrow from a landing square on a side board back to the same square on the centre board.
// It curves upwards, or downwards if the way went down, to avoid the origin.
func (p *painter) homeward(w rules.Way, capture bool) []paint.Shape {
	last := w[len(w)-1]
	origin, from, ok := p.ends(w)
	home := p.find[place{rules.Centre, last.Square}]
	if !ok || home == nil || last.Copy == rules.Centre || p.copies == 1 {
		return nil
	}
	clear := 22.0
	if capture {
		clear = 50
	}
	// The arrow must stay inside the picture and must not touch the names below the boards.
	most := 0.2 * math.Abs(home.at.X-from.X)
	rise, away := min(most, from.Y-clear-10), paint.Point{X: 0, Y: -clear}
	if dip := min(most, p.height-60-from.Y-clear); from.Y > origin.Y+1 && dip > 80 {
		rise, away = -dip, paint.Point{X: 0, Y: clear}
	}
	from, to := from.Add(away), home.at.Add(away)
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.ReturnRole, Square: last.Square, Shapes: []paint.Shape{
		paint.Arrow{Along: paint.Arc(from, to, rise), Colour: p.Theme.Silver, Casing: p.Theme.Slate, Width: 7},
	}}}
}

// preview draws a move and its effects.
func (p *painter) preview() (shapes []paint.Shape) {
	g := p.Rules.Guide()
	var next board.Position
	p.Rules.Apply(&p.Position, p.Move, &next)
	changes := describe.Changes(p.Rules, &p.Position, &next, p.Move)
	landing := p.name(p.Move.To())
	e := effects{painter: p, landing: p.find[place{rules.Centre, landing}]}
	for _, c := range changes {
		switch c.Effect {
		case describe.Captured:
			e.taken = append(e.taken, c.From)
		case describe.WentOn:
			e.goesOn = true
		case describe.Promoted:
			e.into = c.Into
		}
	}
	class := g.Class(&p.Position, p.Move)
	switch {
	case class&rules.BoardMove != 0:
		shapes = e.boardMove(&next)
	case class&rules.Castling == 0:
		ways := g.Ways(&p.Position, p.Move)
		for i, w := range ways[:min(3, len(ways))] {
			drawn := e.way(w)
			if i > 0 {
				drawn = []paint.Shape{paint.Group{Opacity: 0.45, Shapes: drawn}}
			}
			shapes = append(shapes, drawn...)
		}
	}
	for _, c := range changes {
		shapes = append(shapes, e.draw(c)...)
	}
	return shapes
}

// effects draws the effects of a previewed move.
type effects struct {
	*painter
	landing *field   // landing square of the moving piece
	taken   []string // squares of captured pieces
	goesOn  bool     // the piece goes on from the landing square
	into    board.Piece
}

// way draws one way of a piece: dotted if it crosses the seam, otherwise as an arrow.
func (e *effects) way(w rules.Way) []paint.Shape {
	from, to, ok := e.ends(w)
	if !ok {
		return nil
	}
	if shapes := e.jointed(w); shapes != nil {
		return shapes
	}
	short, capture := 30.0, e.piece(e.landing) != board.NoPiece
	if capture {
		short = 48
	} else if w.Seam() {
		short = max(short, min(48, to.Sub(from).Length()-70)) // stop before the previewed piece if there is space
	}
	if w.Seam() {
		shapes := e.dotted(w, short)
		if side := e.find[place{w[len(w)-1].Copy, w[len(w)-1].Square}]; side != nil {
			if capture {
				shapes = append(shapes, paint.Circle{At: side.at, R: 42, Paint: paint.Stroked(e.Theme.HintEdge, 10)}, paint.Circle{At: side.at, R: 42, Paint: paint.Stroked(e.Theme.Capture, 6)})
			} else {
				shapes = append(shapes, e.ghost(side, e.mover(), false, 0.5)...)
			}
		}
		shapes = append(shapes, e.homeward(w, true)...)
		return []paint.Shape{paint.Group{Opacity: 1, Role: paint.WayRole, Shapes: shapes}}
	}
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.WayRole, Shapes: []paint.Shape{e.arrow(from, to, 48, short)}}}
}

// mover returns the moving piece, after any promotion.
func (e *effects) mover() board.Piece {
	if e.into != board.NoPiece {
		return e.into
	}
	return e.Position.Piece(e.Move.From())
}

// arrow draws a move. On boards in space the arrow is curved, because it may cross other boards.
func (p *painter) arrow(from, to paint.Point, after, before float64) paint.Shape {
	if whole := to.Sub(from).Length(); whole < after+before+50 {
		after = 22 // a short arrow
		before = min(before, max(20, whole-after-44))
	}
	d := from.Towards(to)
	a, b := from.Add(d.Times(after)), to.Sub(d.Times(before))
	along := paint.Straight(a, b)
	if len(p.pins) > 0 {
		along = paint.Bow(a, b, 0.1)
	}
	return paint.Arrow{Along: along, Colour: p.Theme.Accent, Casing: p.Theme.HintEdge, Width: 8}
}

func (e *effects) draw(c describe.Change) []paint.Shape {
	from, to := e.find[place{rules.Centre, c.From}], e.find[place{rules.Centre, c.To}]
	switch c.Effect {
	case describe.Captured:
		if from != nil && from != e.landing {
			return e.cross(from)
		}
		if from != nil {
			return []paint.Shape{paint.Group{Opacity: 1, Role: paint.WayRole, Shapes: []paint.Shape{
				from.disc(43, paint.Stroked(e.Theme.HintEdge, 12)), from.disc(43, paint.Stroked(e.Theme.Capture, 7.5)),
			}}}
		}
	case describe.Moved:
		if to != nil && e.piece(to) != board.NoPiece && e.into != board.NoPiece {
			return e.badge(to, e.into)
		}
		if to == nil || e.piece(to) != board.NoPiece {
			return nil
		}
		if e.goesOn {
			return e.ghost(to, c.Piece, false, 0.3)
		}
		return e.ghost(to, e.mover(), false, 0.6)
	case describe.Castled:
		if from == nil || to == nil {
			return nil
		}
		// The king and rook move in opposite directions, so their arrows curve away from each other.
		shapes := []paint.Shape{paint.Arrow{Along: paint.Bow(from.at, to.at, 0.2), Colour: e.Theme.Accent, Casing: e.Theme.HintEdge, Width: 8}}
		if e.piece(to) == board.NoPiece {
			shapes = append(e.ghost(to, c.Piece, false, 0.5), shapes...)
		}
		return shapes
	case describe.WentOn:
		if e.landing == nil || to == nil {
			return nil
		}
		return append(e.reflection(e.landing, to, true), e.result(to, c.Piece, false)...)
	case describe.Appeared:
		if e.landing == nil || to == nil {
			return nil
		}
		return append(e.reflection(e.landing, to, false), e.result(to, c.Piece, true)...)
	case describe.Carried:
		if to != nil {
			return e.ghost(to, c.Piece, false, 0.6)
		}
	}
	return nil
}

// result draws a spawned piece, or a piece that goes on, without covering the moving piece.
func (e *effects) result(f *field, pc board.Piece, mirrored bool) []paint.Shape {
	switch {
	case f.square != e.Move.From():
		return e.ghost(f, pc, mirrored, 0.68)
	case e.goesOn:
		return nil // the piece returns to its original square
	default:
		return e.badge(f, pc)
	}
}

// ghost draws a translucent piece where it will be after the move.
func (p *painter) ghost(f *field, pc board.Piece, mirrored bool, opacity float64) []paint.Shape {
	return []paint.Shape{paint.Group{Opacity: opacity, Role: paint.GhostRole, Square: f.name, Shapes: p.pieceShapes(f, pc, mirrored)}}
}

// badge draws a small piece in the corner of a square that another piece still occupies.
func (p *painter) badge(f *field, pc board.Piece) []paint.Shape {
	const size = 50.0
	at := f.at.Add(paint.Point{X: 30, Y: -34})
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.GhostRole, Square: f.name, Shapes: []paint.Shape{
		paint.Circle{At: at, R: size * 0.56, Paint: paint.Paint{Fill: p.Theme.Paper, Stroke: p.Theme.Slate, Width: 3}},
		p.figure(paint.Around(at, size, size), pc, false),
	}}}
}

// cross marks a piece captured on a square other than the landing square.
func (p *painter) cross(f *field) []paint.Shape {
	const k = 0.3
	o := append(paint.Straight(f.corner(-k, -k), f.corner(k, k)), paint.Straight(f.corner(-k, k), f.corner(k, -k))...)
	return []paint.Shape{paint.Path{Outline: o, Paint: paint.Stroked(p.Theme.HintEdge, 14)}, paint.Path{Outline: o, Paint: paint.Stroked(p.Theme.Capture, 8.5)}}
}

// reflection draws the line from the landing square to the reflected square. If the middle of the line is the
// centre of the board, reflection marks the centre.
func (e *effects) reflection(from, to *field, goes bool) []paint.Shape {
	t := e.Theme
	d := from.at.Towards(to.at)
	a, b := from.at.Add(d.Times(30)), to.at.Sub(d.Times(34))
	var in []paint.Shape
	if !goes && to.square != e.Move.From() {
		in = append(in, paint.Glow{At: to.at, R: 60}, paint.Circle{At: to.at, R: 46, Paint: paint.Stroked(t.Ring, 2.5).Dashed(9, 8)})
	}
	if from.at.Sub(to.at).Length() > 80 {
		if goes {
			along := paint.Straight(a, b)
			if to.square == e.Move.From() {
				along = paint.Bow(a, b, 0.3) // parallel to the way to the landing square
			}
			in = append(in, paint.Arrow{Along: along, Colour: t.Silver, Casing: t.Slate, Width: 7, Dash: []float64{0, 15}})
		} else {
			in = append(in, paint.Line{A: a, B: b, Paint: paint.Stroked(t.Slate, 7)}, paint.Line{A: a, B: b, Paint: paint.Stroked(t.Silver, 3.5)})
		}
	}
	if middle := paint.Mix(from.at, to.at, 0.5); middle.Sub(e.middle).Length() < 1 {
		in = append(in,
			paint.Circle{At: middle, R: 15, Paint: paint.Paint{Fill: t.Silver, Stroke: t.Slate, Width: 3.5}},
			paint.Circle{At: middle, R: 5, Paint: paint.Filled(t.Slate)})
	}
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.MirrorRole, Square: to.name, Shapes: in}}
}

// boardMove draws a board move: an arrow from pin to pin, the destination, and a circular arrow if the board
// turns.
func (e *effects) boardMove(next *board.Position) (shapes []paint.Shape) {
	t := e.Theme
	for _, w := range e.Rules.Guide().Ways(&e.Position, e.Move) {
		start, end := w[0].Square, w[len(w)-1].Square
		from, to := e.pins[start], e.pins[end]
		if from == nil || to == nil {
			continue
		}
		in := []paint.Shape{paint.Path{Outline: from.quad(5), Paint: paint.Stroked(t.Ring, 4)}}
		turns, before := e.turned(&e.Position, start) != e.turned(next, end), 40.0
		if turns {
			before = 68 // space for the turning arrow
		}
		if from != to {
			in = append(in,
				paint.Path{Outline: to.quad(4), Paint: paint.Paint{Fill: paint.Fade(t.Silver, 110), Stroke: t.Accent, Width: 5, Dash: []float64{16, 12}}},
				e.arrow(from.centre, to.centre, 60, before))
		}
		if turns {
			in = append(in, e.turn(end, to, t.Accent))
		}
		shapes = append(shapes, paint.Group{Opacity: 1, Role: paint.WayRole, Square: end, Shapes: in})
	}
	return shapes
}

// turned reports whether the board on a pin is turned.
func (s *Scene) turned(p *board.Position, pin string) bool {
	r, ok := s.Rules.(rules.MovingBoards)
	return ok && slices.ContainsFunc(r.Boards(p), func(b rules.MountedBoard) bool { return b.Mount == pin && b.Turned })
}
