package term

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

// palette is the colours of the screen: silvered glass. A nil colour is the
// terminal's own, or none.
type palette struct {
	colours bool // false: shapes and weight tell everything

	paper, ink, line, silver, slate, accent color.Color
	light, dark                             color.Color // squares
	sideLight, sideDark                     color.Color // squares of the side boards
	lastLight, lastDark                     color.Color // squares of the last move
	glow                                    color.Color // square of the chosen piece
	white, black                            color.Color // pieces
	sideWhite, sideBlack                    color.Color // pieces of the side boards
	ghostWhite, ghostBlack                  color.Color // pieces that would appear
	move, capture, check                    color.Color
}

func paletteFor(c Colours, dark bool) *palette {
	switch {
	case c == NoColours:
		return &palette{}
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
var day = palette{
	colours: true,
	paper:   hex("#f6f5f2"), ink: hex("#171a1f"), line: hex("#d9dbdf"),
	silver: hex("#8a94a0"), slate: hex("#5a636e"), accent: hex("#1d7f86"),
	light: hex("#a3b3c1"), dark: hex("#7d8f9f"),
	sideLight: hex("#bfc9d1"), sideDark: hex("#a9b5bf"),
	lastLight: hex("#b3b08a"), lastDark: hex("#959270"),
	glow:  hex("#5aa0a7"),
	white: hex("#ffffff"), black: hex("#0b0d10"),
	sideWhite: hex("#f6f5f2"), sideBlack: hex("#545d67"),
	ghostWhite: hex("#e6ebf0"), ghostBlack: hex("#38414b"),
	move: hex("#12693a"), capture: hex("#a81d16"), check: hex("#8a5c00"),
}

var night = palette{
	colours: true,
	paper:   hex("#15181d"), ink: hex("#e8eaed"), line: hex("#2c323a"),
	silver: hex("#c6ccd5"), slate: hex("#9aa4af"), accent: hex("#46b3b8"),
	light: hex("#7b8896"), dark: hex("#56616d"),
	sideLight: hex("#55606b"), sideDark: hex("#414a53"),
	lastLight: hex("#858263"), lastDark: hex("#67644a"),
	glow:  hex("#3a7c85"),
	white: hex("#ffffff"), black: hex("#0a0c0f"),
	sideWhite: hex("#c3cad1"), sideBlack: hex("#14171b"),
	ghostWhite: hex("#dde3ea"), ghostBlack: hex("#1c2127"),
	move: hex("#8df0b4"), capture: hex("#ff8f86"), check: hex("#ffc83d"),
}

// sixteen takes cyan and grey for squares: of the old colours they alone let
// both white and black be read on them. Side boards are all grey for the same
// reason.
var sixteen = palette{
	colours: true,
	silver:  hex("7"), slate: hex("7"), accent: hex("14"), line: hex("8"),
	light: hex("6"), dark: hex("8"),
	sideLight: hex("8"), sideDark: hex("8"),
	lastLight: hex("3"), lastDark: hex("3"),
	glow:  hex("5"),
	white: hex("15"), black: hex("0"),
	sideWhite: hex("7"), sideBlack: hex("0"),
	ghostWhite: hex("15"), ghostBlack: hex("0"),
	move: hex("10"), capture: hex("9"), check: hex("11"),
}
