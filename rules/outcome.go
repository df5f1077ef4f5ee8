package rules

import (
	"encoding/json"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Result is the score of a game as game records write it, empty while the game
// goes on.
type Result string

// The results.
const (
	Ongoing   Result = ""
	WhiteWins Result = "1-0"
	BlackWins Result = "0-1"
	Draw      Result = "1/2-1/2"
)

// Wins returns the result of a side's victory.
func Wins(side board.Colour) Result {
	if side == board.White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is why a game has ended, or why a draw may be claimed. Reasons are
// stable.
type Reason string

// The reasons that lie in a position. Threefold and Fifty are only ever
// claimed, the others end the game at once. For those of the players see
// [Ending].
const (
	Checkmate   Reason = "checkmate"
	Stalemate   Reason = "stalemate"
	Dead        Reason = "dead"         // no play can lead to mate
	Fivefold    Reason = "fivefold"     // the same position for the fifth time
	SeventyFive Reason = "seventy-five" // moves of each side without capture or pawn move
	Threefold   Reason = "threefold"
	Fifty       Reason = "fifty"
)

// Stalemating is what a stalemate means for the side that has no move. In most
// games it is a draw.
type Stalemating uint8

// What a stalemate may mean.
const (
	StalemateDraws Stalemating = iota
	StalemateLoses
	StalemateWins
)

// result returns the result of a side's stalemate.
func (s Stalemating) result(side board.Colour) Result {
	switch s {
	case StalemateLoses:
		return Wins(side.Other())
	case StalemateWins:
		return Wins(side)
	}
	return Draw
}

// Outcome is how a game stands: its result, or what may be claimed.
type Outcome struct {
	Result Result
	Reason Reason
	// Claim lists the reasons for which the side to move may claim a draw.
	Claim []Reason
	// Message says it for people; it is zero while there is nothing to say.
	Message message.Message
}

// Sentence says the outcome in English, "" while there is nothing to say.
func (o Outcome) Sentence() string { return o.Message.String() }

// outcomeJSON is an outcome in JSON: the sentence, and what it is made of.
type outcomeJSON struct {
	Result   Result          `json:"result"`
	Reason   Reason          `json:"reason,omitempty"`
	Claim    []Reason        `json:"claim,omitempty"`
	Sentence string          `json:"sentence,omitempty"`
	Said     message.Message `json:"said,omitzero"`
}

// MarshalJSON writes the outcome with its sentence and what that is made of.
func (o Outcome) MarshalJSON() ([]byte, error) {
	return json.Marshal(outcomeJSON{o.Result, o.Reason, o.Claim, o.Sentence(), o.Message})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var j outcomeJSON
	err := json.Unmarshal(data, &j)
	*o = Outcome{j.Result, j.Reason, j.Claim, message.New(j.Said.Code, message.Quote(j.Sentence), j.Said.Args)}
	return err
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// OutcomeOf judges a position by itself, as if it had come up for the first
// time.
func OutcomeOf(r Rules, p *board.Position) Outcome { return judge(r, p, 1) }

// How often a position comes up, and how many half-moves pass without a capture
// or a pawn move, before a draw may be claimed and before the game ends.
const (
	ClaimTimes, EndTimes = 3, 5
	ClaimClock, EndClock = 100, 150
)

// judge judges a position that has come up a number of times. Mate stands
// before every draw: the move that mates ends the game, whatever the clock
// says. A side without a king has none attacked, so without moves it is
// stalemated.
func judge(r Rules, p *board.Position, times int) Outcome {
	over := func(result Result, why Reason) Outcome {
		return Outcome{Result: result, Reason: why, Message: why.Message(result, p.Side)}
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
	case times >= EndTimes:
		return over(Draw, Fivefold)
	case p.HalfmoveClock >= EndClock:
		return over(Draw, SeventyFive)
	}
	var o Outcome
	var because message.List
	if times >= ClaimTimes {
		o.Claim = append(o.Claim, Threefold)
		because = append(because, message.New("part.draw.threefold", "the same position has come up three times", nil))
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
	return Outcome{Result: result, Reason: why, Message: why.Message(result, side)}, true
}

// Message says how a game has ended for the reason: with a result, because of a
// side, which is the one that is mated or stalemated, that resigned, whose time
// is up, or that aborted the game. For an unknown reason it says the result.
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

// MayMate reports whether a side may still mate. A king alone never does,
// since what it attacks attacks it; but where moves make pieces, it need not
// stay alone.
func MayMate(r Rules, p *board.Position, side board.Colour) bool {
	return r.Info().Reflects || p.ByColour(side) != p.Pieces(side, board.King)
}
