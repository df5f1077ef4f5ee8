package rules

import "github.com/tainchess/tain/board"

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

// Why a draw may be claimed.
const (
	threeTimes = "the same position has come up three times"
	fiftyMoves = "fifty moves without a capture or a pawn move"
)

// Outcome is how a game stands: its result, or what may be claimed.
type Outcome struct {
	Result Result `json:"result"`
	Reason Reason `json:"reason,omitempty"`
	// Claim lists the reasons for which the side to move may claim a draw.
	Claim []Reason `json:"claim,omitempty"`
	// Sentence says it for people; it is empty while there is nothing to say.
	Sentence string `json:"sentence,omitempty"`
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// OutcomeOf judges a position by itself, as if it had come up for the first
// time.
func OutcomeOf(r Rules, p *board.Position) Outcome { return judge(r, p, 1) }

// judge judges a position that has come up a number of times. Mate stands
// before every draw: the move that mates ends the game, whatever the clock
// says. A side without a king has none attacked, so without moves it is
// stalemated.
func judge(r Rules, p *board.Position, times int) Outcome {
	side := SideName(p.Side)
	if len(LegalMoves(r, p)) == 0 {
		if InCheck(r, p) {
			return Outcome{
				Result: Wins(p.Side.Other()), Reason: Checkmate,
				Sentence: "checkmate: " + SideName(p.Side.Other()) + " wins",
			}
		}
		return drawn(Stalemate, "stalemate: "+side+" has no legal move and is not in check, a draw")
	}
	switch {
	case r.Dead(p):
		return drawn(Dead, "a draw: no play can lead to mate")
	case times >= 5:
		return drawn(Fivefold, "a draw: the same position has come up five times")
	case p.HalfmoveClock >= 150:
		return drawn(SeventyFive, "a draw: seventy-five moves without a capture or a pawn move")
	}
	var o Outcome
	if times >= 3 {
		o.claim(Threefold, side, threeTimes)
	}
	if p.HalfmoveClock >= 100 {
		o.claim(Fifty, side, fiftyMoves)
	}
	return o
}

func drawn(why Reason, sentence string) Outcome {
	return Outcome{Result: Draw, Reason: why, Sentence: sentence}
}

func (o *Outcome) claim(why Reason, side, because string) {
	o.Claim = append(o.Claim, why)
	if o.Sentence == "" {
		o.Sentence = side + " may claim a draw: " + because
	} else {
		o.Sentence += ", and " + because
	}
}
