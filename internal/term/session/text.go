package session

import (
	"strings"
	"unicode"

	"github.com/tainchess/tain/notation"
)

// Capitalise capitalises the first letter of a sentence, unless the sentence starts with the
// name of a square.
func Capitalise(text string) string {
	r := []rune(OneLine(text))
	if len(r) > 0 && (len(r) == 1 || !unicode.IsDigit(r[1])) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// OneLine replaces unprintable characters and line breaks in a string with spaces.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Clip puts a word on one line and shortens it to 40 bytes, for a message.
func Clip(word string) string { return notation.ClipTo(OneLine(word), 40) }

// ClipName shortens a file name for a message. It preserves the end of the name.
func ClipName(name string) string {
	r := []rune(OneLine(name))
	if len(r) <= 60 {
		return string(r)
	}
	return "..." + string(r[len(r)-57:])
}
