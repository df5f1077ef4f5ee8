package canvas

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is whether the screen is light or dark.
type Theme string

// The themes. Auto asks the terminal for its background.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Colours is how many colours the screen may use.
type Colours int

// The depths of colour. DetectColours asks the terminal and respects NO_COLOR.
const (
	DetectColours Colours = iota
	NoColours
	SixteenColours
	AllColours
)

// Palette is the colours of the screen: silvered glass. A nil colour is the
// terminal's own, or none.
type Palette struct {
	Colours bool // false: shapes and weight tell everything

	Paper, Ink, Line, Silver, Slate, Accent color.Color
	Light, Dark                             color.Color // squares
	SideLight, SideDark                     color.Color // squares of the side boards
	LastLight, LastDark                     color.Color // squares of the last move
	Glow                                    color.Color // square of the chosen piece
	White, Black                            color.Color // pieces
	SideWhite, SideBlack                    color.Color // pieces of the side boards
	GhostWhite, GhostBlack                  color.Color // pieces that would appear
	Move, Capture, Check                    color.Color
}

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

// Both pieces are painted as solid figures, so squares keep to the middle of
// the scale, where white and black both stand out.
var day = Palette{
	Colours: true,
	Paper:   hex("#f6f5f2"), Ink: hex("#171a1f"), Line: hex("#d9dbdf"),
	Silver: hex("#8a94a0"), Slate: hex("#5a636e"), Accent: hex("#1d7f86"),
	Light: hex("#a3b3c1"), Dark: hex("#7d8f9f"),
	SideLight: hex("#bfc9d1"), SideDark: hex("#a9b5bf"),
	LastLight: hex("#b3b08a"), LastDark: hex("#959270"),
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
	Glow:  hex("#3a7c85"),
	White: hex("#ffffff"), Black: hex("#0a0c0f"),
	SideWhite: hex("#c3cad1"), SideBlack: hex("#14171b"),
	GhostWhite: hex("#dde3ea"), GhostBlack: hex("#1c2127"),
	Move: hex("#8df0b4"), Capture: hex("#ff8f86"), Check: hex("#ffc83d"),
}

// sixteen takes cyan and grey for squares: of the old colours they alone let
// both white and black be read on them. Side boards are all grey for the same
// reason.
var sixteen = Palette{
	Colours: true,
	Silver:  hex("7"), Slate: hex("7"), Accent: hex("14"), Line: hex("8"),
	Light: hex("6"), Dark: hex("8"),
	SideLight: hex("8"), SideDark: hex("8"),
	LastLight: hex("3"), LastDark: hex("3"),
	Glow:  hex("5"),
	White: hex("15"), Black: hex("0"),
	SideWhite: hex("7"), SideBlack: hex("0"),
	GhostWhite: hex("15"), GhostBlack: hex("0"),
	Move: hex("10"), Capture: hex("9"), Check: hex("11"),
}
