package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
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

// Said tells how the game ended.
func (r Result) Said() locale.Message {
	if r.Reason == Stopped {
		return locale.New("outcome.stopped", nil)
	}
	if r.Reason == Abandoned {
		if r.Result == rules.Draw {
			return locale.New("outcome.abandoned.draw", locale.Args{"side": r.Side.Colour()})
		}
		return locale.New("outcome.abandoned", locale.Args{"side": r.Side.Colour(), "winner": r.Side.Other().Colour()})
	}
	if r.Reason == rules.Aborted && r.Side == Nobody {
		return locale.New("outcome.aborted.nobody", nil)
	}
	return rules.EndMessage(r.Result, r.Reason, r.Side.Colour())
}

// Sentence tells it in English.
func (r Result) Sentence() string { return r.Said().String() }

// Wire returns the result as it is told.
func (r *Result) Wire() *wire.GameResult {
	if r == nil {
		return nil
	}
	return &wire.GameResult{Result: string(r.Result), Reason: string(r.Reason), Side: r.Side, Sentence: r.Sentence(), Said: r.Said()}
}

// reasons are why events end a game; a claim says it itself.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted, Lengthy: rules.Length,
}

// reached is the result of a position that ends the game.
func reached(o rules.Outcome, turn board.Colour) Result {
	r := Result{Result: o.Result, Reason: o.Reason}
	if o.Reason == rules.Checkmate || o.Reason == rules.Stalemate {
		r.Side = wire.SideOf(turn)
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
