package paint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
)

// Picture names the drawing of a piece: "knight", "archbishop", or a letter from "a" to "z" for a letter on a
// disc.
type Picture string

// named lists the pictures except for the letters, each with the Betza text of the pieces that it shows.
var named = [...]struct {
	Picture
	betza string
}{
	{"pawn", ""}, {"knight", "N"}, {"bishop", "B"}, {"rook", "R"}, {"queen", "Q"}, {"king", ""},
	{"archbishop", "BN"}, {"chancellor", "RN"}, {"amazon", "QN"},
	{"camel", "C"}, {"zebra", "Z"}, {"alfil", "A"}, {"ferz", "F"}, {"wazir", "W"}, {"dabbaba", "D"},
	{"nightrider", "N0"}, {"cannon", "mRcpR"}, {"grasshopper", "gQ"},
}

// Pictures returns the pictures in order: the pieces of chess, the fairy pieces and the letters.
func Pictures() []Picture {
	var all []Picture
	for _, n := range named {
		all = append(all, n.Picture)
	}
	for letter := 'a'; letter <= 'z'; letter++ {
		all = append(all, Picture(letter))
	}
	return all
}

// PictureOf returns the picture of a piece of chess.
func PictureOf(k board.Role) Picture { return Picture(k.String()) }

// PictureFor returns the picture of a piece of a definition, given its name, its letter and its Betza text.
// The name decides if there is a picture of that name. Otherwise p is the pawn and k the king, however they
// move; the moves decide for all other letters. A piece without Betza text moves as in chess.
func PictureFor(name string, letter byte, betza string) Picture {
	letter |= 0x20
	name = strings.ToLower(strings.TrimSpace(name))
	for _, n := range named {
		if string(n.Picture) == name {
			return n.Picture
		}
	}
	role, _ := board.ParseRole(letter)
	form := betzaForm(betza)
	if role == board.Pawn || role == board.King || role != board.NoRole && betza == "" {
		return PictureOf(role)
	}
	for _, n := range named {
		if form != "" && form == betzaForm(n.betza) {
			return n.Picture
		}
	}
	return Picture(letter)
}

// betzaForm returns a Betza text with its atoms in order, without the abbreviations for the pieces of chess
// and for riders without limit. It returns "" if the text is not Betza.
func betzaForm(betza string) string {
	lower := func(c rune) bool { return c >= 'a' && c <= 'z' }
	digit := func(c rune) bool { return c >= '0' && c <= '9' }
	var all []string
	for rest := strings.TrimSpace(betza); rest != ""; {
		atom := strings.TrimLeftFunc(rest, lower)
		if atom == "" || atom[0] < 'A' || atom[0] > 'Z' {
			return ""
		}
		modifiers := []byte(rest[:len(rest)-len(atom)])
		slices.Sort(modifiers)
		name, after := atom[:1], atom[1:]
		rest = strings.TrimLeftFunc(after, digit)
		reach := after[:len(after)-len(rest)]
		if strings.HasPrefix(after, name) {
			rest, reach = after[1:], "0"
		}
		atoms := name + reach
		if reach == "" {
			atoms = cmp.Or(abbreviations[name], name)
		}
		for one := range strings.FieldsSeq(atoms) {
			all = append(all, string(modifiers)+one)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// abbreviations maps the pieces of chess to their atoms.
var abbreviations = map[string]string{"K": "W F", "R": "W0", "B": "F0", "Q": "W0 F0"}
