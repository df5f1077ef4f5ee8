package match

import (
	"fmt"

	"github.com/tainchess/tain/rules"
)

// Adjudication ends games that are decided. The zero value lets all be played
// out.
type Adjudication struct {
	// A game is lost for the side that both players have seen behind by
	// ResignScore or more for ResignPlies plies in a row; 0 for never.
	ResignScore, ResignPlies int
	// A game is drawn that both players have seen within DrawScore of even for
	// DrawPlies plies in a row, once DrawAfter plies have been
	// played; DrawPlies 0 for never.
	DrawScore, DrawPlies, DrawAfter int
	// A game of MaxPlies plies is drawn; 0 for no end.
	MaxPlies int
}

// String writes all of it in one line.
func (a Adjudication) String() string {
	return fmt.Sprintf("resign=%d,%d draw=%d,%d,%d plies=%d", a.ResignScore, a.ResignPlies, a.DrawScore, a.DrawPlies, a.DrawAfter, a.MaxPlies)
}

// judge ends a game that is too long, or that both players have agreed about for
// long.
func (a Adjudication) judge(g *Game, line *rules.Line) {
	if a.MaxPlies > 0 && line.Ply() >= a.MaxPlies {
		g.Result, g.Ending, g.Why = rules.Draw, TooLong, fmt.Sprintf("a draw: %d half-moves have been played", line.Ply())
		return
	}
	mover := line.Position().Side.Other() // who made the last move
	winning, losing, even := 0, 0, 0      // plies in a row, as the last mover sees it
	for i := len(g.evals) - 1; i >= 0; i-- {
		seen := g.evals[i]
		if !seen.scored {
			break
		}
		back := len(g.evals) - 1 - i
		score := seen.score
		if back%2 == 1 {
			score = -score
		}
		if winning == back && score >= a.ResignScore {
			winning++
		}
		if losing == back && score <= -a.ResignScore {
			losing++
		}
		if even == back && max(score, -score) <= a.DrawScore {
			even++
		}
		if max(winning, losing, even) <= back {
			break
		}
	}
	const agreed = "both players have seen it so for long"
	switch n := a.ResignPlies; {
	case n > 0 && a.ResignScore > 0 && max(winning, losing) >= n:
		winner := mover
		if losing >= n {
			winner = mover.Other()
		}
		g.Result, g.Ending, g.Why = rules.Wins(winner), AdjudicatedWin, rules.SideName(winner)+" wins: "+agreed
	case a.DrawPlies > 0 && even >= a.DrawPlies && line.Ply() >= a.DrawAfter:
		g.Result, g.Ending, g.Why = rules.Draw, AdjudicatedDraw, "a draw: "+agreed
	}
}
