package term

import (
	"image/color"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// look is how a sign is painted. A nil colour is the terminal's own.
type look struct {
	fg, bg    color.Color
	bold      bool
	faint     bool
	underline bool
}

// canvas is a grid of signs, each one column wide.
type canvas struct {
	w, h  int
	signs []sign
}

type sign struct {
	text string
	look look
}

// newCanvas returns a canvas of one look.
func newCanvas(w, h int, l look) *canvas {
	c := &canvas{w: max(0, w), h: max(0, h)}
	c.signs = make([]sign, c.w*c.h)
	for i := range c.signs {
		c.signs[i] = sign{" ", l}
	}
	return c
}

// at returns the sign in a place, nil outside the canvas.
func (c *canvas) at(x, y int) *sign {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return nil
	}
	return &c.signs[y*c.w+x]
}

// put writes one sign. A colour that the look leaves open stays as it was.
func (c *canvas) put(x, y int, text string, l look) {
	s := c.at(x, y)
	if s == nil {
		return
	}
	if l.fg == nil {
		l.fg = s.look.fg
	}
	if l.bg == nil {
		l.bg = s.look.bg
	}
	*s = sign{text, l}
}

// write writes a text in a row, no further than the width, and returns where
// it ended.
func (c *canvas) write(x, y, width int, text string, l look) int {
	end := x + width
	for _, r := range text {
		if x >= end {
			break
		}
		one := string(r)
		if lipgloss.Width(one) != 1 {
			one = "?" // what is wider or narrower would shift the rest
		}
		c.put(x, y, one, l)
		x++
	}
	return x
}

// fill paints a rectangle.
func (c *canvas) fill(x, y, w, h int, text string, l look) {
	for row := y; row < y+h; row++ {
		for col := x; col < x+w; col++ {
			c.put(col, row, text, l)
		}
	}
}

// plain returns the text alone, without spaces at the ends of lines.
func (c *canvas) plain() string {
	var b strings.Builder
	for y := range c.h {
		var row strings.Builder
		for _, s := range c.signs[y*c.w : (y+1)*c.w] {
			row.WriteString(s.text)
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the text with its colours, for a terminal.
func (c *canvas) String() string {
	var b strings.Builder
	known := map[look][2]string{} // what goes before and after a run of signs
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.signs[y*c.w : (y+1)*c.w]
		for from := 0; from < len(row); {
			l := row[from].look
			around, ok := known[l]
			if !ok {
				around[0], around[1], _ = strings.Cut(l.style().Render("x"), "x")
				known[l] = around
			}
			b.WriteString(around[0])
			for from < len(row) && row[from].look == l {
				b.WriteString(row[from].text)
				from++
			}
			b.WriteString(around[1])
		}
	}
	return b.String()
}

func (l look) style() lipgloss.Style {
	s := lipgloss.NewStyle()
	if l.fg != nil {
		s = s.Foreground(l.fg)
	}
	if l.bg != nil {
		s = s.Background(l.bg)
	}
	return s.Bold(l.bold).Faint(l.faint).Underline(l.underline)
}

// width counts the columns a text takes on a canvas.
func width(text string) int { return len([]rune(text)) }

// wrap breaks a text into lines no longer than a width, between words where
// possible.
func wrap(text string, most int) (lines []string) {
	most = max(1, most)
	line := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }) {
		for {
			joined := word
			if line != "" {
				joined = line + " " + word
			}
			if width(joined) <= most {
				line = joined
				break
			}
			if line != "" {
				lines, line = append(lines, line), ""
				continue
			}
			r := []rune(word) // longer than a line by itself
			lines, word = append(lines, string(r[:most])), string(r[most:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// shorten cuts a text that is wider than a width and marks the cut.
func shorten(text string, most int, ellipsis string) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	keep := max(0, most-width(ellipsis))
	return string(r[:keep]) + ellipsis
}
