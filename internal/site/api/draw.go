package api

import (
	"cmp"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// Draw draws a position as SVG.
func (d *Service) Draw(q wire.PictureRequest) (wire.Picture, error) {
	drawing, width, err := d.Drawing(q)
	if err != nil {
		return wire.Picture{}, err
	}
	svg, err := drawing.SVG(width)
	if err != nil {
		return wire.Picture{}, failureIn(wire.CodeDraw, err)
	}
	return wire.Picture{SVG: string(svg)}, nil
}

// Drawing makes the picture of a position and tells how wide it should be, for
// those who write it in another format.
func (d *Service) Drawing(q wire.PictureRequest) (*paint.Drawing, int, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return nil, 0, err
	}
	r, p := o.Rules, o.Position
	last := cmp.Or(q.LastMove, o.LastMove)
	theme, ok := paint.ThemeByName(cmp.Or(q.Theme, paint.Light.Name))
	if !ok {
		return nil, 0, wire.NewFailure(wire.CodeDraw, "draw.theme", message.Args{"text": notation.Clip(q.Theme)})
	}
	s := render.NewScene(r, p)
	s.Chosen, s.Flip, s.Theme, s.Coordinates, s.Quadrants = q.Chosen, q.Flip, theme, q.Coords, q.Quadrants
	s.Language = d.Catalogue().Text
	if c, ok := locale.For(q.Lang); ok {
		s.Language = c.Text
	}
	s.View = render.View(cmp.Or(notation.Clip(q.View), string(render.Plan)))
	if last != "" && !pgn.IsNull(last) { // which leaves nothing to show
		if err := s.SetLast(last); err != nil {
			return nil, 0, failureIn(wire.CodeDraw, err)
		}
	}
	if q.Move != "" {
		played, err := rules.Play(r, &p, q.Move)
		if err != nil {
			return nil, 0, failureIn(wire.CodeSyntax, err)
		}
		s.Move = played.Move
	}
	drawing, err := render.Draw(s)
	if err != nil {
		return nil, 0, failureIn(wire.CodeDraw, err)
	}
	width := cmp.Or(q.Width, drawing.UsualWidth())
	if err := paint.CheckWidth(width); err != nil {
		return nil, 0, failureIn(wire.CodeDraw, err)
	}
	return drawing, width, nil
}
