// Package canvas provides a grid of coloured characters to paint on, which is then written to a
// terminal. It also provides palettes (canvas.go), glyphs and piece sprites (sprites.go).
package canvas

import (
	"image/color"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// Look is the style of a character. A nil colour means the terminal's default.
type Look struct {
	Fg, Bg      color.Color
	Bold, Faint bool
}

// Canvas is a grid of characters, each one column wide.
type Canvas struct {
	W, h  int
	cells []cell
}

type cell struct {
	Text string
	look Look
}

// New returns a blank canvas with the given width, height and style.
func New(w, h int, l Look) *Canvas {
	c := &Canvas{W: max(0, w), h: max(0, h)}
	c.cells = make([]cell, c.W*c.h)
	for i := range c.cells {
		c.cells[i] = cell{" ", l}
	}
	return c
}

// At returns the cell at a position, or nil outside the canvas.
func (c *Canvas) At(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.W || y >= c.h {
		return nil
	}
	return &c.cells[y*c.W+x]
}

// Put writes one character, or nothing outside the canvas. A nil colour in l leaves the current colour
// unchanged.
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
	*s = cell{text, l}
}

// Write writes a string of at most width columns into a row, and returns the column after it.
func (c *Canvas) Write(x, y, width int, text string, l Look) int {
	end := x + width
	for _, r := range text {
		if x >= end {
			break
		}
		one := string(r)
		if lipgloss.Width(one) != 1 {
			one = "?" // characters of other widths would shift the following ones
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

// Plain returns the canvas as text, without colours or trailing spaces.
func (c *Canvas) Plain() string {
	var b strings.Builder
	for y := range c.h {
		var row strings.Builder
		for _, s := range c.cells[y*c.W : (y+1)*c.W] {
			row.WriteString(s.Text)
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the canvas as text, with escape sequences for colours.
func (c *Canvas) String() string {
	var b strings.Builder
	known := map[Look][2]string{} // escape sequences before and after a run
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.cells[y*c.W : (y+1)*c.W]
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
	return s.Bold(l.Bold).Faint(l.Faint)
}

// Width returns the number of columns of a string on a canvas.
func Width(text string) int { return len([]rune(text)) }

// Wrap breaks a string into lines with the given maximum number of columns, between words if possible.
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
			r := []rune(word) // the word is longer than a line
			lines, word = append(lines, string(r[:most])), string(r[most:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Shorten truncates a string to the given number of columns. A truncated string ends in the ellipsis.
func Shorten(text string, most int, ellipsis string) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	keep := max(0, most-Width(ellipsis))
	return string(r[:keep]) + ellipsis
}

// Theme is the screen's colour theme.
type Theme string

// Themes. Auto queries the terminal for its background colour.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Colours is the number of colours available on the screen.
type Colours int

// Colour depths. DetectColours queries the terminal and respects NO_COLOR.
const (
	DetectColours Colours = iota
	NoColours
	SixteenColours
	AllColours
)

// Palette is the set of colours on the screen. A nil colour means the terminal's default.
type Palette struct {
	Colours bool // false for a monochrome screen, on which shape and weight replace colour

	Paper, Ink, Line, Silver, Slate, Accent color.Color
	Light, Dark                             color.Color // squares
	SideLight, SideDark                     color.Color // squares of the side boards
	LastLight, LastDark                     color.Color // squares of the last move
	SideLastLight, SideLastDark             color.Color // and their copies on the side boards
	Glow                                    color.Color // square of the selected piece
	White, Black                            color.Color // pieces
	SideWhite, SideBlack                    color.Color // pieces on the side boards
	GhostWhite, GhostBlack                  color.Color // pieces that a previewed move would add
	Move, Capture, Check                    color.Color
}

// PaletteFor returns the palette for a colour depth and background.
func PaletteFor(c Colours, dark bool) *Palette {
	switch {
	case c == NoColours:
		return &Palette{}
	case c == SixteenColours:
		return &sixteen
	case dark:
		return &night
	}
	return &day
}

func hex(text string) color.Color { return lipgloss.Color(text) }

// Pieces of both colours are solid, so squares have a medium brightness, which contrasts with both
// white and black.
var day = Palette{
	Colours: true,
	Paper:   hex("#f6f5f2"), Ink: hex("#171a1f"), Line: hex("#d9dbdf"),
	Silver: hex("#8a94a0"), Slate: hex("#5a636e"), Accent: hex("#1d7f86"),
	Light: hex("#a3b3c1"), Dark: hex("#7d8f9f"),
	SideLight: hex("#bfc9d1"), SideDark: hex("#a9b5bf"),
	LastLight: hex("#b3b08a"), LastDark: hex("#959270"),
	SideLastLight: hex("#cdcbae"), SideLastDark: hex("#bab79b"),
	Glow:  hex("#5aa0a7"),
	White: hex("#ffffff"), Black: hex("#0b0d10"),
	SideWhite: hex("#f6f5f2"), SideBlack: hex("#545d67"),
	GhostWhite: hex("#e6ebf0"), GhostBlack: hex("#38414b"),
	Move: hex("#12693a"), Capture: hex("#a81d16"), Check: hex("#8a5c00"),
}

var night = Palette{
	Colours: true,
	Paper:   hex("#15181d"), Ink: hex("#e8eaed"), Line: hex("#2c323a"),
	Silver: hex("#c6ccd5"), Slate: hex("#9aa4af"), Accent: hex("#46b3b8"),
	Light: hex("#7b8896"), Dark: hex("#56616d"),
	SideLight: hex("#55606b"), SideDark: hex("#414a53"),
	LastLight: hex("#858263"), LastDark: hex("#67644a"),
	SideLastLight: hex("#626048"), SideLastDark: hex("#4e4c38"),
	Glow:  hex("#3a7c85"),
	White: hex("#ffffff"), Black: hex("#0a0c0f"),
	SideWhite: hex("#c3cad1"), SideBlack: hex("#14171b"),
	GhostWhite: hex("#dde3ea"), GhostBlack: hex("#1c2127"),
	Move: hex("#8df0b4"), Capture: hex("#ff8f86"), Check: hex("#ffc83d"),
}

// sixteen uses cyan and grey for squares, the only two of the sixteen colours on which both
// white and black are readable. Side boards are all grey for the same reason.
var sixteen = Palette{
	Colours: true,
	Silver:  hex("7"), Slate: hex("7"), Accent: hex("14"), Line: hex("8"),
	Light: hex("6"), Dark: hex("8"),
	SideLight: hex("8"), SideDark: hex("8"),
	LastLight: hex("3"), LastDark: hex("3"),
	SideLastLight: hex("3"), SideLastDark: hex("3"),
	Glow:  hex("5"),
	White: hex("15"), Black: hex("0"),
	SideWhite: hex("7"), SideBlack: hex("0"),
	GhostWhite: hex("15"), GhostBlack: hex("0"),
	Move: hex("10"), Capture: hex("9"), Check: hex("11"),
}
