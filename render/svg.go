package render

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
)

// fonts are the families that SVG asks the viewer for, the first that is there
// being taken.
const fonts = "Inter, Go, system-ui, sans-serif"

// SVG returns the drawing as an SVG document, so many pixels wide.
func (d *Drawing) SVG(width int) ([]byte, error) {
	if err := CheckWidth(width); err != nil {
		return nil, err
	}
	w := &svg{theme: d.Theme, text: make([]byte, 0, 1<<15)}
	w.str(`<svg xmlns="http://www.w3.org/2000/svg" width="`)
	w.int(width)
	w.str(`" height="`)
	w.int(d.heightFor(width))
	w.str(`" viewBox="0 0`)
	w.num(" ", d.Width)
	w.num(" ", d.Height)
	w.str("\" role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n")
	w.element("title", d.Title)
	w.element("desc", d.Text)
	w.defs(d.Shapes)
	w.str(`<rect width="100%" height="100%"`)
	w.paint(filled(d.Theme.Paper))
	w.str("/>\n")
	w.all(d.Shapes)
	w.str("</svg>\n")
	return w.text, nil
}

// svg writes shapes as text.
type svg struct {
	theme *Theme
	text  []byte
}

func (w *svg) str(s string) { w.text = append(w.text, s...) }
func (w *svg) int(n int)    { w.text = strconv.AppendInt(w.text, int64(n), 10) }

// num writes a number after some text.
func (w *svg) num(before string, x float64) {
	w.str(before)
	w.text = appendNumber(w.text, x)
}

// attr writes an attribute that is a number.
func (w *svg) attr(name string, x float64) {
	w.str(" ")
	w.str(name)
	w.num(`="`, x)
	w.str(`"`)
}

// words writes text in which nothing can be taken for markup. What XML cannot
// hold is left out.
func (w *svg) words(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			w.str("&amp;")
		case r == '<':
			w.str("&lt;")
		case r == '>':
			w.str("&gt;")
		case r == '"':
			w.str("&quot;")
		case r == '\'':
			w.str("&#39;")
		case r == utf8.RuneError, r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
	}
}

// element writes an element that holds text, if there is any.
func (w *svg) element(name, text string) {
	if text == "" {
		return
	}
	w.str("<" + name + ">")
	w.words(text)
	w.str("</" + name + ">\n")
}

func (w *svg) colour(name string, c color.NRGBA) {
	const hex = "0123456789abcdef"
	w.str(" ")
	w.str(name)
	w.str(`="#`)
	for _, b := range [...]uint8{c.R, c.G, c.B} {
		w.text = append(w.text, hex[b>>4], hex[b&15])
	}
	w.str(`"`)
	if c.A != 255 {
		w.str(" ")
		w.str(name)
		w.str(`-opacity="`)
		w.text = strconv.AppendFloat(w.text, float64(c.A)/255, 'f', 2, 64)
		w.str(`"`)
	}
}

func (w *svg) paint(p Paint) {
	if seen(p.Fill) {
		w.colour("fill", p.Fill)
	}
	if !seen(p.Stroke) || p.Width <= 0 {
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
		w.str(`"`)
	}
}

func (w *svg) box(b Box) {
	w.attr("x", b.X)
	w.attr("y", b.Y)
	w.attr("width", b.W)
	w.attr("height", b.H)
}

func (w *svg) all(shapes []Shape) {
	for _, s := range shapes {
		w.draw(s)
	}
}

func (w *svg) draw(s Shape) {
	switch s := s.(type) {
	case Rect:
		w.str("<rect")
		w.box(s.Box)
		if s.Round > 0 {
			w.attr("rx", s.Round)
		}
		w.end(s.Paint)
	case Circle:
		w.str("<circle")
		w.attr("cx", s.At.X)
		w.attr("cy", s.At.Y)
		w.attr("r", s.R)
		w.end(s.Paint)
	case Line:
		w.str("<line")
		w.attr("x1", s.A.X)
		w.attr("y1", s.A.Y)
		w.attr("x2", s.B.X)
		w.attr("y2", s.B.Y)
		w.end(s.Paint)
	case Path:
		w.path(s)
	case Arrow:
		w.all(s.parts())
	case Label:
		w.label(s)
	case Figure:
		w.str("<use")
		w.box(s.Box)
		w.str(` href="#` + w.theme.symbolID(s.Piece, s.Mirrored) + "\"/>\n")
	case Glow:
		w.str("<circle")
		w.attr("cx", s.At.X)
		w.attr("cy", s.At.Y)
		w.attr("r", s.R)
		w.str(` fill="url(#` + w.theme.Name + "-glow)\"/>\n")
	case Group:
		w.group(s)
	}
}

// end writes the paint and closes the element.
func (w *svg) end(p Paint) {
	w.paint(p)
	w.str("/>\n")
}

func (w *svg) path(p Path) {
	w.str(`<path d="`)
	w.text = p.append(w.text)
	w.str(`"`)
	w.end(p.Paint)
}

func (w *svg) label(l Label) {
	w.str("<text")
	w.attr("x", l.At.X)
	w.attr("y", l.At.Y)
	w.attr("font-size", l.Size)
	w.str(` font-family="` + fonts + `" font-weight="500"`)
	switch l.Anchor {
	case Middle:
		w.str(` text-anchor="middle"`)
	case End:
		w.str(` text-anchor="end"`)
	}
	w.paint(filled(l.Colour))
	w.str(">")
	w.words(l.Words)
	w.str("</text>\n")
}

func (w *svg) group(g Group) {
	w.str("<g")
	if g.Opacity < 1 {
		w.str(` opacity="`)
		w.text = strconv.AppendFloat(w.text, max(0, g.Opacity), 'f', -1, 64)
		w.str(`"`)
	}
	if g.Role != PlainGroup {
		w.str(` class="`)
		w.words(string(g.Role))
		w.str(`"`)
	}
	if g.Square != "" {
		w.str(` data-square="`)
		w.words(g.Square)
		w.str(`"`)
	}
	w.str(">\n")
	w.all(g.Shapes)
	w.str("</g>\n")
}

// defs writes the drawings of the pieces that come up, each once, and the
// light of glows.
func (w *svg) defs(shapes []Shape) {
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
	w.str("<defs>\n")
	if glow {
		w.str(`<radialGradient id="` + w.theme.Name + `-glow">`)
		for _, stop := range [...]struct {
			at string
			c  color.NRGBA
		}{{strconv.FormatFloat(glowCore, 'f', -1, 64), w.theme.Glow}, {"1", fade(w.theme.Glow, 0)}} {
			w.str(`<stop offset="` + stop.at + `"`)
			w.colour("stop-color", fade(stop.c, 255))
			w.str(` stop-opacity="` + strconv.FormatFloat(float64(stop.c.A)/255, 'f', 2, 64) + `"/>`)
		}
		w.str("</radialGradient>\n")
	}
	for _, f := range figures {
		w.symbol(f.Piece, f.Mirrored)
	}
	w.str("</defs>\n")
}

// symbol writes the drawing of a piece for later use.
func (w *svg) symbol(pc board.Piece, mirrored bool) {
	w.str(`<symbol id="` + w.theme.symbolID(pc, mirrored) + "\" viewBox=\"0 0 100 100\">\n")
	for _, p := range w.theme.figure(pc, mirrored) {
		w.path(p)
	}
	w.str("</symbol>\n")
}

// symbolID names the drawing of a piece: the theme, the colour, the role's
// letter, and m for a highlight on the other side.
func (t *Theme) symbolID(pc board.Piece, mirrored bool) string {
	id := t.Name + "-" + pc.Colour().String()[:1] + strings.ToLower(string(rune(pc.Role().Letter())))
	if mirrored {
		id += "m"
	}
	return id
}
