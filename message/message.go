// Package message represents explanations as values: a code for programs, arguments, and an English text
// written next to the code that raises it.
//
//	message.New("illegal.own-piece", "{square} is occupied by your own {role}",
//		message.Args{"square": message.Square("d5"), "role": board.Pawn})
//
// Creating a message formats nothing; [Message.String] formats the English text. For other languages, look up
// a translation by its code and format it with the same arguments; see [Language].
//
// Codes are stable. They are words joined by dots: the topic (illegal, fault, syntax, outcome...), the reason
// (see [Code.Reason]), and optionally a third word to distinguish texts with the same reason.
package message

import (
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
)

// Code identifies the text of a message.
type Code string

// Reason returns the second word of the code: "blocked" for
// illegal.blocked.pawn. It is empty if there is none.
func (c Code) Reason() string {
	_, rest, _ := strings.Cut(string(c), ".")
	reason, _, _ := strings.Cut(rest, ".")
	return reason
}

// Message is an explanation: a message code and its arguments. The zero value
// has no text.
type Message struct {
	Code Code
	Args Args

	english string // the template, see [Template]
}

// Args maps argument names to values. A value is a [board.Piece], a [board.Role], a [Kind], a [Man], a
// [board.Colour] for a side, a [Square], a [board.Square], an int, a bool, a string, a [time.Time], a nested
// [Message], or a [List] of such values.
type Args map[string]any

// Kind is the name of a kind of piece that chess does not have. Catalogues translate the English names of the
// commonest kinds, such as archbishop. Any other name, such as one from the author of a game, appears as it is.
type Kind string

// Man is a piece of a kind that chess does not have.
type Man struct {
	Kind   Kind
	Colour board.Colour
}

// Square is the rule set's name for a square. For a flat board, a [board.Square] can be passed instead.
type Square string

// List is a list of values, joined by words such as "and".
type List []any

// Strings converts strings to a list.
func Strings(texts []string) List {
	list := make(List, 0, len(texts))
	for _, text := range texts {
		list = append(list, text)
	}
	return list
}

// New returns a message. The English text is a [Template].
func New(code Code, english string, args Args) Message {
	return Message{Code: code, Args: args, english: english}
}

// IsZero reports whether the message is the zero value.
func (m Message) IsZero() bool { return m.Code == "" }

// Of returns the explanation of an error: the result of its Explain method if it has one, otherwise its text.
func Of(err error) Message {
	switch e := err.(type) {
	case nil:
		return Message{}
	case interface{ Explain() Message }:
		return e.Explain()
	}
	return New("error.other", "{text}", Args{"text": err.Error()})
}

// Placeholders returns the names of the arguments of the English text, sorted.
func (m Message) Placeholders() []string {
	t, err := Parse(m.english)
	if err != nil {
		return nil
	}
	return t.Placeholders()
}

// choiceKey returns the key that a value selects in a choice and, for roles, sides and the absence of a
// piece, the code of its word.
func choiceKey(value any) (key, word string) {
	switch v := value.(type) {
	case board.Role:
		return v.String(), "word.role." + v.String()
	case board.Piece:
		if v.Role() == board.NoRole || v.Role() > board.King {
			return board.NoRole.String(), "word.piece.none"
		}
		return v.Role().String(), ""
	case Kind:
		return string(v), ""
	case Man:
		return string(v.Kind), ""
	case board.Colour:
		return v.String(), "word.side." + v.String()
	case Square:
		return string(v), ""
	case string:
		return v, ""
	case Message:
		return string(v.Code), ""
	case bool:
		return strconv.FormatBool(v), ""
	}
	return "other", ""
}
