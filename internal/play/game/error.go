package game

import (
	"errors"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Code classifies an [Error] for programs. Codes are stable. An illegal move has the code of the rules'
// illegal-move error instead.
type Code string

// The codes.
const (
	CodeNotFound Code = "not-found"      // the game does not exist
	CodeInvalid  Code = "invalid"        // a malformed or unsupported request
	CodeNoSeat   Code = "no-seat"        // a spectator, or somebody without a session, tried to act
	CodeTurn     Code = "not-your-turn"  // it is the opponent's turn
	CodeStale    Code = "stale"          // the game has changed since the client last saw it
	CodeWaiting  Code = "waiting"        // the opponent has not joined yet
	CodeOver     Code = "over"           // the game has ended
	CodeNotOver  Code = "not-over"       // the game has not ended
	CodeNothing  Code = "nothing"        // nothing to accept, claim or take back
	CodeTooLate  Code = "too-late"       // the game has started and cannot be aborted
	CodeTooSoon  Code = "too-soon"       // not allowed yet, such as repeating a declined offer
	CodeTaken    Code = "taken"          // somebody else has the seat
	CodeToken    Code = "bad-token"      // the invitation is not valid for this game
	CodeLimit    Code = "limit"          // a limit is reached, such as the number of games
	CodeSlow     Code = "slow"           // a watcher was too slow
	CodeClosing  Code = "closing"        // the server is shutting down
	CodeAccount  Code = "account"        // the player must be signed in to an account
	CodeBlocked  Code = "blocked-player" // one of the players blocks the other
	CodeClosed   Code = "closed"         // the server temporarily accepts no new games or moves
	CodeBanned   Code = "banned"         // the operator has banned the player
	CodeStore    Code = "store"          // the change could not be saved
	CodeBroken   Code = "broken"         // the stored game cannot be read
)

// Error is the reason why a request was refused: a code for programs and a message
// for people.
type Error struct {
	Code    Code
	Message message.Message
	Faults  rules.Faults // faults of a starting position
	Cause   error
}

// Explain returns the message.
func (e *Error) Explain() message.Message { return e.Message }

// Error returns the message in English.
func (e *Error) Error() string { return e.Message.String() }

// Unwrap returns the cause, such as a *rules.IllegalMove, or nil.
func (e *Error) Unwrap() error { return e.Cause }

// Refuse returns an error with an English message. Its code is the second component of the message code.
func Refuse(code message.Code, english string, args message.Args) *Error {
	return &Error{Code: Code(code.Reason()), Message: message.New(code, english, args)}
}

// UnknownCommand returns the error for an unknown command.
func UnknownCommand() *Error { return Refuse("game.invalid.command", "unknown command", nil) }

// NoCookie returns the error for a player without a session.
func NoCookie() *Error {
	return Refuse("game.no-seat.cookie", "players need a cookie: allow cookies for this site", nil)
}

// NeedsAccount returns the error for a guest who wants to play a rated game.
func NeedsAccount() *Error {
	return Refuse("game.account", "rated games are for people with accounts: sign in, or play a casual game", nil)
}

// Blocked returns the error for people of whom one blocks the other.
func Blocked() *Error { return Refuse("game.blocked-player", "one of you has blocked the other", nil) }

// NoBots returns the error for a bot that wants to join a rated game of a person, or to be paired with people.
func NoBots() *Error {
	return Refuse("game.account.bot", "bots cannot join rated challenges of people or use quick pairing: create a challenge that people can accept", nil)
}

// OnlyWatching returns the error for a command from a spectator.
func OnlyWatching() *Error {
	return Refuse("game.no-seat.watching", "only the players can do that; you are watching", nil)
}

// OpponentMissing returns the error for a command that requires both players.
func OpponentMissing() *Error { return Refuse("game.waiting", "your opponent has not joined yet", nil) }

// StoreFailed returns the error shown to people when the store fails. what names the operation: begin,
// create, count, read, save, definition, study, challenges, games or other.
func StoreFailed(what string, cause error) *Error {
	e := Refuse("game.store", "the server could not {what, select, begin {start a game} create {create a game} count {count the games of a session} read {load the game} save {save the game} definition {save the rule set} study {save the study} challenges {list the open games} games {list your games} other {do that}}; try again in a moment", message.Args{"what": what})
	e.Cause = cause
	return e
}

// Broken returns the error shown to people when a stored game cannot be read.
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

// moveError converts the rules' error about a move.
func moveError(err error) *Error {
	code := rules.CodeMalformed
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		code = illegal.Code
	}
	return &Error{Code: Code(code), Message: message.Of(err), Cause: err}
}
