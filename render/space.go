package render

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// Dimensions of a board in space.
const (
	gap     = 26.0  // plan: distance from a main board to the boards on its pins
	between = 44.0  // plan: distance from the boards on pins to the next main board
	storey  = 280.0 // oblique view: vertical distance between main boards
	// Seen from the other side, the higher boards are nearer. They need more distance so that the boards
	// behind them remain visible.
	storeyFlipped = 560.0
	rise          = 84.0 // oblique view: height of a board on a pin above its main board
	armLeft       = 82.0 // oblique view: distance by which a board on a pin is shifted to the left
	// The distance is larger on the right, because files lean to the right and a raised board would cover the
	// main board.
	armRight = 150.0
	thick    = 9.0 // thickness of a board
)

// slant is the vector to the next rank in the oblique view.
var slant = paint.Point{X: 34, Y: -58}

// storeys holds the levels of a rule set: the main boards from the bottom up, and the pins on each.
type storeys struct {
	mains  []string
	pins   map[string]rules.Mount
	on     map[string]string // the main board of each pin
	fields map[string][]rules.SquareInfo
	stands map[string]rules.MountedBoard
	storey float64
}

func newStoreys(s *Scene) *storeys {
	info := s.Rules.Info()
	st := &storeys{
		pins: map[string]rules.Mount{}, on: map[string]string{},
		fields: map[string][]rules.SquareInfo{}, stands: map[string]rules.MountedBoard{}, storey: storey,
	}
	if s.Flip {
		st.storey = storeyFlipped
	}
	levels := map[string]string{}
	for _, q := range info.Squares {
		st.fields[q.Level] = append(st.fields[q.Level], q)
		levels[q.Name] = q.Level
	}
	if r, ok := s.Rules.(rules.MovingBoards); ok {
		for _, n := range r.Mounts() {
			st.pins[n.Name], st.on[n.Name] = n, levels[n.Corner]
		}
		for _, b := range r.Boards(&s.Position) {
			st.stands[b.Mount] = b
		}
	}
	for _, level := range info.Levels {
		if _, pin := st.pins[level]; !pin && len(st.fields[level]) > 0 {
			st.mains = append(st.mains, level)
		}
	}
	return st
}

// left reports whether a pin is to the left of its main board, where the low files are.
func (st *storeys) left(pin string) bool {
	low, _, _, _ := extent(st.fields[pin])
	main, _, _, _ := extent(st.fields[st.on[pin]])
	return low < main
}

// space lays out a board with levels.
func (l *layout) space(s *Scene) {
	st := newStoreys(s)
	l.copies = 1
	l.upright = s.View == Oblique
	lay, u, v := l.plan(s, st), paint.Point{X: unit, Y: 0}, paint.Point{X: 0, Y: -unit}
	if l.upright {
		lay, v = l.oblique(s, st), slant
	}
	if s.Flip {
		// The plan is rotated by 180° as a whole. In the oblique view only files and ranks are reversed.
		u, v = u.Times(-1), v.Times(-1)
	}
	squares := existing(s.Rules, &s.Position)
	for _, level := range s.Rules.Info().Levels {
		pin, isPin := st.pins[level]
		_, held := st.stands[level]
		at := plate{opacity: 1, glass: 1}
		var middle paint.Point
		for _, q := range st.fields[level] {
			f := &field{name: q.Name, square: board.NoSquare, dark: q.Dark, x: q.X, y: q.Y, u: u, v: v, at: lay(q)}
			if sq, ok := squares[q.Name]; ok {
				f.square = sq
			}
			at.fields = append(at.fields, f)
			middle = middle.Add(f.at.Times(1 / float64(len(st.fields[level]))))
			l.find[place{rules.Centre, q.Name}] = f
		}
		if isPin {
			l.pins[level] = &stud{centre: middle, u: u, v: v, held: held}
			l.support(s, st, &at, pin, held)
		}
		if l.upright {
			at.glass = 0.9
			at.under = append(at.under, l.columns(s, st, level)...)
		}
		if !isPin || held || !l.upright {
			l.name(s, st, &at, level, middle)
		}
		if !isPin || held {
			l.plates = append(l.plates, at)
		}
	}
	if l.upright {
		l.trim(s)
	}
}

// plan places the main boards side by side, with the boards on their pins on either side. Equal ranks are at
// the same height.
func (l *layout) plan(s *Scene, st *storeys) func(rules.SquareInfo) paint.Point {
	_, lowY, _, highY := extent(s.Rules.Info().Squares)
	span := func(level string) float64 {
		low, _, high, _ := extent(st.fields[level])
		return float64(high-low+1) * unit
	}
	aside := 0.0 // space for boards on pins on either side
	for pin := range st.pins {
		aside = max(aside, span(pin)+gap)
	}
	start := map[string]float64{}
	x := pad + aside
	for _, m := range st.mains {
		start[m] = x
		x += span(m) + 2*aside + between
	}
	top := pad + 44
	l.width = x - aside - between + pad
	l.height = top + float64(highY-lowY+1)*unit + pad
	return func(q rules.SquareInfo) paint.Point {
		main, pin := q.Level, false
		if on, ok := st.on[q.Level]; ok {
			main, pin = on, true
		}
		low, _, high, _ := extent(st.fields[q.Level])
		at := paint.Point{X: start[main], Y: top + (float64(highY-q.Y)+0.5)*unit}
		switch {
		case pin && st.left(q.Level):
			at.X -= gap + (float64(high-q.X)+0.5)*unit
		case pin:
			at.X += span(main) + gap + (float64(q.X-low)+0.5)*unit
		default:
			at.X += (float64(q.X-low) + 0.5) * unit
		}
		if s.Flip {
			at = paint.Point{X: l.width - at.X, Y: top + (l.height - pad) - at.Y}
		}
		return at
	}
}

// oblique places the boards as seen from above and slightly from the side. The method trim sets the size of
// the picture later.
func (l *layout) oblique(s *Scene, st *storeys) func(rules.SquareInfo) paint.Point {
	lowX, lowY, highX, highY := extent(s.Rules.Info().Squares)
	return func(q rules.SquareInfo) paint.Point {
		x, y := q.X-lowX, q.Y-lowY
		if s.Flip {
			x, y = highX-q.X, highY-q.Y
		}
		at := paint.Point{X: float64(x) * unit, Y: 0}.Add(slant.Times(float64(y)))
		at.Y -= st.heightOf(q.Level)
		if _, pin := st.pins[q.Level]; pin {
			if st.left(q.Level) != s.Flip {
				at.X -= armLeft
			} else {
				at.X += armRight
			}
		}
		return at
	}
}

// heightOf returns the height of a level in the oblique view.
func (st *storeys) heightOf(level string) float64 {
	if main, pin := st.on[level]; pin {
		return st.heightOf(main) + rise
	}
	return st.storey * float64(slices.Index(st.mains, level))
}

// support draws the stud of a pin. In the plan it also draws the bar to the board on the pin and the
// footprint on the corner below. For a free pin it draws the outline of a board.
func (l *layout) support(s *Scene, st *storeys, at *plate, pin rules.Mount, held bool) {
	t, n := s.Theme, l.pins[pin.Name]
	corner := l.find[place{rules.Centre, pin.Corner}]
	if corner == nil {
		return
	}
	out := 0.5 // towards the board on the pin, in squares of the corner's file
	if st.left(pin.Name) {
		out = -0.5
	}
	if l.upright {
		foot := corner.corner(out*0.7, 0)
		n.at = foot
		corner.studs = append(corner.studs,
			paint.Path{Outline: paint.Ellipse(foot, corner.u.Times(0.09), corner.v.Times(0.09)), Paint: paint.Paint{Fill: t.Silver, Stroke: t.Slate, Width: 2.5}})
		if held {
			// The pillar reaches the nearest edge of the board or slightly below it.
			edge := n.centre.Sub(n.u.Times(out * 1.7))
			at.under = append(at.under, pillar(t, foot, paint.Point{X: edge.X, Y: foot.Y - rise})...)
		}
		return
	}
	n.at = corner.corner(out, 0).Add(corner.u.Unit().Times(out * gap))
	if held {
		corner.studs = append(corner.studs, paint.Path{Outline: corner.quad(0.035), Paint: paint.Stroked(t.Slate, 2.5).Dashed(8, 9)})
		l.labels = append(l.labels,
			paint.Line{A: corner.corner(out*0.9, 0), B: corner.corner(out, 0).Add(corner.u.Unit().Times(out * 2 * (gap + 5))), Paint: paint.Stroked(t.Slate, 7)},
			paint.Circle{At: n.at, R: 9, Paint: paint.Paint{Fill: t.Silver, Stroke: t.Slate, Width: 3}})
		return
	}
	l.labels = append(l.labels,
		paint.Path{Outline: n.quad(-9), Paint: paint.Stroked(paint.Fade(t.Slate, 120), 2.5).Dashed(7, 12)},
		paint.Circle{At: n.at, R: 7, Paint: paint.Paint{Fill: t.Paper, Stroke: t.Slate, Width: 2.5}})
}

// pillar draws a slim column from its foot to its top.
func pillar(t *paint.Theme, foot, top paint.Point) []paint.Shape {
	return []paint.Shape{paint.Line{A: foot, B: top, Paint: paint.Stroked(t.Slate, 9)}, paint.Line{A: foot, B: top, Paint: paint.Stroked(t.Silver, 4.5)}}
}

// columns draws the columns between a main board and the main board below it, and the visible sides of the
// board.
func (l *layout) columns(s *Scene, st *storeys, level string) (shapes []paint.Shape) {
	t := s.Theme
	fields := st.fields[level]
	i := slices.Index(st.mains, level)
	if i > 0 {
		for _, q := range st.fields[st.mains[i-1]] {
			above := slices.IndexFunc(fields, func(o rules.SquareInfo) bool { return o.X == q.X && o.Y == q.Y })
			lowX, lowY, highX, _ := extent(fields)
			if above < 0 || q.X != lowX && q.X != highX || q.Y != lowY {
				continue
			}
			f := l.find[place{rules.Centre, q.Name}]
			out := -0.36
			if q.X == highX {
				out = 0.36
			}
			foot := f.corner(out, 0.36)
			shapes = append(shapes, pillar(t, foot, foot.Add(paint.Point{X: 0, Y: -st.storey}))...)
		}
	}
	lowX, lowY, highX, highY := extent(fields)
	at := func(x, y int) *field {
		j := slices.IndexFunc(fields, func(o rules.SquareInfo) bool { return o.X == x && o.Y == y })
		return l.find[place{rules.Centre, fields[j].Name}]
	}
	near, right, far := at(lowX, lowY).corner(-0.5, -0.5), at(highX, lowY).corner(0.5, -0.5), at(highX, highY).corner(0.5, 0.5)
	if s.Flip {
		near, right, far = at(highX, highY).corner(0.5, 0.5), at(lowX, highY).corner(-0.5, 0.5), at(lowX, lowY).corner(-0.5, -0.5)
	}
	down := paint.Point{X: 0, Y: thick}
	return append(shapes,
		paint.Path{Outline: paint.Polygon(near, right, right.Add(down), near.Add(down)), Paint: paint.Filled(t.Edge)},
		paint.Path{Outline: paint.Polygon(right, far, far.Add(down), right.Add(down)), Paint: paint.Filled(t.Edge)})
}

// name draws the name of a board, above the board in the plan and next to it in the oblique view. A board on
// a pin also gets a disc in the colour of its owner.
func (l *layout) name(s *Scene, st *storeys, at *plate, level string, middle paint.Point) {
	t := s.Theme
	b := at.frame().Bounds()
	stand, held := st.stands[level]
	words := level
	if held {
		words = s.Language.say("draw.board", "{pin} {side, colour}", message.Args{"pin": level, "side": stand.Owner})
	}
	if _, pin := st.pins[level]; !pin && !l.upright {
		words = s.Language.say("draw.level", "level {level}", message.Args{"level": level})
	}
	size := 27.0
	place, anchor := paint.Point{X: b.X + 2, Y: b.Y - 14}, paint.Start // outside any frame around the board
	if l.upright {
		if left := held && st.left(level) != s.Flip; left || !held {
			place, anchor = paint.Point{X: b.X - 6, Y: middle.Y + 8}, paint.End
		} else {
			place = paint.Point{X: b.X + b.W + 6, Y: middle.Y + 8}
		}
		if !held {
			place = paint.Point{X: b.X - 8, Y: b.Y + b.H + 14} // not covered by a board on the low pin
		}
	}
	if held {
		disc := paint.Circle{At: place.Add(paint.Point{X: 10, Y: -9}), R: 9, Paint: paint.Paint{Fill: t.White.Body, Stroke: t.Ink, Width: 3}}
		if stand.Owner == board.Black {
			disc.Fill = t.Black.Body
		}
		side := 1.0
		if anchor == paint.End {
			side = -1
			disc.At = place.Add(paint.Point{X: -10, Y: -9})
		}
		place.X += side * 26
		l.labels = append(l.labels, disc)
		if stand.Turned {
			// Use a symbol, because a word would overlap the next board.
			l.labels = append(l.labels, halfTurn(t, place.Add(paint.Point{X: side * 10, Y: -9})))
			place.X += side * 28
		}
	}
	l.labels = append(l.labels, paint.Label{At: place, Size: size, Anchor: anchor, Words: words, Colour: t.Slate})
}

// halfTurn returns the symbol for a turned board: an arrow along three quarters of a circle.
func halfTurn(t *paint.Theme, at paint.Point) paint.Shape {
	const r, a = 9.0, 5.0
	round := paint.Ellipse(at, paint.Point{X: r, Y: 0}, paint.Point{X: 0, Y: r})[:4]
	tip := at.Add(paint.Point{X: 0, Y: -r})
	round = round.MoveTo(tip.Add(paint.Point{X: -a, Y: -a})).LineTo(tip).LineTo(tip.Add(paint.Point{X: -a, Y: a}))
	return paint.Path{Outline: round, Paint: paint.Stroked(t.Slate, 3)}
}

// trim moves an oblique layout to the origin and sets the size of the picture to fit it.
func (l *layout) trim(s *Scene) {
	// Free pins need space only if a board may be shown on them.
	_, pin := l.pins[strings.ToUpper(s.Chosen)]
	boards := pin || s.Move.Type() >= board.BoardShift
	var b paint.Box
	for _, q := range s.Rules.Info().Squares {
		if f := l.find[place{rules.Centre, q.Name}]; f.square < board.NoSquare || boards {
			b = b.With(paint.Around(f.at.Add(paint.Point{X: 0, Y: -10}), unit+30, unit))
		}
	}
	for _, n := range l.labels {
		if label, ok := n.(paint.Label); ok {
			b = b.With(label.TextBox().Grown(8)) // other typefaces may be wider
		}
	}
	b = b.Grown(pad / 2)
	by := paint.Point{X: -b.X, Y: -b.Y}
	l.width, l.height, l.zero = b.W, b.H, by
	for _, f := range l.find {
		f.at = f.at.Add(by)
		f.studs = paint.MoveAll(f.studs, by)
	}
	for _, n := range l.pins {
		n.at, n.centre = n.at.Add(by), n.centre.Add(by)
	}
	for i := range l.plates {
		l.plates[i].under = paint.MoveAll(l.plates[i].under, by)
	}
	l.labels = paint.MoveAll(l.labels, by)
}
