package game

import "github.com/tainchess/tain/rules"

// The reasons for which a game ends beside those of the rules.
const (
	Resignation = "resignation"
	Time        = "time"
	Agreement   = "agreement"
	Abortion    = "aborted"
)

// end applies an event that ends the game.
func (g *Game) end(e Event) {
	var r Result
	side, winner := rules.SideName(e.Side.Colour()), rules.SideName(e.Side.Other().Colour())
	switch e.Type {
	case Resigned:
		g.loser = e.Side
		r = Result{string(rules.Wins(e.Side.Other().Colour())), Resignation, side + " resigned: " + winner + " wins"}
	case Flagged:
		r = Result{string(rules.Wins(e.Side.Other().Colour())), Time, side + "'s time is up: " + winner + " wins"}
	case Agreed:
		r = Result{string(rules.Draw), Agreement, "a draw by agreement"}
	case Claimed:
		r = Result{string(rules.Draw), e.Reason, claimed(e.Reason)}
	case Aborted:
		r = Result{"", Abortion, "the game was aborted: nobody went on with it"}
		if e.Side != Nobody {
			r.Sentence = side + " aborted the game"
		}
	}
	g.frozen = g.runs()
	g.finish(r, e.At)
}

func claimed(reason string) string {
	switch rules.Reason(reason) {
	case rules.Threefold:
		return "a draw: the same position has come up three times"
	case rules.Fifty:
		return "a draw: fifty moves without a capture or a pawn move"
	}
	return "a draw by claim"
}
