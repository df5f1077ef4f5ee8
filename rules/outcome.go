package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Result is the result of a game as written in PGN, or "" while the game is in progress.
type Result string

// Game results.
const (
	Ongoing   Result = ""
	WhiteWins Result = "1-0"
	BlackWins Result = "0-1"
	Draw      Result = "1/2-1/2"
)

// Wins returns the result for a win by a side.
func Wins(side board.Colour) Result {
	if side == board.White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is the reason why a game has ended or a draw may be claimed. Its values never change.
type Reason string

// Reasons. Threefold and Fifty must be claimed. Checkmate, Stalemate, ChecksGiven, GoalReached, Dead, Fivefold
// and SeventyFive end the game immediately. See [Ending] for the reasons that depend on the players' actions.
const (
	Checkmate   Reason = "checkmate"
	Stalemate   Reason = "stalemate"
	Dead        Reason = "dead"         // neither side can win
	Fivefold    Reason = "fivefold"     // the position has occurred five times
	SeventyFive Reason = "seventy-five" // 75 moves by each side without a capture or pawn move
	ChecksGiven Reason = "checks"       // a side has given the number of checks that wins
	GoalReached Reason = "reach"        // a piece has reached a goal square
	Threefold   Reason = "threefold"
	Fifty       Reason = "fifty"

	Resignation Reason = "resignation"
	Time        Reason = "time"
	Agreement   Reason = "agreement"
	Aborted     Reason = "aborted" // the game ended without a result
	Length      Reason = "length"  // the game has reached the maximum number of moves
)

// result returns the result when a side is stalemated.
func (s Stalemating) result(side board.Colour) Result {
	switch s {
	case StalemateLoses:
		return Wins(side.Other())
	case StalemateWins:
		return Wins(side)
	}
	return Draw
}

// Outcome is the state of a game: its result or the draws that may be claimed.
type Outcome struct {
	Result Result
	Reason Reason
	// Claim lists the reasons for which the side to move may claim a draw.
	Claim []Reason
	// Message explains the result or the claim. It is the zero Message if there is no result and no claim.
	Message message.Message
}

// String returns the message in English, or "" if there is none.
func (o Outcome) String() string { return o.Message.String() }

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// OutcomeOf returns the outcome of a position, assuming that it has occurred once.
func OutcomeOf(r Rules, p *board.Position) Outcome { return judge(r, p, 1) }

// A draw may be claimed when a position has occurred ClaimTimes times, and the game ends when it has occurred
// EndTimes times. ClaimClock and EndClock are the corresponding limits for half-moves without a capture or
// pawn move.
const (
	ClaimTimes, EndTimes = 3, 5
	ClaimClock, EndClock = 100, 150
)

// judge returns the outcome of a position that has occurred n times. Checkmate takes precedence over every
// draw. A side without a king is never in check, so it is stalemated if it has no legal moves.
func judge(r Rules, p *board.Position, n int) Outcome {
	over := func(result Result, why Reason) Outcome {
		return Outcome{Result: result, Reason: why, Message: why.Message(result, p.Side)}
	}
	if g, ok := r.(Goals); ok {
		if winner, why, won := g.Won(p); won {
			return Outcome{Result: Wins(winner), Reason: why, Message: why.Message(Wins(winner), winner.Other())}
		}
	}
	if len(LegalMoves(r, p)) == 0 {
		if InCheck(r, p) {
			return over(Wins(p.Side.Other()), Checkmate)
		}
		return over(r.Info().Stalemate.result(p.Side), Stalemate)
	}
	switch {
	case r.Dead(p):
		return over(Draw, Dead)
	case n >= EndTimes:
		return over(Draw, Fivefold)
	case p.HalfmoveClock >= EndClock:
		return over(Draw, SeventyFive)
	}
	var o Outcome
	var because message.List
	if n >= ClaimTimes {
		o.Claim = append(o.Claim, Threefold)
		because = append(because, message.New("part.draw.threefold", "the same position has occurred three times", nil))
	}
	if p.HalfmoveClock >= ClaimClock {
		o.Claim = append(o.Claim, Fifty)
		because = append(because, message.New("part.draw.fifty", "fifty moves without a capture or a pawn move", nil))
	}
	if o.Claim != nil {
		o.Message = message.New("outcome.claim", "{side} may claim a draw: {because, clauses}", message.Args{"side": p.Side, "because": because})
	}
	return o
}

// Ending returns the outcome when the game ends for a reason that does not follow from the position. The
// argument side is the side that resigned, ran out of time or aborted the game. Ending returns false for all
// other reasons.
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
	return Outcome{Result: result, Reason: why, Message: why.Message(result, side)}, true
}

// Message explains a result. The argument side is the side that was checkmated or stalemated, lost by a goal,
// resigned, ran out of time or aborted the game. For an unknown reason, the message contains only the result.
func (why Reason) Message(result Result, side board.Colour) message.Message {
	switch why {
	case Checkmate:
		return message.New("outcome.checkmate", "checkmate: {winner} wins", message.Args{"winner": side.Other()})
	case Stalemate:
		if result != Draw {
			return message.New("outcome.stalemate.decides",
				"stalemate: {side} has no legal move, is not in check and {wins, select, true {wins} other {loses}} under the rules of this game", message.Args{"side": side, "wins": result == Wins(side)})
		}
		return message.New("outcome.stalemate", "draw by stalemate: {side} has no legal move and is not in check", message.Args{"side": side})
	case ChecksGiven:
		return message.New("outcome.checks", "{winner} wins by giving check often enough", message.Args{"winner": side.Other()})
	case GoalReached:
		return message.New("outcome.reach", "{winner} wins by reaching a goal square", message.Args{"winner": side.Other()})
	case Dead:
		return message.New("outcome.dead", "draw: neither side can checkmate", nil)
	case Fivefold:
		return message.New("outcome.fivefold", "draw by fivefold repetition", nil)
	case SeventyFive:
		return message.New("outcome.seventy-five", "draw by the seventy-five-move rule", nil)
	case Threefold:
		return message.New("outcome.threefold", "draw by threefold repetition", nil)
	case Fifty:
		return message.New("outcome.fifty", "draw by the fifty-move rule", nil)
	case Length:
		return message.New("outcome.length", "draw: the game reached the maximum number of moves", nil)
	case Agreement:
		return message.New("outcome.agreement", "draw by agreement", nil)
	case Resignation:
		return message.New("outcome.resignation", "{side} resigned: {winner} wins", message.Args{"side": side, "winner": side.Other()})
	case Time:
		if result == Draw {
			return message.New("outcome.time.draw",
				"draw: {side} ran out of time, but {opponent} has only a king and cannot checkmate", message.Args{"side": side, "opponent": side.Other()})
		}
		return message.New("outcome.time", "{side} ran out of time: {winner} wins", message.Args{"side": side, "winner": side.Other()})
	case Aborted:
		return message.New("outcome.aborted", "{side} aborted the game", message.Args{"side": side})
	}
	return message.New("outcome.given", "the recorded result is {result}", message.Args{"result": string(result)})
}

// MayMate reports whether a side may still be able to win. If the rule set has [Goals], they decide. In other
// rule sets, a side with only kings cannot win, unless moves reflect or a stalemate is not a draw.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	if g, ok := r.(Goals); ok {
		return g.MayWin(p, side)
	}
	return r.Info().Reflects || r.Info().Stalemate != StalemateDraws || p.ByColour(side) != p.Pieces(side, board.King)
}
