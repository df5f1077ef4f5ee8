// Package notation reads and writes game records, PGN, of every rule set, and
// holds what the texts of all rule sets share: the fields of a position's text,
// the faults it may have, and the error of a text that cannot be read.
//
// The way of a record: a [Reader] finds the rule set by the Variant tag, reads
// the moves through its guide and gives a [Game], a tree of [Node] values with
// remarks and variations; [WriteGame] writes one. A text that cannot be read is
// a [SyntaxError], in a record a [PGNError] that knows its game, and [PlaceOf]
// says on which line and column it is.
//
// A text becomes a position or a move through the rule set's guide; the texts of
// a family of boards lie beside it.
package notation

import (
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
