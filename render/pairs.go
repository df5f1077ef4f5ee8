package render

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// DrawPairs draws which squares of a rule set reflect each other: every square
// with its own name and below it that of its partner, and the line that joins the
// two, in our own games through the middle of the board.
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
			continue // its partner has told of it
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
	if mirror.Reflected(0) == board.Square(0).Mirror() { // all lines meet there
		add(paint.Circle{At: middle, R: 15, Paint: paint.Paint{Fill: t.Silver, Stroke: t.Slate, Width: 3.5}}, paint.Circle{At: middle, R: 5, Paint: paint.Filled(t.Slate)})
	}
	d.Text = words.say("draw.pairs", "These squares reflect each other: {pairs, comma}.", message.Args{"pairs": pairs})
	return d, nil
}
