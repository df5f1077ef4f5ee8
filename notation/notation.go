// Package notation holds what the texts of all rule sets share: the fields of a
// position's text, the faults it may have, the error of a text that cannot be
// read, lines of test suites ([EPD]) and plans of moves ([Plan]).
//
// A text becomes a position or a move through the rule set's guide; the texts of
// a family of boards lie beside it. Package pgn reads and writes game records.
package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// SyntaxError is a text that cannot be read.
type SyntaxError struct {
	Input  string // the text, or the part of it that matters
	Offset int    // where in Input the fault lies, in bytes from 0
	// Message is what is wrong, without the place.
	Message message.Message
	// Means holds the legal moves that a text may mean, where only so much of it
	// is missing that they can be told.
	Means []board.Move
}

// Place returns where in Input the fault lies.
func (e *SyntaxError) Place() Place { return PlaceAt(e.Input, e.Offset) }

// Explain returns what is wrong together with its place. In a text of several
// lines the place has a line.
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

// Error names the fault and its place.
func (e *SyntaxError) Error() string { return e.Explain().String() }

// Clip shortens hostile input for a message, between characters.
func Clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

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

// String names the place by line and column.
func (at Place) String() string { return fmt.Sprintf("line %d, column %d", at.Line, at.Column) }
