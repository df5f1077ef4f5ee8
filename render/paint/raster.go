// The browser build excludes raster images, because the page draws SVG and the image encoders are large.

//go:build !js

package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"
)

// Image renders the drawing. The width is in pixels.
func (d *Drawing) Image(width int) (*image.RGBA, error) {
	if err := CheckWidth(width); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, width, d.HeightFor(width)))
	draw.Draw(img, img.Rect, image.NewUniform(d.Theme.Paper), image.Point{}, draw.Src)
	c := &canvas{img: img, scale: float64(width) / d.Width, theme: d.Theme}
	c.all(d.Shapes)
	return img, nil
}

// PNG writes the drawing as PNG. The width is in pixels.
func (d *Drawing) PNG(w io.Writer, width int) error {
	img, err := d.Image(width)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&b, img); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// canvas draws shapes on an image. The field scale is the number of pixels per unit.
type canvas struct {
	img   *image.RGBA
	scale float64
	theme *Theme
	r     vector.Rasterizer
}

func (c *canvas) all(shapes []Shape) {
	for _, s := range shapes {
		c.draw(s)
	}
}

func (c *canvas) draw(s Shape) {
	switch s := s.(type) {
	case Rect:
		c.path(s.outline(), s.Paint)
	case Circle:
		c.path(circle(s.At, s.R), s.Paint)
	case Line:
		c.path(Straight(s.A, s.B), s.Paint)
	case Path:
		c.path(s.Outline, s.Paint)
	case Arrow:
		c.all(s.parts())
	case Label:
		c.path(s.outline(), Filled(s.Colour))
	case Figure:
		c.figure(s)
	case Glow:
		c.glow(s)
	case Group:
		c.group(s)
	}
}

// outline returns the rectangle as a path.
func (r Rect) outline() Outline {
	x, y, w, h, k := r.X, r.Y, r.W, r.H, r.Round
	if k == 0 {
		return Polygon(Point{x, y}, Point{x + w, y}, Point{x + w, y + h}, Point{x, y + h})
	}
	j := k * (1 - round)
	return Outline{}.MoveTo(Point{x + k, y}).LineTo(Point{x + w - k, y}).
		CurveTo(Point{x + w - j, y}, Point{x + w, y + j}, Point{x + w, y + k}).LineTo(Point{x + w, y + h - k}).
		CurveTo(Point{x + w, y + h - j}, Point{x + w - j, y + h}, Point{x + w - k, y + h}).LineTo(Point{x + k, y + h}).
		CurveTo(Point{x + j, y + h}, Point{x, y + h - j}, Point{x, y + h - k}).LineTo(Point{x, y + k}).
		CurveTo(Point{x, y + j}, Point{x + j, y}, Point{x + k, y}).close()
}

// path fills and strokes an outline.
func (c *canvas) path(o Outline, p Paint) {
	o = o.Fit(c.scale, c.scale, Point{})
	if Seen(p.Fill) {
		if at, ok := c.begin(o.Bounds()); ok {
			c.trace(o, at)
			c.ink(at, p.Fill)
		}
	}
	if Seen(p.Stroke) && p.Width > 0 {
		c.stroke(o, p)
	}
}

// stroke strokes an outline whose coordinates are in pixels.
func (c *canvas) stroke(o Outline, p Paint) {
	// Lines thinner than 0.7 pixels are drawn 0.7 pixels wide but fainter.
	width, ink := p.Width*c.scale, p.Stroke
	if width < 0.7 {
		ink.A = uint8(float64(ink.A) * max(0.35, width/0.7))
		width = 0.7
	}
	at, ok := c.begin(o.Bounds().Grown(width/2 + 1))
	if !ok {
		return
	}
	n := pen{r: width / 2, pixel: 1, out: func(points []Point) {
		for i, q := range points {
			x, y := float32(q.X-float64(at.Min.X)), float32(q.Y-float64(at.Min.Y))
			if i == 0 {
				c.r.MoveTo(x, y)
			} else {
				c.r.LineTo(x, y)
			}
		}
		c.r.ClosePath()
	}}
	dash := make([]float64, len(p.Dash))
	for i, length := range p.Dash {
		dash[i] = length * c.scale
	}
	for _, line := range o.polylines(1) {
		for _, part := range line.dashes(dash) {
			n.draw(part)
		}
	}
	c.ink(at, ink)
}

// begin prepares the rasteriser for a box in pixels. It returns the visible part of the box, or false if
// there is none.
func (c *canvas) begin(b Box) (image.Rectangle, bool) {
	at := image.Rect(int(math.Floor(b.X)), int(math.Floor(b.Y)), int(math.Ceil(b.X+b.W))+1, int(math.Ceil(b.Y+b.H))+1)
	if at = at.Intersect(c.img.Rect); at.Empty() {
		return at, false
	}
	c.r.Reset(at.Dx(), at.Dy())
	return at, true
}

// trace adds an outline in pixels to the rasteriser.
func (c *canvas) trace(o Outline, at image.Rectangle) {
	xy := func(p Point) (float32, float32) {
		return float32(p.X - float64(at.Min.X)), float32(p.Y - float64(at.Min.Y))
	}
	for _, s := range o {
		switch s.Verb {
		case MoveTo:
			c.r.ClosePath()
			c.r.MoveTo(xy(s.P[0]))
		case LineTo:
			c.r.LineTo(xy(s.P[0]))
		case CurveTo:
			ax, ay := xy(s.P[0])
			bx, by := xy(s.P[1])
			px, py := xy(s.P[2])
			c.r.CubeTo(ax, ay, bx, by, px, py)
		case Close:
			c.r.ClosePath()
		}
	}
	c.r.ClosePath()
}

// ink fills the rasterised area with a colour.
func (c *canvas) ink(at image.Rectangle, colour color.NRGBA) {
	c.lay(at, image.NewUniform(colour))
}

func (c *canvas) lay(at image.Rectangle, src image.Image) { c.r.Draw(c.img, at, src, at.Min) }

// figure draws the paths of a piece in its box.
func (c *canvas) figure(f Figure) {
	for _, part := range c.theme.PiecePaths(f.Picture, f.Colour, f.Mirrored) {
		k := f.W / 100
		part.Outline = part.Fit(k, f.H/100, Point{f.X, f.Y})
		part.Width *= k
		c.path(part.Outline, part.Paint)
	}
}

func (c *canvas) glow(g Glow) {
	at, ok := c.begin(g.Bounds().scaled(c.scale))
	if !ok {
		return
	}
	c.trace(circle(g.At, g.R).Fit(c.scale, c.scale, Point{}), at)
	c.lay(at, radial{g.At.Times(c.scale), g.R * c.scale, c.theme.Glow})
}

func (b Box) scaled(k float64) Box { return Box{b.X * k, b.Y * k, b.W * k, b.H * k} }

type radial struct {
	at     Point
	r      float64
	colour color.NRGBA
}

// ColorModel returns the colour model.
func (radial) ColorModel() color.Model { return color.NRGBAModel }

// Bounds returns a practically infinite rectangle.
func (radial) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

// At returns the colour of a pixel. It is opaque up to glowCore of the radius, then fades.
func (l radial) At(x, y int) color.Color {
	part := Point{float64(x) + 0.5, float64(y) + 0.5}.Sub(l.at).Length() / l.r
	colour := l.colour
	colour.A = uint8(float64(colour.A) * min(1, max(0, (1-part)/(1-glowCore))))
	return colour
}

// group draws a group of shapes. If the group is translucent, it draws the shapes on a separate image first.
func (c *canvas) group(g Group) {
	if g.Opacity >= 1 || g.Opacity <= 0 {
		if g.Opacity >= 1 {
			c.all(g.Shapes)
		}
		return
	}
	b := g.Bounds().scaled(c.scale).Grown(1)
	at := image.Rect(int(math.Floor(b.X)), int(math.Floor(b.Y)), int(math.Ceil(b.X+b.W)), int(math.Ceil(b.Y+b.H))).Intersect(c.img.Rect)
	if at.Empty() {
		return
	}
	layer := &canvas{img: image.NewRGBA(at), scale: c.scale, theme: c.theme}
	layer.all(g.Shapes)
	mask := image.NewUniform(color.Alpha{uint8(math.Round(255 * g.Opacity))})
	draw.DrawMask(c.img, at, layer.img, at.Min, mask, image.Point{}, draw.Over)
}
