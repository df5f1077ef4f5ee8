package rules

import "github.com/tainchess/tain/board"

// The reasons for which a game ends that no position ends. An aborted game has
// no result.
const (
	Resignation Reason = "resignation"
	Time        Reason = "time"
	Agreement   Reason = "agreement"
	Aborted     Reason = "aborted"
)

// Ending tells how a game ends in a position for a reason that is not the
// position's own: because of a side that resigns, claims a draw or aborts the
// game, or whose time is up. False means that no side ends a game for the
// reason.
func Ending(r Rules, p *board.Position, why Reason, side board.Colour) (Outcome, bool) {
	name, opponent := SideName(side), SideName(side.Other())
	lost := func(how string) (Outcome, bool) {
		return Outcome{Result: Wins(side.Other()), Reason: why, Sentence: name + how + ": " + opponent + " wins"}, true
	}
	switch why {
	case Resignation:
		return lost(" resigned")
	case Time:
		if !MayMate(r, p, side.Other()) {
			return drawn(Time, "a draw: "+name+"'s time is up, but "+opponent+" has a king alone and cannot mate"), true
		}
		return lost("'s time is up")
	case Agreement:
		return drawn(Agreement, "a draw by agreement"), true
	case Threefold:
		return drawn(Threefold, "a draw: "+threeTimes), true
	case Fifty:
		return drawn(Fifty, "a draw: "+fiftyMoves), true
	case Aborted:
		return Outcome{Reason: Aborted, Sentence: name + " aborted the game"}, true
	}
	return Outcome{}, false
}

// MayMate reports whether a side may still mate. A king alone never does,
// since what it attacks attacks it; but where moves make pieces, it need not
// stay alone.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	return r.Info().Reflects || p.ByColour(side) != p.Pieces(side, board.King)
}
