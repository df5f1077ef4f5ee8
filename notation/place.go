package notation

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Place is where something stands in a text.
type Place struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters
	Offset int `json:"offset"` // in bytes of the text from 0
}

// PlaceAt returns the place of a byte of a text, of the nearest if there is no
// such byte.
func PlaceAt(text string, offset int) Place {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	line := strings.LastIndexByte(before, '\n') + 1
	return Place{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[line:]), offset}
}

// PlaceOf returns the place that an error names: in the whole text of a
// [*PGNError], in the Input of a [*SyntaxError].
func PlaceOf(err error) (at Place, ok bool) {
	var (
		game   *PGNError
		syntax *SyntaxError
	)
	switch {
	case errors.As(err, &game):
		return game.Place, true
	case errors.As(err, &syntax):
		return syntax.Place(), true
	}
	return Place{}, false
}

// String names the place by line and column.
func (at Place) String() string { return fmt.Sprintf("line %d, column %d", at.Line, at.Column) }
