package paint

import "image/color"

// Theme holds the colours of a drawing.
type Theme struct {
	Name   string
	Paper  color.NRGBA // background
	Ink    color.NRGBA
	Edge   color.NRGBA // around boards
	Silver color.NRGBA // reflections and seams
	Slate  color.NRGBA // text, and the borders of silver lines
	Accent color.NRGBA // arrows

	Light, Dark color.NRGBA // squares
	OnLight     color.NRGBA // coordinates on light squares
	OnDark      color.NRGBA // coordinates on dark squares
	Seam        color.NRGBA // the line between boards
	Glow        color.NRGBA // around the selected piece
	Ring        color.NRGBA // around the glow
	Tint        color.NRGBA // the squares of the last move
	TintEdge    color.NRGBA // the frame around those squares

	Move, Capture, Check color.NRGBA
	HintEdge             color.NRGBA // borders of hints

	White, Black PieceInk
}

// PieceInk holds the colours of one side's pieces.
type PieceInk struct {
	Body color.NRGBA
	Edge color.NRGBA // the outline
	Line color.NRGBA // the highlight and the cuts
	Rim  color.NRGBA // around the outline, for contrast
}

// Rgb returns the opaque colour 0xRRGGBB.
func Rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// Built-in themes.
var (
	Light = &Theme{
		Name:  "light",
		Paper: Rgb(0xf6f5f2), Ink: Rgb(0x171a1f), Edge: Rgb(0x8795a3), Silver: Rgb(0xdfe4ea), Slate: Rgb(0x5a636e), Accent: Rgb(0x1d7f86),
		Light: Rgb(0xe8ebee), Dark: Rgb(0xa3b3c1), OnLight: Rgb(0x5a636e), OnDark: Rgb(0x2b333c), Seam: Rgb(0xffffff),
		Glow: Rgb(0xffffff), Ring: Rgb(0x5a636e), Tint: Fade(Rgb(0x1d7f86), 76), TintEdge: Rgb(0x0b5a61),
		Move: Rgb(0x2c9a59), Capture: Rgb(0xcf4038), Check: Rgb(0xd99a00), HintEdge: Fade(Rgb(0xffffff), 200),
		White: PieceInk{Body: Rgb(0xfbfaf7), Edge: Rgb(0x171a1f), Line: Rgb(0x8b95a1)},
		Black: PieceInk{Body: Rgb(0x20242a), Edge: Rgb(0x171a1f), Line: Rgb(0xd9dde2)},
	}
	Dark = &Theme{
		Name:  "dark",
		Paper: Rgb(0x15181d), Ink: Rgb(0xe8eaed), Edge: Rgb(0x76828e), Silver: Rgb(0xc6ccd5), Slate: Rgb(0x9aa4af), Accent: Rgb(0x46b3b8),
		Light: Rgb(0xa9b5c1), Dark: Rgb(0x76848f), OnLight: Rgb(0x171a1f), OnDark: Rgb(0x0c0e11), Seam: Rgb(0xf2f4f6),
		Glow: Rgb(0xf4f8fc), Ring: Rgb(0x171a1f), Tint: Fade(Rgb(0x46cdd4), 92), TintEdge: Rgb(0x05282c),
		Move: Rgb(0x2f9f5f), Capture: Rgb(0xd2443b), Check: Rgb(0xe9ad1a), HintEdge: Fade(Rgb(0xffffff), 184),
		White: PieceInk{Body: Rgb(0xf7f7f5), Edge: Rgb(0x0c0e11), Line: Rgb(0x8b95a1)},
		Black: PieceInk{Body: Rgb(0x121519), Edge: Rgb(0x0c0e11), Line: Rgb(0xc6ccd5), Rim: Rgb(0xaeb8c3)},
	}
	Print = &Theme{
		Name:  "print",
		Paper: Rgb(0xffffff), Ink: Rgb(0x000000), Edge: Rgb(0x000000), Silver: Rgb(0xffffff), Slate: Rgb(0x000000), Accent: Rgb(0x000000),
		Light: Rgb(0xffffff), Dark: Rgb(0xcfcfcf), OnLight: Rgb(0x000000), OnDark: Rgb(0x000000), Seam: Rgb(0xffffff),
		Glow: Rgb(0xffffff), Ring: Rgb(0x000000), TintEdge: Rgb(0x000000),
		Move: Rgb(0x000000), Capture: Rgb(0x000000), Check: Rgb(0x000000), HintEdge: Rgb(0xffffff),
		White: PieceInk{Body: Rgb(0xffffff), Edge: Rgb(0x000000), Line: Rgb(0x6e6e6e)},
		Black: PieceInk{Body: Rgb(0x000000), Edge: Rgb(0x000000), Line: Rgb(0xffffff)},
	}
)

// Themes returns the built-in themes.
func Themes() []*Theme { return []*Theme{Light, Dark, Print} }

// ThemeByName returns the built-in theme with the given name and reports whether it exists.
func ThemeByName(name string) (*Theme, bool) {
	for _, t := range Themes() {
		if t.Name == name {
			return t, true
		}
	}
	return nil, false
}

func Fade(c color.NRGBA, a uint8) color.NRGBA { c.A = a; return c }

func Seen(c color.NRGBA) bool { return c.A != 0 }
