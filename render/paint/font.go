//go:build !js

package paint

import (
	"sync"

	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is the typeface for raster pictures. SVG text refers to font families by name instead.
var face = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(gomedium.TTF)
	if err != nil {
		panic("paint: parsing the built-in typeface: " + err.Error())
	}
	return f
})

// rareAdvance looks up the advance width of a character in the typeface. It is meant for non-ASCII
// characters.
func rareAdvance(sign rune) float64 {
	var buf sfnt.Buffer
	f := face()
	glyph, err := f.GlyphIndex(&buf, sign)
	if err != nil {
		return 0
	}
	advance, err := f.GlyphAdvance(&buf, glyph, fixed.I(em), 0)
	if err != nil {
		return 0
	}
	return float64(advance)
}

// outline returns the text as a path. Characters missing from the typeface become boxes.
func (l Label) outline() (o Outline) {
	var buf sfnt.Buffer
	f := face()
	ppem := fixed.I(em)
	k := l.Size / em
	x := 0.0
	for _, sign := range l.Words {
		glyph, err := f.GlyphIndex(&buf, sign)
		if err != nil {
			continue
		}
		segments, err := f.LoadGlyph(&buf, glyph, ppem, nil)
		if err != nil {
			continue
		}
		at := func(p fixed.Point26_6) Point {
			return Point{x + float64(p.X)/64*k, float64(p.Y) / 64 * k}
		}
		for _, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if len(o) > 0 {
					o = o.close()
				}
				o = o.MoveTo(at(s.Args[0]))
			case sfnt.SegmentOpLineTo:
				o = o.LineTo(at(s.Args[0]))
			case sfnt.SegmentOpQuadTo:
				from, by, to := o[len(o)-1].End(), at(s.Args[0]), at(s.Args[1])
				o = o.CurveTo(Mix(from, by, 2.0/3), Mix(to, by, 2.0/3), to)
			case sfnt.SegmentOpCubeTo:
				o = o.CurveTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
			}
		}
		if advance, err := f.GlyphAdvance(&buf, glyph, ppem, 0); err == nil {
			x += float64(advance) / 64 * k
		}
	}
	by := l.At
	switch l.Anchor {
	case Middle:
		by.X -= x / 2
	case End:
		by.X -= x
	}
	return o.Fit(1, 1, by)
}
