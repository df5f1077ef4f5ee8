package session

import (
	"strings"
	"unicode"
)

// Sentence makes one that stands alone: a capital first, unless it begins with
// the name of a square, and no full stop.
func Sentence(text string) string {
	r := []rune(Tidy(text))
	if len(r) > 0 && (len(r) == 1 || !unicode.IsDigit(r[1])) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// Tidy makes one line of a text, whatever input it quotes.
func Tidy(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Clip shortens a word for a message.
func Clip(word string) string {
	if r := []rune(word); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return word
}

// ClipName shortens the name of a file for a message; its end says more than
// its beginning.
func ClipName(name string) string {
	r := []rune(Tidy(name))
	if len(r) <= 60 {
		return string(r)
	}
	return "..." + string(r[len(r)-57:])
}
