package paint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
)

// Picture names the drawing of a piece: "knight", "archbishop", or a letter from "a" to "z" for a letter on a
// disc.
type Picture string

// named lists the pictures except for the letters.
var named = [...]Picture{
	"pawn", "knight", "bishop", "rook", "queen", "king", "archbishop", "chancellor", "amazon",
	"camel", "zebra", "alfil", "ferz", "wazir", "dabbaba", "nightrider", "cannon", "grasshopper",
}

// Pictures returns the pictures in order: the pieces of chess, the fairy pieces and the letters.
func Pictures() []Picture {
	all := slices.Clone(named[:])
	for letter := 'a'; letter <= 'z'; letter++ {
		all = append(all, Picture(letter))
	}
	return all
}

// PictureOf returns the picture of a piece of chess.
func PictureOf(k board.Role) Picture { return Picture(k.String()) }

// PictureFor returns the picture of a piece of a definition, given its name, its letter and its Betza text.
// The name decides if there is a picture of that name. Otherwise the letter p has the picture of a pawn and k that
// of a king, however the piece moves. For any other letter the moves decide; if no picture fits them, the picture
// is the letter. A piece without Betza text moves as in chess.
func PictureFor(name string, letter byte, text string) Picture {
	letter |= 0x20
	if p := Picture(strings.ToLower(strings.TrimSpace(name))); slices.Contains(named[:], p) {
		return p
	}
	role, _ := board.ParseRole(letter)
	if role == board.Pawn || role == board.King || role != board.NoRole && text == "" {
		return PictureOf(role)
	}
	return Picture(cmp.Or(betza.Name(strings.TrimSpace(text)), string(letter)))
}
