package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// refused returns the neighbouring pins to which the selected board cannot move, grouped by reason.
func (p *painter) refused() (all []refusal) {
	r, ok := p.Rules.(rules.MovingBoards)
	if !ok || p.pin == "" || p.Move != board.NoMove {
		return nil
	}
	for _, g := range r.BoardGoals(&p.Position, p.pin) {
		if g.Why == nil || !g.Neighbour {
			continue
		}
		why := message.Of(g.Why)
		if i := slices.IndexFunc(all, func(o refusal) bool { return o.why.String() == why.String() }); i >= 0 {
			all[i].pins = append(all[i].pins, g.Mount)
		} else {
			all = append(all, refusal{[]string{g.Mount}, why})
		}
	}
	return all
}

// Dimensions of the legend.
const (
	legendSize = 27.0
	legendLine = 40.0
)

// legend extends the picture at the bottom and lists the reasons why pins are closed there.
func (p *painter) legend() {
	if len(p.closed) == 0 {
		return
	}
	left, y := pad+44, p.height+legendLine/2
	for _, r := range p.closed {
		p.labels = append(p.labels, p.noEntry(paint.Point{X: pad + 18, Y: y - 9}, 15))
		for _, line := range wrapped(p.Language.say("draw.closed",
			"{pins, comma}: {why}", message.Args{"pins": message.Strings(r.pins), "why": r.why}), p.width-left-pad) {
			p.labels = append(p.labels, paint.Label{At: paint.Point{X: left, Y: y}, Size: legendSize, Anchor: paint.Start, Words: line, Colour: p.Theme.Slate})
			y += legendLine
		}
	}
	p.height = y
}

// wrapped breaks a string into lines of a maximum width.
func wrapped(text string, most float64) (lines []string) {
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && (paint.Label{Size: legendSize, Words: lines[n-1] + " " + word}).TextWidth() <= most*0.88 {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// pinRefused marks a pin to which the selected board cannot move.
func (p *painter) pinRefused(name string, at *stud) paint.Shape {
	in := []paint.Shape{p.noEntry(at.centre, 26)}
	switch {
	case at.held && p.upright:
		// Draw the sign over the near edge, so that the pieces on the board stay visible.
		near := at.v
		if near.Y < 0 {
			near = near.Times(-1)
		}
		in = []paint.Shape{p.noEntry(at.centre.Add(near), 20)}
	case at.held:
		in = []paint.Shape{p.noEntry(at.at, 20)}
	case p.upright:
		in = append(in, paint.Label{At: at.centre.Add(paint.Point{X: -2, Y: 50}), Size: 24, Anchor: paint.Middle, Words: name, Colour: p.Theme.Slate})
	}
	return paint.Group{Opacity: 1, Role: paint.RefusedPin, Square: name, Shapes: in}
}

// noEntry returns the symbol for a closed pin: a ring with a diagonal line.
func (p *painter) noEntry(at paint.Point, r float64) paint.Shape {
	t := p.Theme
	d := paint.Point{X: r * 0.7, Y: r * 0.7}
	return paint.Group{Opacity: 1, Shapes: []paint.Shape{
		paint.Circle{At: at, R: r, Paint: paint.Paint{Fill: t.Paper, Stroke: t.HintEdge, Width: r * 0.5}},
		paint.Circle{At: at, R: r, Paint: paint.Paint{Fill: t.Paper, Stroke: t.Capture, Width: r * 0.27}},
		paint.Line{A: at.Sub(d), B: at.Add(d), Paint: paint.Stroked(t.Capture, r*0.27)},
	}}
}

// quadrants numbers the quadrants of the boards on pins. If the preview moves a board, its destination is
// numbered too.
func (p *painter) quadrants() (shapes []paint.Shape) {
	r, ok := p.Rules.(rules.MovingBoards)
	if !ok || !p.Quadrants {
		return nil
	}
	boards := r.Boards(&p.Position)
	if p.Move != board.NoMove && p.Move.Type() >= board.BoardShift {
		var next board.Position
		p.Rules.Apply(&p.Position, p.Move, &next)
		for _, b := range r.Boards(&next) {
			if !slices.ContainsFunc(boards, func(o rules.MountedBoard) bool { return o.Mount == b.Mount }) {
				boards = append(boards, b)
			}
		}
	}
	for _, b := range boards {
		for i, name := range b.Quadrants {
			if f, at := p.find[place{rules.Centre, name}], p.pins[b.Mount]; f != nil && at != nil {
				shapes = append(shapes, p.quadrant(f, at.centre, fmt.Sprintf("q%d", i+1)))
			}
		}
	}
	return shapes
}

// quadrant draws the number of a quadrant near the outer edge of the board or, in the oblique view, in front
// of the piece. There it covers neither a coordinate nor the centre of the board.
func (p *painter) quadrant(f *field, middle paint.Point, words string) paint.Shape {
	t := p.Theme
	at := f.at.Add(paint.Point{X: 33, Y: -36})
	switch {
	case p.upright:
		at = f.at.Add(paint.Point{X: -12, Y: 20})
	case f.at.X < middle.X:
		at = f.at.Add(paint.Point{X: -33, Y: 36})
	}
	return paint.Group{Opacity: 1, Role: paint.QuadrantMark, Square: f.name, Shapes: []paint.Shape{
		paint.Rect{Box: paint.Around(at, 30, 23), Round: 8, Paint: paint.Paint{Fill: paint.Fade(t.Paper, 225), Stroke: t.Slate, Width: 1.5}},
		paint.Label{At: at.Add(paint.Point{X: 0, Y: 6.5}), Size: 19, Anchor: paint.Middle, Words: words, Colour: t.Ink},
	}}
}
