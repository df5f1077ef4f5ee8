package sheet

import (
	"image/color"

	"codeberg.org/go-pdf/fpdf"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// Scene returns the scene that a diagram describes, or an error if its position is invalid.
func Scene(r rules.Rules, d *rulebook.Diagram) (*render.Scene, error) {
	p, err := r.Guide().ParsePosition(d.Position, rules.ParseOptions{AllowNoKing: d.Study})
	if err != nil {
		return nil, err
	}
	s := render.NewScene(r, p)
	s.Chosen, s.Coordinates, s.Title = d.Chosen, true, rulebook.Plain(d.About)
	if d.View != "" {
		s.View = render.View(d.View)
	}
	if d.Last != "" {
		if err := s.SetLast(d.Last); err != nil {
			return nil, err
		}
	}
	if d.Move != "" {
		played, err := rules.Play(r, &p, d.Move)
		if err != nil {
			return nil, err
		}
		s.Move = played.Move
	}
	return s, nil
}

// album caches the pictures of a book, because the sheet is laid out several times.
type album struct {
	rules    rules.Rules
	language string // language of the text in the pictures
	drawn    map[*rulebook.Diagram]*paint.Drawing
}

func newAlbum(r rules.Rules, language string) *album {
	return &album{r, language, map[*rulebook.Diagram]*paint.Drawing{}}
}

func (a *album) picture(d *rulebook.Diagram) (*paint.Drawing, error) {
	if p, ok := a.drawn[d]; ok {
		return p, nil
	}
	s, err := Scene(a.rules, d)
	if err != nil {
		return nil, err
	}
	if c, ok := locale.For(a.language); ok {
		s.Language = c.Text
	}
	p, err := render.Draw(s)
	a.drawn[d] = p
	return p, err
}

// put draws a picture on a page as vector outlines.
func put(pdf *fpdf.Fpdf, d *paint.Drawing, x, y, width float64) {
	k := width / d.Width
	at := func(p paint.Point) (float64, float64) { return x + p.X*k, y + p.Y*k }
	pdf.SetLineCapStyle("round")
	pdf.SetLineJoinStyle("round")
	d.Outlines(func(o paint.Outline, p paint.Paint) {
		trace := func(style string, c color.NRGBA) {
			pdf.SetAlpha(float64(c.A)/255, "Normal")
			for _, s := range o {
				switch s.Verb {
				case paint.MoveTo:
					pdf.MoveTo(at(s.P[0]))
				case paint.LineTo:
					pdf.LineTo(at(s.P[0]))
				case paint.CurveTo:
					ax, ay := at(s.P[0])
					bx, by := at(s.P[1])
					ex, ey := at(s.P[2])
					pdf.CurveBezierCubicTo(ax, ay, bx, by, ex, ey)
				case paint.Close:
					pdf.ClosePath()
				}
			}
			pdf.DrawPath(style)
		}
		if c := p.Fill; c.A > 0 {
			pdf.SetFillColor(int(c.R), int(c.G), int(c.B))
			trace("F", c)
		}
		if c := p.Stroke; c.A > 0 && p.Width > 0 {
			pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
			pdf.SetLineWidth(p.Width * k)
			dash := make([]float64, len(p.Dash))
			for i, length := range p.Dash {
				dash[i] = length * k
			}
			pdf.SetDashPattern(dash, 0)
			trace("S", c)
		}
	})
	pdf.SetDashPattern(nil, 0)
	pdf.SetAlpha(1, "Normal")
}
