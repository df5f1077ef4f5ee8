package paint

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
)

// fonts lists the font families for SVG text.
const fonts = "Inter, Go, system-ui, sans-serif"

// SVG returns the drawing as an SVG document. The width is in pixels.
func (d *Drawing) SVG(width int) ([]byte, error) {
	if err := CheckWidth(width); err != nil {
		return nil, err
	}
	w := &Svg{Theme: d.Theme, Text: make([]byte, 0, 1<<15)}
	w.Str(`<svg xmlns="http://www.w3.org/2000/svg" width="`)
	w.int(width)
	w.Str(`" height="`)
	w.int(d.HeightFor(width))
	w.Str(`" viewBox="0 0`)
	w.num(" ", d.Width)
	w.num(" ", d.Height)
	w.Str("\" role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n")
	w.element("title", d.Title)
	w.element("desc", d.Text)
	w.defs(d.Shapes)
	w.Str(`<rect width="100%" height="100%"`)
	w.paint(Filled(d.Theme.Paper))
	w.Str("/>\n")
	w.all(d.Shapes)
	w.Str("</svg>\n")
	return w.Text, nil
}

// Svg writes shapes as SVG text.
type Svg struct {
	Theme *Theme
	Text  []byte
}

func (w *Svg) Str(s string) { w.Text = append(w.Text, s...) }
func (w *Svg) int(n int)    { w.Text = strconv.AppendInt(w.Text, int64(n), 10) }

// num writes a string and a number.
func (w *Svg) num(before string, x float64) {
	w.Str(before)
	w.Text = appendNumber(w.Text, x)
}

func (w *Svg) attr(name string, x float64) {
	w.Str(" ")
	w.Str(name)
	w.num(`="`, x)
	w.Str(`"`)
}

// words writes escaped text and omits characters that are invalid in XML.
func (w *Svg) words(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			w.Str("&amp;")
		case r == '<':
			w.Str("&lt;")
		case r == '>':
			w.Str("&gt;")
		case r == '"':
			w.Str("&quot;")
		case r == '\'':
			w.Str("&#39;")
		case r == utf8.RuneError, r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
		default:
			w.Text = utf8.AppendRune(w.Text, r)
		}
	}
}

// element writes an element with text, unless the text is empty.
func (w *Svg) element(name, text string) {
	if text == "" {
		return
	}
	w.Str("<" + name + ">")
	w.words(text)
	w.Str("</" + name + ">\n")
}

func (w *Svg) colour(name string, c color.NRGBA) {
	const hex = "0123456789abcdef"
	w.Str(" ")
	w.Str(name)
	w.Str(`="#`)
	for _, b := range [...]uint8{c.R, c.G, c.B} {
		w.Text = append(w.Text, hex[b>>4], hex[b&15])
	}
	w.Str(`"`)
	if c.A != 255 {
		w.Str(" ")
		w.Str(name)
		w.Str(`-opacity="`)
		w.Text = strconv.AppendFloat(w.Text, float64(c.A)/255, 'f', 2, 64)
		w.Str(`"`)
	}
}

func (w *Svg) paint(p Paint) {
	if Seen(p.Fill) {
		w.colour("fill", p.Fill)
	}
	if !Seen(p.Stroke) || p.Width <= 0 {
		return
	}
	w.colour("stroke", p.Stroke)
	w.attr("stroke-width", p.Width)
	for i, length := range p.Dash {
		if i == 0 {
			w.num(` stroke-dasharray="`, length)
		} else {
			w.num(" ", length)
		}
	}
	if len(p.Dash) > 0 {
		w.Str(`"`)
	}
}

func (w *Svg) box(b Box) {
	w.attr("x", b.X)
	w.attr("y", b.Y)
	w.attr("width", b.W)
	w.attr("height", b.H)
}

func (w *Svg) all(shapes []Shape) {
	for _, s := range shapes {
		w.draw(s)
	}
}

func (w *Svg) draw(s Shape) {
	switch s := s.(type) {
	case Rect:
		w.Str("<rect")
		w.box(s.Box)
		if s.Round > 0 {
			w.attr("rx", s.Round)
		}
		w.End(s.Paint)
	case Circle:
		w.Str("<circle")
		w.attr("cx", s.At.X)
		w.attr("cy", s.At.Y)
		w.attr("r", s.R)
		w.End(s.Paint)
	case Line:
		w.Str("<line")
		w.attr("x1", s.A.X)
		w.attr("y1", s.A.Y)
		w.attr("x2", s.B.X)
		w.attr("y2", s.B.Y)
		w.End(s.Paint)
	case Path:
		w.path(s)
	case Arrow:
		w.all(s.parts())
	case Label:
		w.label(s)
	case Figure:
		w.Str("<use")
		w.box(s.Box)
		w.Str(` href="#` + w.Theme.symbolID(s) + "\"/>\n")
	case Glow:
		w.Str("<circle")
		w.attr("cx", s.At.X)
		w.attr("cy", s.At.Y)
		w.attr("r", s.R)
		w.Str(` fill="url(#` + w.Theme.Name + "-glow)\"/>\n")
	case Group:
		w.group(s)
	}
}

// End writes the paint and closes the element.
func (w *Svg) End(p Paint) {
	w.paint(p)
	w.Str("/>\n")
}

func (w *Svg) path(p Path) {
	w.Str(`<path d="`)
	w.Text = p.append(w.Text)
	w.Str(`"`)
	w.End(p.Paint)
}

func (w *Svg) label(l Label) {
	w.Str("<text")
	w.attr("x", l.At.X)
	w.attr("y", l.At.Y)
	w.attr("font-size", l.Size)
	w.Str(` font-family="` + fonts + `" font-weight="500"`)
	switch l.Anchor {
	case Middle:
		w.Str(` text-anchor="middle"`)
	case End:
		w.Str(` text-anchor="end"`)
	}
	w.paint(Filled(l.Colour))
	w.Str(">")
	w.words(l.Words)
	w.Str("</text>\n")
}

func (w *Svg) group(g Group) {
	w.Str("<g")
	if g.Opacity < 1 {
		w.Str(` opacity="`)
		w.Text = strconv.AppendFloat(w.Text, max(0, g.Opacity), 'f', -1, 64)
		w.Str(`"`)
	}
	if g.Role != PlainGroup {
		w.Str(` class="`)
		w.words(string(g.Role))
		w.Str(`"`)
	}
	if g.Square != "" {
		w.Str(` data-square="`)
		w.words(g.Square)
		w.Str(`"`)
	}
	w.Str(">\n")
	w.all(g.Shapes)
	w.Str("</g>\n")
}

// defs writes the symbols for all pieces in the drawing and the gradient for glows.
func (w *Svg) defs(shapes []Shape) {
	var figures []Figure
	glow := false
	var look func([]Shape)
	look = func(shapes []Shape) {
		for _, s := range shapes {
			switch s := s.(type) {
			case Figure:
				s.Box = Box{}
				if !slices.Contains(figures, s) {
					figures = append(figures, s)
				}
			case Glow:
				glow = true
			case Group:
				look(s.Shapes)
			}
		}
	}
	look(shapes)
	if len(figures) == 0 && !glow {
		return
	}
	w.Str("<defs>\n")
	if glow {
		w.Str(`<radialGradient id="` + w.Theme.Name + `-glow">`)
		for _, stop := range [...]struct {
			at string
			c  color.NRGBA
		}{{strconv.FormatFloat(glowCore, 'f', -1, 64), w.Theme.Glow}, {"1", Fade(w.Theme.Glow, 0)}} {
			w.Str(`<stop offset="` + stop.at + `"`)
			w.colour("stop-color", Fade(stop.c, 255))
			w.Str(` stop-opacity="` + strconv.FormatFloat(float64(stop.c.A)/255, 'f', 2, 64) + `"/>`)
		}
		w.Str("</radialGradient>\n")
	}
	for _, f := range figures {
		w.symbol(f)
	}
	w.Str("</defs>\n")
}

// symbol writes the symbol for a piece.
func (w *Svg) symbol(f Figure) {
	w.Str(`<symbol id="` + w.Theme.symbolID(f) + "\" viewBox=\"0 0 100 100\">\n")
	for _, p := range w.Theme.PiecePaths(f.Picture, f.Colour, f.Mirrored) {
		w.path(p)
	}
	w.Str("</symbol>\n")
}

// symbolID returns the ID of a piece's symbol: the theme, the first letter of the colour and the letter of a
// piece of chess or, after a hyphen, the name of another picture, plus m if the piece is mirrored.
func (t *Theme) symbolID(f Figure) string {
	name := "-" + string(f.Picture)
	for k := board.Pawn; k <= board.King; k++ {
		if f.Picture == PictureOf(k) {
			name = strings.ToLower(string(rune(k.Letter())))
		}
	}
	id := t.Name + "-" + f.Colour.String()[:1] + name
	if f.Mirrored {
		id += "m"
	}
	return id
}
