package render

import "image/color"

// Theme is the colours of a drawing.
type Theme struct {
	Name   string
	Paper  color.NRGBA // behind everything
	Ink    color.NRGBA
	Edge   color.NRGBA // around boards
	Silver color.NRGBA // whatever reflects
	Slate  color.NRGBA // text, and what sets silver off
	Accent color.NRGBA // arrows

	Light, Dark color.NRGBA // squares
	OnLight     color.NRGBA // coordinates on light squares
	OnDark      color.NRGBA // and on dark ones
	Seam        color.NRGBA // the line between boards
	Glow        color.NRGBA // around the chosen piece
	Ring        color.NRGBA // and the line around it
	Tint        color.NRGBA // the squares of the last move
	TintEdge    color.NRGBA // and a frame on them, where the tint alone is too little

	Move, Capture, Check color.NRGBA
	HintEdge             color.NRGBA // sets hints off from squares and pieces

	White, Black PieceInk
}

// PieceInk is the colours of one side's pieces.
type PieceInk struct {
	Body color.NRGBA
	Edge color.NRGBA // the outline
	Line color.NRGBA // the highlight and the cuts
	Rim  color.NRGBA // around the outline, where it would be lost on the squares
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// The themes.
var (
	Light = &Theme{
		Name:  "light",
		Paper: rgb(0xf6f5f2), Ink: rgb(0x171a1f), Edge: rgb(0x8795a3), Silver: rgb(0xdfe4ea), Slate: rgb(0x5a636e), Accent: rgb(0x1d7f86),
		Light: rgb(0xe8ebee), Dark: rgb(0xa3b3c1), OnLight: rgb(0x5a636e), OnDark: rgb(0x2b333c), Seam: rgb(0xffffff),
		Glow: rgb(0xffffff), Ring: rgb(0x5a636e), Tint: fade(rgb(0x1d7f86), 76), TintEdge: rgb(0x0b5a61),
		Move: rgb(0x2c9a59), Capture: rgb(0xcf4038), Check: rgb(0xd99a00), HintEdge: fade(rgb(0xffffff), 200),
		White: PieceInk{Body: rgb(0xfbfaf7), Edge: rgb(0x171a1f), Line: rgb(0x8b95a1)},
		Black: PieceInk{Body: rgb(0x20242a), Edge: rgb(0x171a1f), Line: rgb(0xd9dde2)},
	}
	Dark = &Theme{
		Name:  "dark",
		Paper: rgb(0x15181d), Ink: rgb(0xe8eaed), Edge: rgb(0x76828e), Silver: rgb(0xc6ccd5), Slate: rgb(0x9aa4af), Accent: rgb(0x46b3b8),
		Light: rgb(0xa9b5c1), Dark: rgb(0x76848f), OnLight: rgb(0x171a1f), OnDark: rgb(0x0c0e11), Seam: rgb(0xf2f4f6),
		Glow: rgb(0xf4f8fc), Ring: rgb(0x171a1f), Tint: fade(rgb(0x46cdd4), 92), TintEdge: rgb(0x05282c),
		Move: rgb(0x2f9f5f), Capture: rgb(0xd2443b), Check: rgb(0xe9ad1a), HintEdge: fade(rgb(0xffffff), 184),
		White: PieceInk{Body: rgb(0xf7f7f5), Edge: rgb(0x0c0e11), Line: rgb(0x8b95a1)},
		Black: PieceInk{Body: rgb(0x121519), Edge: rgb(0x0c0e11), Line: rgb(0xc6ccd5), Rim: rgb(0xaeb8c3)},
	}
	Print = &Theme{
		Name:  "print",
		Paper: rgb(0xffffff), Ink: rgb(0x000000), Edge: rgb(0x000000), Silver: rgb(0xffffff), Slate: rgb(0x000000), Accent: rgb(0x000000),
		Light: rgb(0xffffff), Dark: rgb(0xcfcfcf), OnLight: rgb(0x000000), OnDark: rgb(0x000000), Seam: rgb(0xffffff),
		Glow: rgb(0xffffff), Ring: rgb(0x000000), TintEdge: rgb(0x000000),
		Move: rgb(0x000000), Capture: rgb(0x000000), Check: rgb(0x000000), HintEdge: rgb(0xffffff),
		White: PieceInk{Body: rgb(0xffffff), Edge: rgb(0x000000), Line: rgb(0x6e6e6e)},
		Black: PieceInk{Body: rgb(0x000000), Edge: rgb(0x000000), Line: rgb(0xffffff)},
	}
)

// Themes lists the themes.
func Themes() []*Theme { return []*Theme{Light, Dark, Print} }

// ThemeByName returns the theme of a name, and whether there is one.
func ThemeByName(name string) (*Theme, bool) {
	for _, t := range Themes() {
		if t.Name == name {
			return t, true
		}
	}
	return nil, false
}
