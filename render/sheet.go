package render

import (
	"math"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// DrawPieces draws the set of pieces: both sides, as they are and as they look
// when a move has made them.
func DrawPieces(t *Theme, words Language) *Drawing {
	rows := [4]string{
		words.say("draw.row.white", "white", nil), words.say("draw.row.black", "black", nil),
		words.say("draw.row.white.made", "white, made", nil), words.say("draw.row.black.made", "black, made", nil),
	}
	const top = 60.0
	left := 150.0
	for _, words := range rows {
		left = max(left, Label{Size: 22, Words: words}.width()*1.12+28)
	}
	d := &Drawing{
		Width: left + 6*unit + pad, Height: top + 4*unit + pad, Theme: t,
		Title: words.say("draw.pieces.title", "The pieces", nil),
		Text:  words.say("draw.pieces", "The twelve pieces, and below them how each looks when a move has made it.", nil),
	}
	add := func(s ...Shape) { d.Shapes = append(d.Shapes, s...) }
	add(Rect{Box: Box{left, top, 6 * unit, 4 * unit}, Paint: filled(t.Light)})
	for row := range 4 {
		c, made := board.Colour(row&1), row > 1
		y := top + float64(row)*unit
		add(Label{Point{left - 14, y + unit/2 + 8}, 22, End, rows[row], t.Slate})
		for k := board.Pawn; k <= board.King; k++ {
			x := left + float64(k-board.Pawn)*unit
			if row == 0 {
				add(Label{Point{x + unit/2, top - 16}, 22, Middle, words.say("draw.role", "{role}", message.Args{"role": k}), t.Slate})
			}
			if (row+int(k))%2 == 0 {
				add(Rect{Box: Box{x, y, unit, unit}, Paint: filled(t.Dark)})
			}
			add(Figure{Box{x, y, unit, unit}, board.NewPiece(c, k), made})
		}
	}
	return d
}

// The measures of the map of pins.
const (
	nodeW, nodeH = 216.0, 92.0
	rowStep      = 158.0
	columnStep   = 560.0
)

// DrawPins draws the map of pins of a rule set: which are neighbours, so that
// a board may go from one to the other.
func DrawPins(r rules.Rules, t *Theme, words Language) (*Drawing, error) {
	pinned, ok := r.(rules.MovingBoards)
	if !ok {
		return nil, refuse("draw.no-pins", "{name} has no pins: its boards do not move", message.Args{"name": r.Info().Name})
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	st := newStoreys(&Scene{Rules: r, Position: start, Theme: t})
	pins := pinned.Mounts()
	rows := [2]int{}
	at := map[string]Point{}
	side := map[string]int{}
	for _, n := range pins {
		if !st.left(n.Name) {
			side[n.Name] = 1
		}
		at[n.Name] = Point{float64(side[n.Name]) * columnStep, -float64(rows[side[n.Name]]) * rowStep}
		rows[side[n.Name]]++
	}
	const edge, head = 250.0, 112.0
	height := float64(max(rows[0], rows[1])-1) * rowStep
	shift := Point{edge, head + height + nodeH/2}
	d := &Drawing{
		Width: 2*edge + columnStep, Height: head + height + nodeH + pad, Theme: t,
		Title: words.say("draw.pins.title", "The pins of {title}", message.Args{"title": words.title(r)}),
	}
	d.Shapes = append(d.Shapes, Label{Point{d.Width / 2, 50}, 34, Middle, words.say("draw.pins.head",
		"Pins of {name}", message.Args{"name": r.Info().Name}), t.Ink},
		Label{Point{d.Width / 2, 86}, 23, Middle, words.say("draw.pins.how",
			"a board may go along a line; discs are the boards at the start", nil), t.Slate})
	var text message.List
	for _, n := range pins {
		text = append(text, message.New("draw.pin", "{pin} is next to {next, comma}", message.Args{"pin": n.Name, "next": message.Strings(n.Next)}))
		for _, next := range n.Next {
			if n.Name < next { // each line once
				a, b := at[n.Name].add(shift), at[next].add(shift)
				d.Shapes = append(d.Shapes, Path{pinLine(a, b, side[n.Name]), stroked(t.Edge, 6)})
			}
		}
	}
	d.Text = words.say("draw.pins", "{pins, each}.", message.Args{"pins": text})
	for _, n := range pins {
		d.Shapes = append(d.Shapes, pinNode(t, words, st, n, at[n.Name].add(shift))...)
	}
	return d, nil
}

// pinLine is the line between two pins. One that passes over a third is bowed
// outwards.
func pinLine(a, b Point, side int) Outline {
	if a.X != b.X || math.Abs(a.Y-b.Y) < 1.5*rowStep {
		return straight(a, b)
	}
	out := -1.0
	if side == 1 {
		out = 1
	}
	if a.Y < b.Y {
		a, b = b, a
	}
	a.X, b.X = a.X+out*nodeW/2, b.X+out*nodeW/2
	return Outline{}.moveTo(a).curveTo(a.add(Point{out * 86, -50}), b.add(Point{out * 86, 50}), b)
}

// pinNode draws a pin: its name, its corner, the ranks a board on it has, and
// whose board stands there at the start.
func pinNode(t *Theme, words Language, st *storeys, n rules.Mount, at Point) []Shape {
	_, low, _, high := extent(st.fields[n.Name])
	shapes := []Shape{
		Rect{Box: around(at, nodeW, nodeH), Round: 18, Paint: Paint{Fill: t.Paper, Stroke: t.Slate, Width: 4}},
		Label{at.add(Point{0, -4}), 32, Middle, n.Name, t.Ink},
		Label{at.add(Point{0, 28}), 21, Middle, words.say("draw.pin.where",
			"on {square}, ranks {low}-{high}", message.Args{"square": n.Corner, "low": low, "high": high}), t.Slate},
	}
	if stand, ok := st.stands[n.Name]; ok {
		disc := Circle{at.add(Point{-nodeW/2 + 26, -15}), 12, Paint{Fill: t.White.Body, Stroke: t.Ink, Width: 3}}
		if stand.Owner == board.Black {
			disc.Fill = t.Black.Body
		}
		shapes = append(shapes, disc)
	}
	return shapes
}

// PieceDrawing is the drawing of a role in a box of 100 by 100, as path data
// of SVG, for programs that draw the pieces themselves. The parts are filled
// and outlined one after the other, the cuts and the highlight are lines.
type PieceDrawing struct {
	Role  string   `json:"kind"`
	Parts []string `json:"parts"`
	Cuts  string   `json:"cuts,omitempty"`
	Eye   string   `json:"eye,omitempty"`
	Line  string   `json:"line"`
	// Made is the highlight of a piece that a move has made, MadeCuts its cuts.
	Made     string `json:"made"`
	MadeCuts string `json:"madeCuts,omitempty"`
}

// PieceSet is the drawings of all roles with the widths of their lines.
type PieceSet struct {
	Edge   float64        `json:"edge"`
	Cut    float64        `json:"cut"`
	Line   float64        `json:"line"`
	Pieces []PieceDrawing `json:"pieces"`
}

// Pieces returns the drawings of the pieces.
func Pieces() PieceSet {
	set := PieceSet{Edge: edgeWidth, Cut: cutWidth, Line: lineWidth}
	for k := board.Pawn; k <= board.King; k++ {
		f := forms()[k]
		cuts, line := f.highlight(true)
		one := PieceDrawing{
			Role: k.String(), Cuts: f.cuts.String(), Eye: f.eye.String(), Line: f.line.String(),
			Made: line.String(), MadeCuts: cuts.String(),
		}
		for _, part := range f.parts {
			one.Parts = append(one.Parts, part.String())
		}
		set.Pieces = append(set.Pieces, one)
	}
	return set
}

// Symbols returns the pieces in a theme's colours as the symbols of an SVG
// document, which other documents can use by their ids: light-wn is a white
// knight, light-wnm one that a move has made.
func Symbols(t *Theme) []byte {
	w := &svg{theme: t}
	w.str("<svg xmlns=\"http://www.w3.org/2000/svg\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n")
	for _, mirrored := range [...]bool{false, true} {
		for _, c := range [...]board.Colour{board.White, board.Black} {
			for k := board.Pawn; k <= board.King; k++ {
				w.symbol(board.NewPiece(c, k), mirrored)
			}
		}
	}
	w.str("</svg>\n")
	return w.text
}
