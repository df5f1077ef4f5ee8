// Package canvas is a grid of characters with colours: what the terminal's
// screen is painted on, with its palettes, its glyphs and its piece sprites.
package canvas

import (
	"image/color"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// Look is how a sign is painted. A nil colour is the terminal's own.
type Look struct {
	Fg, Bg    color.Color
	Bold      bool
	Faint     bool
	underline bool
}

// Canvas is a grid of signs, each one column wide.
type Canvas struct {
	W, h  int
	signs []sign
}

type sign struct {
	Text string
	look Look
}

// New returns a canvas of one look.
func New(w, h int, l Look) *Canvas {
	c := &Canvas{W: max(0, w), h: max(0, h)}
	c.signs = make([]sign, c.W*c.h)
	for i := range c.signs {
		c.signs[i] = sign{" ", l}
	}
	return c
}

// At returns the sign in a place, nil outside the canvas.
func (c *Canvas) At(x, y int) *sign {
	if x < 0 || y < 0 || x >= c.W || y >= c.h {
		return nil
	}
	return &c.signs[y*c.W+x]
}

// Put writes one sign. A colour that the look leaves open stays as it was.
func (c *Canvas) Put(x, y int, text string, l Look) {
	s := c.At(x, y)
	if s == nil {
		return
	}
	if l.Fg == nil {
		l.Fg = s.look.Fg
	}
	if l.Bg == nil {
		l.Bg = s.look.Bg
	}
	*s = sign{text, l}
}

// Write writes a text in a row, no further than the width, and returns where
// it ended.
func (c *Canvas) Write(x, y, width int, text string, l Look) int {
	end := x + width
	for _, r := range text {
		if x >= end {
			break
		}
		one := string(r)
		if lipgloss.Width(one) != 1 {
			one = "?" // what is wider or narrower would shift the rest
		}
		c.Put(x, y, one, l)
		x++
	}
	return x
}

// Fill paints a rectangle.
func (c *Canvas) Fill(x, y, w, h int, text string, l Look) {
	for row := y; row < y+h; row++ {
		for col := x; col < x+w; col++ {
			c.Put(col, row, text, l)
		}
	}
}

// Plain returns the text alone, without spaces at the ends of lines.
func (c *Canvas) Plain() string {
	var b strings.Builder
	for y := range c.h {
		var row strings.Builder
		for _, s := range c.signs[y*c.W : (y+1)*c.W] {
			row.WriteString(s.Text)
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the text with its colours, for a terminal.
func (c *Canvas) String() string {
	var b strings.Builder
	known := map[Look][2]string{} // what goes before and after a run of signs
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.signs[y*c.W : (y+1)*c.W]
		for from := 0; from < len(row); {
			l := row[from].look
			around, ok := known[l]
			if !ok {
				around[0], around[1], _ = strings.Cut(l.style().Render("x"), "x")
				known[l] = around
			}
			b.WriteString(around[0])
			for from < len(row) && row[from].look == l {
				b.WriteString(row[from].Text)
				from++
			}
			b.WriteString(around[1])
		}
	}
	return b.String()
}

func (l Look) style() lipgloss.Style {
	s := lipgloss.NewStyle()
	if l.Fg != nil {
		s = s.Foreground(l.Fg)
	}
	if l.Bg != nil {
		s = s.Background(l.Bg)
	}
	return s.Bold(l.Bold).Faint(l.Faint).Underline(l.underline)
}

// Width counts the columns a text takes on a canvas.
func Width(text string) int { return len([]rune(text)) }

// Wrap breaks a text into lines no longer than a width, between words where
// possible.
func Wrap(text string, most int) (lines []string) {
	most = max(1, most)
	line := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }) {
		for {
			joined := word
			if line != "" {
				joined = line + " " + word
			}
			if Width(joined) <= most {
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

// Shorten cuts a text that is wider than a width and marks the cut.
func Shorten(text string, most int, ellipsis string) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	keep := max(0, most-Width(ellipsis))
	return string(r[:keep]) + ellipsis
}
