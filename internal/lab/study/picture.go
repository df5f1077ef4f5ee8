package study

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/render/paint"
)

// Dimensions of the picture.
const (
	pictureWidth = 1040.0
	nameEnd      = 360.0 // right edge of the row names
	scaleFrom    = 390.0
	scaleTo      = 760.0
	valueFrom    = 784.0
	headHeight   = 118.0
	rowHeight    = 54.0
	footHeight   = 66.0
)

// Draw draws the figures with their intervals, one row per figure. A row has a disc for the rule set and
// a ring for the reference, if there is one. In a family, each rule set is a disc, and chess is a ring.
func (r *Report) Draw(t *paint.Theme) *paint.Drawing {
	rows := r.rows()
	for _, e := range r.eventRows() {
		e.name = fmt.Sprintf("%v per game", e.name)
		rows = append(rows, e)
	}
	d := &paint.Drawing{
		Width: pictureWidth, Height: headHeight + rowHeight*float64(len(rows)) + footHeight, Theme: t,
		Title: fmt.Sprintf("How %v plays", r.Figures[0].Title), Text: strings.Join(strings.Fields(r.Text()), " "),
	}
	if r.Family != "" {
		d.Title = fmt.Sprintf("How the %v games play", r.Family)
	}
	p := &plot{report: r, theme: t, drawing: d}
	p.head()
	for i, row := range rows {
		p.row(row, headHeight+rowHeight*float64(i))
	}
	p.label(40, d.Height-40, 16, paint.Start, r.Settings.equal(), t.Slate)
	p.label(40, d.Height-18, 16, paint.Start, p.foot(r.Settings.deeper()), t.Slate)
	return d
}

type plot struct {
	report  *Report
	theme   *paint.Theme
	drawing *paint.Drawing
}

func (p *plot) add(s ...paint.Shape) { p.drawing.Shapes = append(p.drawing.Shapes, s...) }

func (p *plot) label(x, y, size float64, anchor paint.Anchor, words string, c color.NRGBA) {
	p.add(paint.Label{At: paint.Point{X: x, Y: y}, Size: size, Anchor: anchor, Words: words, Colour: c})
}

// head draws the title and the legend.
func (p *plot) head() {
	p.label(40, 48, 30, paint.Start, p.drawing.Title, p.theme.Ink)
	figures := p.report.Figures
	x, y := 46.0, 84.0
	key := func(i int, words string) {
		p.mark(i, x, y)
		p.label(x+18, y+6, 19, paint.Start, words, p.theme.Slate)
		x += 60 + 11*float64(utf8.RuneCountInString(words))
	}
	if p.report.Family != "" {
		key(1, fmt.Sprintf("one of %d games", len(figures)-1))
		key(0, figures[0].Variant)
		return
	}
	for i := range figures {
		key(i, figures[i].Variant)
	}
}

// foot returns the footnote that explains the marks.
func (p *plot) foot(more string) string {
	text := "bars are 95 % intervals"
	if p.report.Family != "" {
		text = "intervals are in the table"
	}
	if more == "" {
		return text
	}
	return fmt.Sprintf("%v; %v", more, text)
}

// compared reports whether the i-th rule set is the reference.
func (p *plot) compared(i int) bool {
	if p.report.Family != "" {
		return i == 0
	}
	return i > 0
}

// mark draws the mark of a rule set, which is a disc, or a ring for the reference.
func (p *plot) mark(i int, x, y float64) {
	at, t := paint.Point{X: x, Y: y}, p.theme
	switch {
	case p.compared(i):
		p.add(paint.Circle{At: at, R: 7, Paint: paint.Paint{Fill: t.Paper, Stroke: t.Slate, Width: 3}})
	case p.report.Family != "":
		p.add(paint.Circle{At: at, R: 5, Paint: paint.Paint{Fill: faint(t.Accent, 110)}})
	default:
		p.add(paint.Circle{At: at, R: 8, Paint: paint.Paint{Fill: t.Accent}})
	}
}

// faint returns a colour with the given alpha.
func faint(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// row draws one figure on its scale.
func (p *plot) row(row row, top float64) {
	t, middle := p.theme, top+rowHeight/2
	p.label(nameEnd, middle+6, 19, paint.End, row.name, t.Ink)
	most := p.most(row)
	p.add(paint.Line{
		A: paint.Point{X: scaleFrom, Y: middle}, B: paint.Point{X: scaleTo, Y: middle},
		Paint: paint.Paint{Stroke: faint(t.Slate, 36), Width: 30},
	})
	at := func(v float64) float64 { return scaleFrom + (scaleTo-scaleFrom)*min(1, max(0, v/most)) }
	if row.percent { // mark the middle of the scale
		p.add(paint.Line{
			A: paint.Point{X: at(0.5), Y: middle - 15}, B: paint.Point{X: at(0.5), Y: middle + 15},
			Paint: paint.Paint{Stroke: faint(t.Slate, 140), Width: 1.5},
		})
	}
	figures := p.report.Figures
	for n := range figures {
		i := len(figures) - 1 - n // draw the first rule set last, on top
		figure := row.of(&figures[i])
		if figure.Games == 0 {
			continue
		}
		y := middle
		if p.report.Family == "" && len(figures) > 1 {
			y += []float64{-9, 9}[i]
			p.bar(i, at(figure.Low), at(figure.High), y)
		}
		p.mark(i, at(figure.Value), y)
	}
	p.values(row, middle)
}

// bar draws an interval.
func (p *plot) bar(i int, from, to, y float64) {
	c := p.theme.Accent
	if p.compared(i) {
		c = p.theme.Slate
	}
	p.add(paint.Line{A: paint.Point{X: from, Y: y}, B: paint.Point{X: to, Y: y}, Paint: paint.Paint{Stroke: c, Width: 3}})
}

// values writes the numbers next to a scale: one per rule set or, in a family, the range.
func (p *plot) values(row row, middle float64) {
	figures := p.report.Figures
	if p.report.Family != "" {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range figures {
			v := row.of(&figures[i])
			low, high = min(low, v.Value), max(high, v.Value)
		}
		p.label(valueFrom, middle+6, 17, paint.Start, fmt.Sprintf("%v to %v", number(row, low), number(row, high)),
			p.theme.Slate)
		return
	}
	for i := range figures {
		y, c := middle+6, p.theme.Ink
		if len(figures) > 1 {
			y += []float64{-10, 10}[i]
		}
		if p.compared(i) {
			c = p.theme.Slate
		}
		p.label(valueFrom, y, 16, paint.Start, row.text(&figures[i]), c)
	}
}

func number(row row, v float64) string {
	if row.percent {
		return fmt.Sprintf("%.0f %%", 100*v)
	}
	return decimal(v, 1)
}

// most returns the upper end of a row's scale: 1 for shares, or else a round number.
func (p *plot) most(row row) float64 {
	if row.percent {
		return 1
	}
	high := 0.0
	for i := range p.report.Figures {
		high = max(high, row.of(&p.report.Figures[i]).High)
	}
	for step := 0.1; ; step *= 10 {
		for _, k := range []float64{1, 2, 5} {
			if high <= k*step || step > 1e6 {
				return k * step
			}
		}
	}
}
