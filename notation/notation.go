// Package notation contains the parts of notation that all rule sets share: the fields and faults of a
// position's text, syntax errors, test-suite lines ([EPD]) and planned moves ([Plan]).
//
// A rule set's guide parses positions and moves. Each family of boards has its notation in a package named
// text. Package pgn reads and writes game records.
package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// SyntaxError reports input that cannot be parsed.
type SyntaxError struct {
	Input   string          // the text or the relevant part
	Offset  int             // byte offset of the error in Input
	Message message.Message // without the location
	// Means lists the legal moves that an incomplete text could mean.
	Means []board.Move
}

// Place returns the location of the error in Input.
func (e *SyntaxError) Place() Place { return PlaceAt(e.Input, e.Offset) }

// Explain returns the message with its location, which includes a line number if the text has several lines.
func (e *SyntaxError) Explain() message.Message {
	at := e.Place()
	if strings.Contains(e.Input, "\n") {
		return message.New("syntax.line", "{what} (at line {line}, column {column} of {input, quote})", message.Args{
			"what": e.Message, "line": at.Line, "column": at.Column, "input": Clip(e.Input),
		})
	}
	return message.New("syntax.at", "{what} (at character {character} of {input, quote})", message.Args{
		"what": e.Message, "character": at.Column, "input": Clip(e.Input),
	})
}

// Error returns the explanation in English.
func (e *SyntaxError) Error() string { return e.Explain().String() }

// Clip shortens a string that a message quotes. It is [ClipTo] with 80 bytes.
func Clip(text string) string { return ClipTo(text, 80) }

// ClipTo shortens a string to the given maximum number of bytes plus an ellipsis, without splitting a
// character.
func ClipTo(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Place is a location in the input.
type Place struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1, in characters
	Offset int `json:"offset"` // in bytes, from 0
}

// PlaceAt returns the location of a byte offset. It clamps the offset to the text.
func PlaceAt(text string, offset int) Place {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	line := strings.LastIndexByte(before, '\n') + 1
	return Place{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[line:]), offset}
}

// String returns the line and the column.
func (at Place) String() string { return fmt.Sprintf("line %d, column %d", at.Line, at.Column) }
