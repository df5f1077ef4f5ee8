package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
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
func EndMessage(result Result, why Reason, side board.Colour) message.Message {
	switch why {
	case Checkmate:
		return message.New("outcome.checkmate", "checkmate: {winner} wins", message.Args{"winner": side.Other()})
	case Stalemate:
		if result != Draw {
			return message.New("outcome.stalemate.decides",
				"stalemate: {side} has no legal move and is not in check, and {wins, select, true {wins} other {loses}} by the rules of this game", message.Args{"side": side, "wins": result == Wins(side)})
		}
		return message.New("outcome.stalemate", "stalemate: {side} has no legal move and is not in check, a draw", message.Args{"side": side})
	case Dead:
		return message.New("outcome.dead", "a draw: no play can lead to mate", nil)
	case Fivefold:
		return message.New("outcome.fivefold", "a draw: the same position has come up five times", nil)
	case SeventyFive:
		return message.New("outcome.seventy-five", "a draw: seventy-five moves without a capture or a pawn move", nil)
	case Threefold:
		return message.New("outcome.threefold", "a draw: the same position has come up three times", nil)
	case Fifty:
		return message.New("outcome.fifty", "a draw: fifty moves without a capture or a pawn move", nil)
	case Length:
		return message.New("outcome.length", "a draw: the game has as many moves as one may have here", nil)
	case Agreement:
		return message.New("outcome.agreement", "a draw by agreement", nil)
	case Resignation:
		return message.New("outcome.resignation", "{side} resigned: {winner} wins", message.Args{"side": side, "winner": side.Other()})
	case Time:
		if result == Draw {
			return message.New("outcome.time.draw",
				"a draw: {side}'s time is up, but {opponent} has a king alone and cannot mate", message.Args{"side": side, "opponent": side.Other()})
		}
		return message.New("outcome.time", "{side}'s time is up: {winner} wins", message.Args{"side": side, "winner": side.Other()})
	case Aborted:
		return message.New("outcome.aborted", "{side} aborted the game", message.Args{"side": side})
	}
	return message.New("outcome.given", "the game was given as {result}", message.Args{"result": string(result)})
}

// MayMate reports whether a side may still mate. A king alone never does,
// since what it attacks attacks it; but where moves make pieces, it need not
// stay alone.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	return r.Info().Reflects || p.ByColour(side) != p.Pieces(side, board.King)
}
