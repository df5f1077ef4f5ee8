package render

import (
	"math"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// DrawPieces draws the piece set: the pictures of both sides and their spawned forms. It shows only the first
// six letters.
func DrawPieces(t *paint.Theme, words Language) *paint.Drawing {
	rows := [4]string{
		words.say("draw.row.white", "white", nil), words.say("draw.row.black", "black", nil),
		words.say("draw.row.white.made", "white, spawned", nil), words.say("draw.row.black.made", "black, spawned", nil),
	}
	const columns, blocks = 12, 2
	const top, block = 60.0, 4*unit + 60
	left := 150.0
	for _, words := range rows {
		left = max(left, paint.Label{Size: 22, Words: words}.TextWidth()*1.12+28)
	}
	d := &paint.Drawing{
		Width: left + columns*unit + pad, Height: blocks*block + pad, Theme: t,
		Title: words.say("draw.pieces.title", "The pieces", nil),
		Text:  words.say("draw.pieces", "The pieces of chess, twelve fairy pieces and six of the letters for other pieces, with the spawned form of each below.", nil),
	}
	add := func(s ...paint.Shape) { d.Shapes = append(d.Shapes, s...) }
	for i, picture := range paint.Pictures()[:blocks*columns] {
		x, y := left+float64(i%columns)*unit, top+float64(i/columns)*block
		name := paint.Label{At: paint.Point{X: x + unit/2, Y: y - 16}, Size: 22, Anchor: paint.Middle, Words: words.picture(picture), Colour: t.Slate}
		name.Size *= min(1, 92/name.TextWidth())
		add(name)
		for row, kind := range rows {
			if i%columns == 0 {
				add(paint.Label{At: paint.Point{X: left - 14, Y: y + unit/2 + 8}, Size: 22, Anchor: paint.End, Words: kind, Colour: t.Slate})
			}
			ground := t.Light
			if (i+row)%2 == 1 {
				ground = t.Dark
			}
			b := paint.Box{X: x, Y: y, W: unit, H: unit}
			add(paint.Rect{Box: b, Paint: paint.Filled(ground)}, paint.Figure{Box: b, Picture: picture, Colour: board.Colour(row & 1), Mirrored: row > 1})
			y += unit
		}
	}
	return d
}

// picture returns the name of a picture.
func (l Language) picture(p paint.Picture) string {
	if len(p) == 1 {
		return strings.ToUpper(string(p))
	}
	for k := board.Pawn; k <= board.King; k++ {
		if p == paint.PictureOf(k) {
			return l.say("draw.role", "{role}", message.Args{"role": k})
		}
	}
	return l.say("draw.role", "{role}", message.Args{"role": message.Kind(p)})
}

// Dimensions of the pin map.
const (
	nodeW, nodeH = 216.0, 92.0
	rowStep      = 158.0
	columnStep   = 560.0
)

// DrawPins draws a map of a rule set's pins, with lines along which boards can move. It returns an error if
// the rule set has no pins.
func DrawPins(r rules.Rules, t *paint.Theme, words Language) (*paint.Drawing, error) {
	pinned, ok := r.(rules.MovingBoards)
	if !ok {
		return nil, message.NewError("draw.no-pins", "{name} has no pins: its boards do not move", message.Args{"name": r.Info().Name})
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	st := newStoreys(&Scene{Rules: r, Position: start, Theme: t})
	pins := pinned.Mounts()
	rows := [2]int{}
	at := map[string]paint.Point{}
	side := map[string]int{}
	for _, n := range pins {
		if !st.left(n.Name) {
			side[n.Name] = 1
		}
		at[n.Name] = paint.Point{X: float64(side[n.Name]) * columnStep, Y: -float64(rows[side[n.Name]]) * rowStep}
		rows[side[n.Name]]++
	}
	const edge, head = 250.0, 112.0
	height := float64(max(rows[0], rows[1])-1) * rowStep
	shift := paint.Point{X: edge, Y: head + height + nodeH/2}
	d := &paint.Drawing{
		Width: 2*edge + columnStep, Height: head + height + nodeH + pad, Theme: t,
		Title: words.say("draw.pins.title", "The pins of {title}", message.Args{"title": words.title(r)}),
	}
	d.Shapes = append(d.Shapes, paint.Label{At: paint.Point{X: d.Width / 2, Y: 50}, Size: 34, Anchor: paint.Middle, Words: words.say("draw.pins.head",
		"Pins of {name}", message.Args{"name": r.Info().Name}), Colour: t.Ink},
		paint.Label{At: paint.Point{X: d.Width / 2, Y: 86}, Size: 23, Anchor: paint.Middle, Words: words.say("draw.pins.how",
			"boards move along the lines; discs mark the boards at the start", nil), Colour: t.Slate})
	var text message.List
	for _, n := range pins {
		text = append(text, message.New("draw.pin", "{pin} is next to {next, comma}", message.Args{"pin": n.Name, "next": message.Strings(n.Next)}))
		for _, next := range n.Next {
			if n.Name < next { // draw each line once
				a, b := at[n.Name].Add(shift), at[next].Add(shift)
				d.Shapes = append(d.Shapes, paint.Path{Outline: pinLine(a, b, side[n.Name]), Paint: paint.Stroked(t.Edge, 6)})
			}
		}
	}
	d.Text = words.say("draw.pins", "{pins, each}.", message.Args{"pins": text})
	for _, n := range pins {
		d.Shapes = append(d.Shapes, pinNode(t, words, st, n, at[n.Name].Add(shift))...)
	}
	return d, nil
}

// pinLine returns the line between two pins. The line curves outwards if another pin is between them.
func pinLine(a, b paint.Point, side int) paint.Outline {
	if a.X != b.X || math.Abs(a.Y-b.Y) < 1.5*rowStep {
		return paint.Straight(a, b)
	}
	out := -1.0
	if side == 1 {
		out = 1
	}
	if a.Y < b.Y {
		a, b = b, a
	}
	a.X, b.X = a.X+out*nodeW/2, b.X+out*nodeW/2
	return paint.Outline{}.MoveTo(a).CurveTo(a.Add(paint.Point{X: out * 86, Y: -50}), b.Add(paint.Point{X: out * 86, Y: 50}), b)
}

// pinNode draws a pin with its name, its corner and the ranks of a board on it. If a board starts on the pin,
// a disc shows the colour of its owner.
func pinNode(t *paint.Theme, words Language, st *storeys, n rules.Mount, at paint.Point) []paint.Shape {
	_, low, _, high := extent(st.fields[n.Name])
	shapes := []paint.Shape{
		paint.Rect{Box: paint.Around(at, nodeW, nodeH), Round: 18, Paint: paint.Paint{Fill: t.Paper, Stroke: t.Slate, Width: 4}},
		paint.Label{At: at.Add(paint.Point{X: 0, Y: -4}), Size: 32, Anchor: paint.Middle, Words: n.Name, Colour: t.Ink},
		paint.Label{At: at.Add(paint.Point{X: 0, Y: 28}), Size: 21, Anchor: paint.Middle, Words: words.say("draw.pin.where",
			"on {square}, ranks {low}-{high}", message.Args{"square": n.Corner, "low": low, "high": high}), Colour: t.Slate},
	}
	if stand, ok := st.stands[n.Name]; ok {
		disc := paint.Circle{At: at.Add(paint.Point{X: -nodeW/2 + 26, Y: -15}), R: 12, Paint: paint.Paint{Fill: t.White.Body, Stroke: t.Ink, Width: 3}}
		if stand.Owner == board.Black {
			disc.Fill = t.Black.Body
		}
		shapes = append(shapes, disc)
	}
	return shapes
}

// PieceDrawing is a picture of a piece in a box of 100 by 100, as SVG path data. It is for programs that draw
// the pieces themselves. Fill and outline the parts in order, fill the eye, and draw cuts, the sign and
// highlights as lines.
type PieceDrawing struct {
	// Kind is the name of the picture.
	Kind  paint.Picture `json:"kind"`
	Parts []string      `json:"parts"`
	Cuts  string        `json:"cuts,omitempty"`
	Eye   string        `json:"eye,omitempty"`
	Sign  string        `json:"sign,omitempty"` // a letter
	Line  string        `json:"line"`
	// Made and MadeCuts are the highlight and the cuts of a spawned piece.
	Made     string `json:"made"`
	MadeCuts string `json:"madeCuts,omitempty"`
}

// PieceSet holds pictures of pieces and their line widths.
type PieceSet struct {
	Edge   float64        `json:"edge"`
	Cut    float64        `json:"cut"`
	Line   float64        `json:"line"`
	Sign   float64        `json:"sign"`
	Pieces []PieceDrawing `json:"pieces"`
}

// Pieces returns the pictures of the pieces: those of chess first, then the fairy pieces and the letters.
func Pieces() PieceSet {
	set := PieceSet{Edge: paint.EdgeWidth, Cut: paint.CutWidth, Line: paint.LineWidth, Sign: paint.SignWidth}
	for _, p := range paint.Pictures() {
		f := paint.Forms()[p]
		cuts, line := f.Highlight(true)
		one := PieceDrawing{
			Kind: p, Cuts: f.Cuts.String(), Eye: f.Eye.String(), Sign: f.Sign.String(), Line: f.Line.String(),
			Made: line.String(), MadeCuts: cuts.String(),
		}
		for _, part := range f.Parts {
			one.Parts = append(one.Parts, part.String())
		}
		set.Pieces = append(set.Pieces, one)
	}
	return set
}

// DrawPairs draws which squares of a rule set reflect each other. Each square shows its name and the name of
// its reflection, and a line joins the two squares. DrawPairs returns an error if the rule set has no
// reflection or its board is not 8 by 8.
func DrawPairs(r rules.Rules, t *paint.Theme, words Language) (*paint.Drawing, error) {
	i := r.Info()
	mirror, ok := r.(rules.Reflecting)
	if !ok || !i.Reflects || !i.Chessboard() {
		return nil, message.NewError("draw.no-pairs",
			"{name} has no mirror pairs; mirrorsquare and nachfolger do", message.Args{"name": i.Name})
	}
	const top = 112.0
	side := 8 * unit
	d := &paint.Drawing{Width: side + 2*pad, Height: top + side + pad, Theme: t, Title: words.say("draw.pairs.title",
		"The mirror pairs of {title}", message.Args{"title": words.title(r)})}
	at := func(s board.Square) paint.Point {
		return paint.Point{X: pad + (float64(s.File())+0.5)*unit, Y: top + (7.5-float64(s.Rank()))*unit}
	}
	add := func(s ...paint.Shape) { d.Shapes = append(d.Shapes, s...) }
	middle := paint.Point{X: pad + side/2, Y: top + side/2}
	add(paint.Label{At: paint.Point{X: d.Width / 2, Y: 46}, Size: 34, Anchor: paint.Middle, Words: words.say("draw.pairs.head", "The 32 mirror pairs", nil), Colour: t.Ink},
		paint.Label{At: paint.Point{X: d.Width / 2, Y: 84}, Size: 23, Anchor: paint.Middle, Words: words.say("draw.pairs.how", "each square above, its reflection below", nil), Colour: t.Slate},
		paint.Rect{Box: paint.Around(middle, side, side), Paint: paint.Filled(t.Light)})
	for s := board.Square(0); s < 64; s++ {
		if (s.File()+s.Rank())%2 == 0 {
			add(paint.Rect{Box: paint.Around(at(s), unit, unit), Paint: paint.Filled(t.Dark)})
		}
	}
	add(paint.Rect{Box: paint.Around(middle, side, side), Paint: paint.Stroked(t.Edge, 3)})
	var pairs message.List
	for s := board.Square(0); s < 64; s++ {
		other := mirror.Reflected(s)
		if other < s {
			continue // already drawn
		}
		pairs = append(pairs, message.New("draw.pair", "{first} and {second}", message.Args{"first": s, "second": other}))
		add(paint.Group{Opacity: 0.4, Role: paint.MirrorRole, Square: s.String(), Shapes: []paint.Shape{paint.Line{A: at(s), B: at(other), Paint: paint.Stroked(t.Slate, 2)}}})
	}
	for s := board.Square(0); s < 64; s++ {
		ground, ink := t.Light, t.OnLight
		if (s.File()+s.Rank())%2 == 0 {
			ground, ink = t.Dark, t.OnDark
		}
		add(paint.Circle{At: at(s), R: 36, Paint: paint.Filled(ground)},
			paint.Label{At: at(s).Add(paint.Point{X: 0, Y: 2}), Size: 32, Anchor: paint.Middle, Words: s.String(), Colour: t.Ink},
			paint.Label{At: at(s).Add(paint.Point{X: 0, Y: 26}), Size: 21, Anchor: paint.Middle, Words: mirror.Reflected(s).String(), Colour: ink})
	}
	if mirror.Reflected(0) == board.Square(0).Mirror() { // all lines meet at the centre
		add(paint.Circle{At: middle, R: 15, Paint: paint.Paint{Fill: t.Silver, Stroke: t.Slate, Width: 3.5}}, paint.Circle{At: middle, R: 5, Paint: paint.Filled(t.Slate)})
	}
	d.Text = words.say("draw.pairs", "These squares reflect each other: {pairs, comma}.", message.Args{"pairs": pairs})
	return d, nil
}
