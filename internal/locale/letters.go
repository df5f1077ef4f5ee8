package locale

import (
	"slices"
	"strings"
)

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

// Letter returns the letter of a piece in the language, given its English letter. Games may have pieces whose
// letter means a piece of chess in the language: A is the bishop in Spanish. Their letter is doubled, as in AA.
func (c *Catalogue) Letter(english string) string { return letterIn(letters[c.language], english) }

func letterIn(own [5]string, english string) string {
	if i := strings.Index(pieceLetters, english); i >= 0 && own[i] != "" {
		return own[i]
	}
	if slices.Contains(own[:], english) {
		return english + english
	}
	return english
}

// SAN converts a move in SAN to the piece letters of a language, as [Catalogue.Letter] returns them. It converts
// only piece letters, which come first or after = or (. It leaves other capital letters unchanged, such as those in
// castling and in the names of pins and levels.
func SAN(language, san string) string {
	own, ok := letters[language]
	if !ok {
		return san
	}
	return convertLetters(san, func(text string) (letter string, size int) { return letterIn(own, text[:1]), 1 })
}

// ParseSAN converts a move with the piece letters of a language to English. It is the inverse
// of [SAN]. Other letters are unchanged.
func ParseSAN(language, text string) string {
	own, ok := letters[language]
	if !ok || language == "en" {
		return text
	}
	return convertLetters(text, func(text string) (letter string, size int) {
		letter, size = text[:1], 1
		longest := 0
		for i, piece := range own { // find the longest match: Кр before К
			if strings.HasPrefix(text, piece) && len(piece) > longest {
				letter, size, longest = pieceLetters[i:i+1], len(piece), len(piece)
			}
		}
		if single := text[:1]; strings.HasPrefix(text[1:], single) && letterIn(own, single) == single+single {
			return single, 2
		}
		return letter, size
	})
}

// EnglishSAN converts a typed move with the piece letters of a language to English. If the result is not legal
// but the text itself is, it returns the text, because people also type English letters.
func EnglishSAN(language, text string, legal func(text string) bool) string {
	if own := ParseSAN(language, text); own == text || legal(own) || !legal(text) {
		return own
	}
	return text
}

// convertLetters replaces the piece letters of a move. convert returns the letter that replaces the first size
// bytes of its argument, which is not empty.
func convertLetters(text string, convert func(string) (letter string, size int)) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		letter, size := text[i:i+1], 1
		if i == 0 && !pinned(text) || i > 0 && (text[i-1] == '=' || text[i-1] == '(') {
			letter, size = convert(text[i:])
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
