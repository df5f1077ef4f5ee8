package rules

import (
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
)

// Message is something said to people as a code and arguments. Its String
// method says it in English; a program that speaks another language goes by
// the code.
type Message = locale.Message

// MessageCode names a sentence of the catalogue: words joined by dots, of which
// the second is the reason that programs go by.
type MessageCode = locale.Code

// Args are the arguments of a message by name. A value is a piece, a role, a
// colour, a square, a number, a text or a message that is part of the sentence.
type Args = locale.Args

// Sentence returns a message that is a sentence already. It is for rule sets
// that lie elsewhere and have no entries in the catalogue; nobody can translate
// it.
func Sentence(text string) Message { return locale.Of(errors.New(text)) }

// IllegalMove is why a move cannot be played: a reason for programs, and what
// is said to people, which in English starts in lower case and has no full
// stop.
type IllegalMove struct {
	Code    Code
	Message Message
	// Means holds the legal moves that a text may mean, if there are several.
	Means []board.Move
}

// Illegal returns why a move is illegal. The reason is that of the message's
// code: illegal.blocked.pawn has [CodeBlocked].
func Illegal(code MessageCode, args Args) *IllegalMove {
	return &IllegalMove{Code: Code(code.Reason()), Message: locale.New(code, args)}
}

// Said returns what is said to people.
func (r *IllegalMove) Said() Message { return r.Message }

// Error returns the sentence in English.
func (r *IllegalMove) Error() string { return r.Message.String() }

// Fault is one thing that makes a position impossible.
type Fault struct {
	Code Code
	// Offset is where in the text the fault lies, counted in bytes from 0, or
	// -1 if it lies in no one place.
	Offset  int
	Message Message
}

// faultJSON is a fault in JSON: the sentence, and what it is made of.
type faultJSON struct {
	Code    Code    `json:"code"`
	Offset  int     `json:"offset"`
	Message string  `json:"message"`
	Said    Message `json:"said"`
}

// MarshalJSON writes the reason, the place, the sentence and what it is made
// of.
func (f Fault) MarshalJSON() ([]byte, error) {
	return json.Marshal(faultJSON{f.Code, f.Offset, f.Message.String(), f.Message})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Fault) UnmarshalJSON(data []byte) error {
	var j faultJSON
	err := json.Unmarshal(data, &j)
	*f = Fault{j.Code, j.Offset, j.Said}
	return err
}

// Faults is everything that is wrong with a position.
type Faults []Fault

// Said returns all faults as one message.
func (f Faults) Said() Message {
	var all locale.List
	for _, one := range f {
		all = append(all, one.Message)
	}
	return locale.New("fault.all", locale.Args{"faults": all})
}

// Error joins the faults' sentences.
func (f Faults) Error() string { return f.Said().String() }
