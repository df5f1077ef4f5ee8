package locale

import "strings"

// letters maps languages to their piece letters in SAN, in the order of pieceLetters. Only displayed
// and typed moves use them; stored and exchanged moves use the English letters.
var letters = map[string][5]string{
	"en": {"K", "Q", "R", "B", "N"},
	"de": {"K", "D", "T", "L", "S"},
	"es": {"R", "D", "T", "A", "C"},
	"fr": {"R", "D", "T", "F", "C"},
	"ru": {"Кр", "Ф", "Л", "С", "К"},
}

// pieceLetters are the English piece letters.
const pieceLetters = "KQRBN"

// Letters maps the English piece letters to those of the language.
func (c *Catalogue) Letters() map[string]string {
	own, ok := letters[c.language]
	if !ok {
		own = letters["en"]
	}
	all := make(map[string]string, len(own))
	for i, letter := range own {
		all[pieceLetters[i:i+1]] = letter
	}
	return all
}

// SAN converts a move in SAN to the piece letters of a language. It replaces only piece letters, which
// come first or after =. It leaves other capital letters unchanged, such as those in castling and in
// the names of pins and levels.
func SAN(language, san string) string { return convertLetters(san, "en", language) }

// ParseSAN converts a move with the piece letters of a language to English. It is the inverse
// of [SAN]. Other letters are unchanged.
func ParseSAN(language, text string) string { return convertLetters(text, language, "en") }

// convertLetters replaces the piece letters of one language with those of another. If either
// language is unknown, the text is unchanged.
func convertLetters(text, from, to string) string {
	old, ok := letters[from]
	own, known := letters[to]
	if !ok || !known || from == to {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		letter, size := text[i:i+1], 1
		if i == 0 && !pinned(text) || i > 0 && (text[i-1] == '=' || text[i-1] == '(') {
			longest := 0
			for k, piece := range old { // find the longest match: Кр before К
				if strings.HasPrefix(text[i:], piece) && len(piece) > longest {
					letter, size, longest = own[k], len(piece), len(piece)
				}
			}
		}
		b.WriteString(letter)
		i += size
	}
	return b.String()
}

// pinned reports whether a move is a board move, which starts with a pin such as QL1 or KL6.
func pinned(san string) bool {
	return len(san) > 2 && (san[0] == 'Q' || san[0] == 'K') && san[1] == 'L' && san[2] >= '0' && san[2] <= '9'
}

// HasLetters reports whether a language has piece letters.
func HasLetters(language string) bool {
	_, ok := letters[language]
	return ok
}
