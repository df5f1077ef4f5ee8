package game

import (
	"errors"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// Code is the reason of an Error for programs. Codes are stable. A move that
// cannot be played has the rules' code of an illegal move instead.
type Code string

// The reasons.
const (
	CodeNotFound Code = "not-found"     // there is no such game
	CodeInvalid  Code = "invalid"       // a request that means nothing, or asks for what there is not
	CodeNoSeat   Code = "no-seat"       // one who watches wants to act
	CodeTurn     Code = "not-your-turn" // it is the opponent's turn
	CodeStale    Code = "stale"         // the game has gone on since
	CodeWaiting  Code = "waiting"       // the opponent has not joined yet
	CodeOver     Code = "over"          // the game has ended
	CodeNotOver  Code = "not-over"      // the game has not ended
	CodeNothing  Code = "nothing"       // there is nothing to accept, claim or take back
	CodeTooLate  Code = "too-late"      // the game has begun and cannot be aborted
	CodeTooSoon  Code = "too-soon"      // the same was declined or withdrawn a moment ago
	CodeTaken    Code = "taken"         // the seat is held by somebody else
	CodeToken    Code = "bad-token"     // the invitation does not fit
	CodeLimit    Code = "limit"         // too many games
	CodeSlow     Code = "slow"          // a watcher did not keep up
	CodeClosing  Code = "closing"       // the server is shutting down
	CodeClosed   Code = "closed"        // the server takes nothing new for a while
	CodeBanned   Code = "banned"        // the operator does not let them play
	CodeStore    Code = "store"         // what happened could not be saved
	CodeBroken   Code = "broken"        // the record of the game cannot be read
)

// Error is why a request was refused, and what to do: a reason for programs
// and what is said to people.
type Error struct {
	Code    Code
	Message locale.Message
	Faults  rules.Faults // of a starting position
	Cause   error
}

// Said returns what is said to people.
func (e *Error) Said() locale.Message { return e.Message }

// Error returns the sentence.
func (e *Error) Error() string { return e.Message.String() }

// Unwrap returns the cause, such as a *rules.IllegalMove, or nil.
func (e *Error) Unwrap() error { return e.Cause }

// Refuse returns an error that says something. Its reason is the second word of
// the message's code.
func Refuse(code locale.Code, args locale.Args) *Error {
	return &Error{Code: Code(code.Reason()), Message: locale.New(code, args)}
}

// moveError tells why a move cannot be played, in the rules' own words.
func moveError(err error) *Error {
	code := rules.CodeMalformed
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		code = illegal.Code
	}
	return &Error{Code: Code(code), Message: locale.Of(err), Cause: err}
}
