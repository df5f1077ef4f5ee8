package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
)

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
	winner := side.Other()
	won := Outcome{Result: Wins(winner), Reason: why}
	switch why {
	case Resignation:
		won.Message = message.New("outcome.resignation", message.Args{"side": side, "winner": winner})
		return won, true
	case Time:
		if !MayMate(r, p, winner) {
			return drawn(Time, message.New("outcome.time.draw", message.Args{"side": side, "opponent": winner})), true
		}
		won.Message = message.New("outcome.time", message.Args{"side": side, "winner": winner})
		return won, true
	case Agreement:
		return drawn(Agreement, message.New("outcome.agreement", nil)), true
	case Threefold:
		return drawn(Threefold, message.New("outcome.threefold", nil)), true
	case Fifty:
		return drawn(Fifty, message.New("outcome.fifty", nil)), true
	case Aborted:
		return Outcome{Reason: Aborted, Message: message.New("outcome.aborted", message.Args{"side": side})}, true
	}
	return Outcome{}, false
}

// MayMate reports whether a side may still mate. A king alone never does,
// since what it attacks attacks it; but where moves make pieces, it need not
// stay alone.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	return r.Info().Reflects || p.ByColour(side) != p.Pieces(side, board.King)
}
