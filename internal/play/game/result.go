package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Result is how a game ended, in codes: nothing of it is prose. A game that was
// aborted has no result, only a reason.
type Result struct {
	Result rules.Result `json:"result"`
	Reason rules.Reason `json:"reason"`
	// Side is whose mate, stalemate, resignation, flag, claim or abort it was,
	// if anybody's.
	Side Side `json:"side,omitempty"`
}

// Recorded is the reason of a result that a record of a game gives and its
// moves do not.
const Recorded rules.Reason = "recorded"

// Stopped is the reason of a game that the operator of a server has ended. It
// has no result.
const Stopped rules.Reason = "stopped"

// Abandoned is the reason of a game whose player was gone for so long that the
// other has claimed it.
const Abandoned rules.Reason = "abandoned"

// Stop returns the event by which the operator of a server ends a game.
func Stop(at int64) Event { return Event{Type: Aborted, At: at, Reason: string(Stopped)} }

// Message explains how the game ended.
func (r Result) Message() message.Message {
	if r.Reason == Stopped {
		return message.New("outcome.stopped", "the operator of the server ended the game", nil)
	}
	if r.Reason == Abandoned {
		if r.Result == rules.Draw {
			return message.New("outcome.abandoned.draw", "a draw: {side} left the game", message.Args{"side": r.Side.Colour()})
		}
		return message.New("outcome.abandoned", "{side} left the game: {winner} wins", message.Args{"side": r.Side.Colour(), "winner": r.Side.Other().Colour()})
	}
	if r.Reason == rules.Aborted && r.Side == Nobody {
		return message.New("outcome.aborted.nobody", "the game was aborted: nobody went on with it", nil)
	}
	return rules.EndMessage(r.Result, r.Reason, r.Side.Colour())
}

// String returns the explanation in English.
func (r Result) String() string { return r.Message().String() }

// reasons are why events end a game; a claim says it itself.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted, Lengthy: rules.Length,
}

// reached is the result of a position that ends the game.
func reached(o rules.Outcome, turn board.Colour) Result {
	r := Result{Result: o.Result, Reason: o.Reason}
	if o.Reason == rules.Checkmate || o.Reason == rules.Stalemate {
		r.Side = SideOf(turn)
	}
	return r
}

// OfPosition reports whether the last position ended the game by itself.
func (r *Result) OfPosition() bool {
	switch r.Reason {
	case rules.Checkmate, rules.Stalemate, rules.Dead, rules.Fivefold, rules.SeventyFive:
		return true
	}
	return false
}
