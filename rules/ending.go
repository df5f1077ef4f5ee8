package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
)

// The reasons for which a game ends that no position ends. An aborted game has
// no result.
const (
	Resignation Reason = "resignation"
	Time        Reason = "time"
	Agreement   Reason = "agreement"
	Aborted     Reason = "aborted"
	Length      Reason = "length" // there are as many moves as whoever keeps the game allows
)

// Ending tells how a game ends in a position for a reason that is not the
// position's own: because of a side that resigns, claims a draw or aborts the
// game, or whose time is up. False means that no side ends a game for the
// reason.
func Ending(r Rules, p *board.Position, why Reason, side board.Colour) (Outcome, bool) {
	result := Draw
	switch why {
	case Resignation:
		result = Wins(side.Other())
	case Time:
		if MayMate(r, p, side.Other()) {
			result = Wins(side.Other())
		}
	case Agreement, Threefold, Fifty, Length:
	case Aborted:
		result = Ongoing
	default:
		return Outcome{}, false
	}
	return Outcome{Result: result, Reason: why, Message: EndMessage(result, why, side)}, true
}

// EndMessage says how a game has ended: with a result, for a reason, because
// of a side, which is the one that is mated or stalemated, that resigned,
// whose time is up, or that aborted the game. Where the reason is none of
// these it tells the result.
func EndMessage(result Result, why Reason, side board.Colour) Message {
	switch why {
	case Checkmate:
		return locale.New("outcome.checkmate", locale.Args{"winner": side.Other()})
	case Stalemate:
		if result != Draw {
			return locale.New("outcome.stalemate.decides", locale.Args{"side": side, "wins": result == Wins(side)})
		}
		return locale.New("outcome.stalemate", locale.Args{"side": side})
	case Dead:
		return locale.New("outcome.dead", nil)
	case Fivefold:
		return locale.New("outcome.fivefold", nil)
	case SeventyFive:
		return locale.New("outcome.seventy-five", nil)
	case Threefold:
		return locale.New("outcome.threefold", nil)
	case Fifty:
		return locale.New("outcome.fifty", nil)
	case Length:
		return locale.New("outcome.length", nil)
	case Agreement:
		return locale.New("outcome.agreement", nil)
	case Resignation:
		return locale.New("outcome.resignation", locale.Args{"side": side, "winner": side.Other()})
	case Time:
		if result == Draw {
			return locale.New("outcome.time.draw", locale.Args{"side": side, "opponent": side.Other()})
		}
		return locale.New("outcome.time", locale.Args{"side": side, "winner": side.Other()})
	case Aborted:
		return locale.New("outcome.aborted", locale.Args{"side": side})
	}
	return locale.New("outcome.given", locale.Args{"result": string(result)})
}

// MayMate reports whether a side may still mate. A king alone never does,
// since what it attacks attacks it; but where moves make pieces, it need not
// stay alone.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	return r.Info().Reflects || p.ByColour(side) != p.Pieces(side, board.King)
}
