package locale

import "strings"

// letters are the piece letters of SAN in the order of pieceLetters. They are for
// display: stored and exchanged moves have the English ones.
var letters = map[string][5]string{
	"en": {"K", "Q", "R", "B", "N"},
	"de": {"K", "D", "T", "L", "S"},
	"es": {"R", "D", "T", "A", "C"},
	"fr": {"R", "D", "T", "F", "C"},
	"ru": {"Кр", "Ф", "Л", "С", "К"},
}

// pieceLetters are the English piece letters.
const pieceLetters = "KQRBN"

// Letters returns the piece letters of the language by the English ones.
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

// SAN converts a move in SAN to the piece letters of a language. It replaces only
// piece letters, at the beginning and after =, and leaves the other capitals:
// castling, and the pins and levels of boards in space.
func SAN(language, san string) string {
	own, ok := letters[language]
	if !ok || language == "en" || san == "" {
		return san
	}
	of := func(c byte) (string, bool) {
		i := strings.IndexByte(pieceLetters, c)
		if i < 0 {
			return "", false
		}
		return own[i], true
	}
	var b strings.Builder
	for i := range len(san) {
		first := i == 0 && !pinned(san)
		if letter, ok := of(san[i]); ok && (first || i > 0 && (san[i-1] == '=' || san[i-1] == '(')) {
			b.WriteString(letter)
			continue
		}
		b.WriteByte(san[i])
	}
	return b.String()
}

// pinned reports whether a move is that of a board: it begins with a pin such as
// QL1 or KL6.
func pinned(san string) bool {
	return len(san) > 2 && (san[0] == 'Q' || san[0] == 'K') && san[1] == 'L' && san[2] >= '0' && san[2] <= '9'
}

// HasLetters reports whether the piece letters of a language are known.
func HasLetters(language string) bool {
	_, ok := letters[language]
	return ok
}

// ParseSAN converts a move with the piece letters of a language to English: the
// inverse of [SAN]. Other letters are unchanged.
func ParseSAN(language, text string) string {
	own, ok := letters[language]
	if !ok || language == "en" {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		piece, size := "", 0
		if i == 0 && !pinned(text) || i > 0 && (text[i-1] == '=' || text[i-1] == '(') {
			for k, letter := range own { // the longest match: Кр before К
				if strings.HasPrefix(text[i:], letter) && len(letter) > size {
					piece, size = pieceLetters[k:k+1], len(letter)
				}
			}
		}
		if size == 0 {
			piece, size = text[i:i+1], 1
		}
		b.WriteString(piece)
		i += size
	}
	return b.String()
}
