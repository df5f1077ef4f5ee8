package game

import (
	"errors"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/message"
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
	Message message.Message
	Faults  rules.Faults // of a starting position
	Cause   error
}

// Explain returns the explanation for people.
func (e *Error) Explain() message.Message { return e.Message }

// Error returns the sentence.
func (e *Error) Error() string { return e.Message.String() }

// Unwrap returns the cause, such as a *rules.IllegalMove, or nil.
func (e *Error) Unwrap() error { return e.Cause }

// Refuse returns an error with an explanation in English. Its reason is the
// second word of the message's code.
func Refuse(code message.Code, english string, args message.Args) *Error {
	return &Error{Code: Code(code.Reason()), Message: message.New(code, english, args)}
}

// UnknownCommand refuses a command that does not exist.
func UnknownCommand() *Error { return Refuse("game.invalid.command", "unknown command", nil) }

// NoCookie refuses somebody without a session.
func NoCookie() *Error {
	return Refuse("game.no-seat.cookie", "players need a cookie: allow cookies for this site", nil)
}

// OnlyWatching refuses somebody who has no seat.
func OnlyWatching() *Error {
	return Refuse("game.no-seat.watching", "only the players can do that; you are watching", nil)
}

// OpponentMissing refuses what needs both players.
func OpponentMissing() *Error { return Refuse("game.waiting", "your opponent has not joined yet", nil) }

// StoreFailed returns what people are told when the store fails. What could not be
// done is one of begin, create, count, read, save, challenges and games.
func StoreFailed(what string, cause error) *Error {
	e := Refuse("game.store", "the server could not {what, select, begin {start a game} create {create a game} count {count the games of a session} read {load the game} save {save the game} challenges {list the open games} games {list your games} other {do that}}; try again in a moment", message.Args{"what": what})
	e.Cause = cause
	return e
}

// Broken returns what people are told when a stored game cannot be read.
func Broken(cause error) *Error {
	e := Refuse("game.broken", "this game's record cannot be read", nil)
	e.Cause = cause
	return e
}

func badLevel(level int) *Error {
	return Refuse("game.invalid.level", "the computer level must be between 1 and {most}, not {level}", message.Args{"most": engine.MaxLevel, "level": level})
}

func nothingToTakeBack() *Error {
	return Refuse("game.nothing.takeback", "there is no move to take back", nil)
}

func stalePosition(ply int) *Error {
	return Refuse("game.stale.position", "the move was for a different position than the one at half-move {ply}", message.Args{"ply": ply})
}

func ended(r *Result) *Error {
	return Refuse("game.over", "the game is over: {how}", message.Args{"how": r.Message()})
}

// moveError tells why a move cannot be played, in the rules' own words.
func moveError(err error) *Error {
	code := rules.CodeMalformed
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		code = illegal.Code
	}
	return &Error{Code: Code(code), Message: message.Of(err), Cause: err}
}
