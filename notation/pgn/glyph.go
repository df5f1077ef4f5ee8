package pgn

import "strings"

// glyph is a sign that stands for a numeric annotation glyph.
type glyph struct {
	sign string
	nag  int
	// sided glyphs speak of the side that moved: the number is White's, and
	// Black's is one more.
	sided bool
}

// glyphs are the signs that archives write instead of $ and a number, besides
// ! and ? in their six forms. Where one sign is the end of another the longer
// stands first, so that the longest is found.
var glyphs = []glyph{
	{"□", 7, false},
	{"+/-", 16, false}, {"-/+", 17, false}, {"±", 16, false}, {"∓", 17, false},
	{"+/=", 14, false}, {"=/+", 15, false}, {"⩲", 14, false}, {"⩱", 15, false},
	{"=/∞", 44, true}, {"=∞", 44, true}, {"∞", 13, false}, {"~", 13, false},
	{"+--", 20, false}, {"--+", 21, false},
	{"+-", 18, false}, {"-+", 19, false}, {"+=", 14, false}, {"=+", 15, false}, {"=", 10, false},
	{"⨀", 22, true}, {"○", 26, true}, {"⟳", 32, true}, {"↑", 36, true}, {"→", 40, true},
	{"⇆", 132, true}, {"⊕", 138, true},
	{"∆", 140, false}, {"△", 140, false}, {"⌓", 142, false},
	{"N", 146, false}, {"D", 220, false},
}

// mayBeGlyph tells glyphs and check signs from most moves.
func mayBeGlyph(word string) bool {
	letter := word[0] | 0x20
	return len(word) == 1 || letter < 'a' || letter > 'z'
}

// readGlyph returns the number of a word that is a glyph; second tells that
// Black made the move it speaks of.
func readGlyph(word string, second bool) (nag int, ok bool) {
	for _, g := range glyphs {
		if g.sign == word {
			return g.number(second), true
		}
	}
	return 0, false
}

// cutGlyph takes the glyph off the end of a move. Where squares have names that
// end in letters, letters are left.
func cutGlyph(word string, second, letters bool) (move string, nag int, ok bool) {
	for _, g := range glyphs {
		if !letters && g.sign[0] >= 'A' && g.sign[0] <= 'Z' {
			continue
		}
		if move, ok = strings.CutSuffix(word, g.sign); ok && move != "" {
			return move, g.number(second), true
		}
	}
	return word, 0, false
}

func (g glyph) number(second bool) int {
	if g.sided && second {
		return g.nag + 1
	}
	return g.nag
}

// IsNull reports the words that programs write for a null move.
func IsNull(word string) bool {
	switch word {
	case "--", "0000", "Z0", "null", "@@@@", "<>":
		return true
	}
	return false
}
