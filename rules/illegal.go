package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// IllegalMove is why a move cannot be played: a code for programs and a message
// for people, which in English starts in lower case and has no full stop.
type IllegalMove struct {
	Code    Code
	Message message.Message
	// Means holds the legal moves that a text may mean, if there are several.
	Means []board.Move
}

// Illegal returns why a move is illegal. The reason is that of the message's
// code: illegal.blocked.pawn has [CodeBlocked].
func Illegal(code message.Code, english string, args message.Args) *IllegalMove {
	return &IllegalMove{Code: Code(code.Reason()), Message: message.New(code, english, args)}
}

// Explain returns the reason.
func (r *IllegalMove) Explain() message.Message { return r.Message }

// Error returns the sentence in English.
func (r *IllegalMove) Error() string { return r.Message.String() }

// Fault is one thing that makes a position impossible.
type Fault struct {
	Code Code
	// Offset is where in the text the fault lies, counted in bytes from 0, or
	// -1 if it lies in no one place.
	Offset  int
	Message message.Message
}

// Faults is everything that is wrong with a position.
type Faults []Fault

// Explain returns all faults as one message.
func (f Faults) Explain() message.Message {
	var all message.List
	for _, one := range f {
		all = append(all, one.Message)
	}
	return message.New("fault.all", "{faults, each}", message.Args{"faults": all})
}

// Error joins the faults' sentences.
func (f Faults) Error() string { return f.Explain().String() }
