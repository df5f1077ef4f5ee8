package render

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// DrawPairs draws which squares of a rule set reflect each other: every square
// with its own name and below it that of its partner, and the line that joins the
// two, in our own games through the middle of the board.
func DrawPairs(r rules.Rules, t *Theme, words Language) (*Drawing, error) {
	i := r.Info()
	mirror, ok := r.(rules.Reflecting)
	if !ok || !i.Reflects || !i.Chessboard() {
		return nil, refuse("draw.no-pairs",
			"the squares of {name} do not reflect each other: mirrorsquare and nachfolger have pairs", message.Args{"name": i.Name})
	}
	const top = 112.0
	side := 8 * unit
	d := &Drawing{Width: side + 2*pad, Height: top + side + pad, Theme: t, Title: words.say("draw.pairs.title",
		"The mirror pairs of {title}", message.Args{"title": words.title(r)})}
	at := func(s board.Square) Point {
		return Point{pad + (float64(s.File())+0.5)*unit, top + (7.5-float64(s.Rank()))*unit}
	}
	add := func(s ...Shape) { d.Shapes = append(d.Shapes, s...) }
	middle := Point{pad + side/2, top + side/2}
	add(Label{Point{d.Width / 2, 46}, 34, Middle, words.say("draw.pairs.head", "The 32 mirror pairs", nil), t.Ink},
		Label{Point{d.Width / 2, 84}, 23, Middle, words.say("draw.pairs.how", "each square above, the one it is reflected on below", nil), t.Slate},
		Rect{Box: around(middle, side, side), Paint: filled(t.Light)})
	for s := board.Square(0); s < 64; s++ {
		if (s.File()+s.Rank())%2 == 0 {
			add(Rect{Box: around(at(s), unit, unit), Paint: filled(t.Dark)})
		}
	}
	add(Rect{Box: around(middle, side, side), Paint: stroked(t.Edge, 3)})
	var pairs message.List
	for s := board.Square(0); s < 64; s++ {
		other := mirror.Reflected(s)
		if other < s {
			continue // its partner has told of it
		}
		pairs = append(pairs, message.New("draw.pair", "{first} and {second}", message.Args{"first": s, "second": other}))
		add(Group{Opacity: 0.4, Role: MirrorRole, Square: s.String(), Shapes: []Shape{Line{at(s), at(other), stroked(t.Slate, 2)}}})
	}
	for s := board.Square(0); s < 64; s++ {
		ground, ink := t.Light, t.OnLight
		if (s.File()+s.Rank())%2 == 0 {
			ground, ink = t.Dark, t.OnDark
		}
		add(Circle{at(s), 36, filled(ground)},
			Label{at(s).add(Point{0, 2}), 32, Middle, s.String(), t.Ink},
			Label{at(s).add(Point{0, 26}), 21, Middle, mirror.Reflected(s).String(), ink})
	}
	if mirror.Reflected(0) == board.Square(0).Mirror() { // all lines meet there
		add(Circle{middle, 15, Paint{Fill: t.Silver, Stroke: t.Slate, Width: 3.5}}, Circle{middle, 5, filled(t.Slate)})
	}
	d.Text = words.say("draw.pairs", "These squares reflect each other: {pairs, comma}.", message.Args{"pairs": pairs})
	return d, nil
}
