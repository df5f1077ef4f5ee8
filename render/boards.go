package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// refusal is why the chosen board may not go to some pins.
type refusal struct {
	pins []string
	why  message.Message
}

// refused asks where the chosen board may not go. Pins that are no neighbours
// are left out: they are most of them, and have one reason.
func (p *painter) refused() (all []refusal) {
	r, ok := p.Rules.(rules.BoardJudge)
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

// The measures of the legend.
const (
	legendSize = 27.0
	legendLine = 40.0
)

// legend adds below the picture why the marked pins are closed.
func (p *painter) legend() {
	if len(p.closed) == 0 {
		return
	}
	left, y := pad+44, p.height+legendLine/2
	for _, r := range p.closed {
		p.labels = append(p.labels, p.noEntry(Point{pad + 18, y - 9}, 15))
		for _, line := range wrapped(p.Language.say("draw.closed",
			"{pins, comma}: {why}", message.Args{"pins": message.Strings(r.pins), "why": r.why}), p.width-left-pad) {
			p.labels = append(p.labels, Label{Point{left, y}, legendSize, Start, line, p.Theme.Slate})
			y += legendLine
		}
	}
	p.height = y
}

// wrapped breaks a text into lines of a width.
func wrapped(text string, most float64) (lines []string) {
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && (Label{Size: legendSize, Words: lines[n-1] + " " + word}).width() <= most*0.88 {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// pinRefused marks a pin that the chosen board may not go to.
func (p *painter) pinRefused(name string, at *stud) Shape {
	in := []Shape{p.noEntry(at.centre, 26)}
	switch {
	case at.held && p.upright:
		// Over the near edge: what stands on the board must be seen.
		near := at.v
		if near.Y < 0 {
			near = near.times(-1)
		}
		in = []Shape{p.noEntry(at.centre.add(near), 20)}
	case at.held:
		in = []Shape{p.noEntry(at.at, 20)}
	case p.upright:
		in = append(in, Label{at.centre.add(Point{-2, 50}), 24, Middle, name, p.Theme.Slate})
	}
	return Group{Opacity: 1, Role: RefusedPin, Square: name, Shapes: in}
}

// noEntry is the sign of a pin that is closed: a crossed ring.
func (p *painter) noEntry(at Point, r float64) Shape {
	t := p.Theme
	d := Point{r * 0.7, r * 0.7}
	return Group{Opacity: 1, Shapes: []Shape{
		Circle{at, r, Paint{Fill: t.Paper, Stroke: t.HintEdge, Width: r * 0.5}},
		Circle{at, r, Paint{Fill: t.Paper, Stroke: t.Capture, Width: r * 0.27}},
		Line{at.sub(d), at.add(d), stroked(t.Capture, r*0.27)},
	}}
}

// quadrants numbers the quadrants of the boards on pins, and of the one that
// the previewed move brings somewhere.
func (p *painter) quadrants() (shapes []Shape) {
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

// quadrant writes the number of a quadrant into its square, where neither a
// coordinate stands nor what is drawn on the middle of the board: towards the
// outer side, or before the piece.
func (p *painter) quadrant(f *field, middle Point, words string) Shape {
	t := p.Theme
	at := f.at.add(Point{33, -36})
	switch {
	case p.upright:
		at = f.at.add(Point{-12, 20})
	case f.at.X < middle.X:
		at = f.at.add(Point{-33, 36})
	}
	return Group{Opacity: 1, Role: QuadrantMark, Square: f.name, Shapes: []Shape{
		Rect{Box: around(at, 30, 23), Round: 8, Paint: Paint{Fill: fade(t.Paper, 225), Stroke: t.Slate, Width: 1.5}},
		Label{at.add(Point{0, 6.5}), 19, Middle, words, t.Ink},
	}}
}
