// Package locale lets everything that is said to people travel as a code and
// arguments, and makes sentences of it in one place.
//
// A [Message] is made where something is found out, with [New]; that costs no
// formatting. It travels in errors, outcomes and JSON as it is. At the edge a
// [Catalogue] makes a sentence of it: a catalogue is one file a language, with
// an entry for each code. All are built in, see [Languages], but in a browser
// there is only English until the page hands over another, see [Speak]. A
// program with one reader speaks one language; a server says each answer in the
// language of its asker, see [Retell].
//
// Codes are stable. They are words joined by dots: the first says what speaks
// (illegal, fault, syntax, outcome...), the second is the reason that programs
// go by, see [Code.Reason], and a third tells sentences apart that have the
// same reason.
package locale

import (
	"strings"

	"github.com/tainchess/tain/board"
)

// Code names a sentence.
type Code string

// Reason returns the second word of the code, which is what programs go by:
// "blocked" for illegal.blocked.pawn. It is empty if there is none.
func (c Code) Reason() string {
	_, rest, _ := strings.Cut(string(c), ".")
	reason, _, _ := strings.Cut(rest, ".")
	return reason
}

// Message is something to be said: which sentence, and what fills it in. The
// zero value says nothing.
type Message struct {
	Code Code `json:"code"`
	Args Args `json:"args,omitempty"`
	// in is the catalogue it is said with, nil for that of the program.
	in *Catalogue
}

// Args are the arguments of a message by name. A value is a [board.Piece], a
// [board.Role], a [board.Colour] for a side, a [Square], an int, a bool, a
// string, a [time.Time], a [Message] that is part of the sentence, or a [List]
// of those.
type Args map[string]any

// Square is the name of a square, which only its rule set can tell. A
// [board.Square] may stand for one where it is that of a flat board.
type Square string

// List is several values that are told one after the other.
type List []any

// Strings returns texts as a list.
func Strings(texts []string) List {
	list := make(List, 0, len(texts))
	for _, text := range texts {
		list = append(list, text)
	}
	return list
}

// New returns a message.
func New(code Code, args Args) Message { return Message{Code: code, Args: args} }

// IsZero reports whether there is nothing to say.
func (m Message) IsZero() bool { return m.Code == "" }

// In returns the message to be said with a catalogue, whatever the program
// speaks. Stored or sent it is the same.
func (m Message) In(c *Catalogue) Message {
	m.in = c
	return m
}

// String returns the message as a sentence, "" if there is nothing to say: in
// the language it was given by [Message.In], else in that of the program, see
// [Speak], which is English unless somebody chose another.
func (m Message) String() string {
	if m.in != nil {
		return m.in.Text(m)
	}
	return Spoken().Text(m)
}

// Texts returns messages as sentences.
func Texts(all []Message) []string {
	texts := make([]string, 0, len(all))
	for _, m := range all {
		texts = append(texts, m.String())
	}
	return texts
}

// Of returns what an error says. An error that is made of a message has the
// method Said; any other is told as it is.
func Of(err error) Message {
	switch e := err.(type) {
	case nil:
		return Message{}
	case interface{ Said() Message }:
		return e.Said()
	}
	return New("error.other", Args{"text": err.Error()})
}

// named returns what a choice goes by and, for the pieces and sides, how the
// catalogue's word for it is called.
func named(value any) (key, word string) {
	switch v := value.(type) {
	case board.Role:
		return v.String(), "word.role." + v.String()
	case board.Piece:
		if v.Role() == board.NoRole || v.Role() > board.King {
			return board.NoRole.String(), "word.piece.none"
		}
		return v.Role().String(), ""
	case board.Colour:
		return v.String(), "word.side." + v.String()
	case Square:
		return string(v), ""
	case string:
		return v, ""
	case Message:
		return string(v.Code), ""
	case bool:
		if v {
			return "true", ""
		}
		return "false", ""
	}
	return "other", ""
}
