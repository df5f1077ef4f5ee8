//go:build !js

package paint

import (
	"image/color"
	"math"
)

// Outlines calls lay for each outline to fill or stroke, from bottom to top. PDF output uses it. Letters
// become outlines and a glow becomes a few circles. The opacity of a group is applied to each of its shapes.
func (d *Drawing) Outlines(lay func(Outline, Paint)) {
	t := tracer{d.Theme, lay}
	if t.theme == nil {
		t.theme = Light
	}
	t.all(d.Shapes, 1)
}

type tracer struct {
	theme *Theme
	lay   func(Outline, Paint)
}

func (t tracer) all(shapes []Shape, opacity float64) {
	for _, s := range shapes {
		t.draw(s, opacity)
	}
}

func (t tracer) path(o Outline, p Paint, opacity float64) {
	p.Fill.A = uint8(math.Round(float64(p.Fill.A) * opacity))
	p.Stroke.A = uint8(math.Round(float64(p.Stroke.A) * opacity))
	if Seen(p.Fill) || Seen(p.Stroke) && p.Width > 0 {
		t.lay(o, p)
	}
}

func (t tracer) draw(s Shape, opacity float64) {
	switch s := s.(type) {
	case Rect:
		t.path(s.outline(), s.Paint, opacity)
	case Circle:
		t.path(circle(s.At, s.R), s.Paint, opacity)
	case Line:
		t.path(Straight(s.A, s.B), s.Paint, opacity)
	case Path:
		t.path(s.Outline, s.Paint, opacity)
	case Arrow:
		t.all(s.parts(), opacity)
	case Label:
		t.path(s.outline(), Filled(s.Colour), opacity)
	case Figure:
		for _, part := range t.theme.PiecePaths(s.Picture, s.Colour, s.Mirrored) {
			k := s.W / 100
			part.Width *= k
			t.path(part.Fit(k, s.H/100, Point{s.X, s.Y}), part.Paint, opacity)
		}
	case Glow:
		t.glow(s, opacity)
	case Group:
		if s.Opacity > 0 {
			t.all(s.Shapes, opacity*min(1, s.Opacity))
		}
	}
}

// glow approximates a glow with overlapping circles.
func (t tracer) glow(g Glow, opacity float64) {
	const rings = 5
	for i := range rings {
		r := glowCore + (1-glowCore)*float64(rings-i)/rings
		c := t.theme.Glow
		c.A /= rings
		t.path(circle(g.At, g.R*r), Filled(color.NRGBA(c)), opacity)
	}
}
