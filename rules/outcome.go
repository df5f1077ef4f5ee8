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
	claimTimes, endTimes = 3, 5
	claimClock, endClock = 100, 150
)

// Condition is one way in which a position ends a game, or lets the side to
// move claim a draw.
type Condition struct {
	Reason Reason
	// Loses and Wins tell that the side to move does; otherwise it is a draw.
	Loses, Wins bool
	// Claimed draws are drawn only if the side to move says so.
	Claimed bool
	// Times is how often the position has come up, and Clock how many
	// half-moves the halfmove clock counts; 0 where it does not matter.
	Times, Clock int
}

// Conditions lists how positions of a rule set end games, in the order in which
// they are judged: the first that holds stands.
func Conditions(r Rules) []Condition {
	stuck := r.Info().Stalemate
	return []Condition{
		{Reason: Checkmate, Loses: true},
		{Reason: Stalemate, Loses: stuck == StalemateLoses, Wins: stuck == StalemateWins},
		{Reason: Dead},
		{Reason: Fivefold, Times: endTimes},
		{Reason: SeventyFive, Clock: endClock},
		{Reason: Threefold, Claimed: true, Times: claimTimes},
		{Reason: Fifty, Claimed: true, Clock: claimClock},
	}
}

// judge judges a position that has come up a number of times. Mate stands
// before every draw: the move that mates ends the game, whatever the clock
// says. A side without a king has none attacked, so without moves it is
// stalemated.
func judge(r Rules, p *board.Position, times int) Outcome {
	over := func(result Result, why Reason) Outcome {
		return Outcome{Result: result, Reason: why, Message: EndMessage(result, why, p.Side)}
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
	case times >= endTimes:
		return over(Draw, Fivefold)
	case p.HalfmoveClock >= endClock:
		return over(Draw, SeventyFive)
	}
	var o Outcome
	var because message.List
	if times >= claimTimes {
		o.Claim = append(o.Claim, Threefold)
		because = append(because, message.New("part.draw.threefold", "the same position has come up three times", nil))
	}
	if p.HalfmoveClock >= claimClock {
		o.Claim = append(o.Claim, Fifty)
		because = append(because, message.New("part.draw.fifty", "fifty moves without a capture or a pawn move", nil))
	}
	if o.Claim != nil {
		o.Message = message.New("outcome.claim", "{side} may claim a draw: {because, clauses}", message.Args{"side": p.Side, "because": because})
	}
	return o
}
