// Package adjudication ends games early: when both players have scored a game as decided or as equal for
// many plies, or when the game is too long. Matches and self-play use it.
package adjudication

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Policy defines when games end early. With the zero value, every game is played to its end.
type Policy struct {
	// A side loses if both players have scored it at least ResignScore
	// centipawns behind for ResignPlies consecutive plies; 0 for either means
	// never.
	ResignScore, ResignPlies int
	// A game is drawn if both players have scored it within DrawScore centipawns of equal for DrawPlies
	// consecutive plies, and at least DrawAfter plies have been played. DrawPlies 0 means never.
	DrawScore, DrawPlies, DrawAfter int
	// A game is drawn after MaxPlies plies; 0 means no limit.
	MaxPlies int
}

// String describes the policy in one line.
func (p Policy) String() string {
	return fmt.Sprintf("resign=%d,%d draw=%d,%d,%d plies=%d", p.ResignScore, p.ResignPlies, p.DrawScore,
		p.DrawPlies, p.DrawAfter, p.MaxPlies)
}

// WinningScore returns the lead in centipawns that decides a self-play game. In games with reflections, the
// material balance often swings by a queen or two, so the lead is larger.
func WinningScore(r rules.Rules) int {
	if r.Info().Reflects {
		return 3000
	}
	return 1500
}

// Verdict is the reason why a game ended early.
type Verdict string

// The verdicts.
const (
	None    Verdict = ""
	Won     Verdict = "adjudicated win"
	Drawn   Verdict = "adjudicated draw"
	TooLong Verdict = "length" // the game reached the ply limit
)

// Judge tracks the scores of one game. A Judge with only a Policy is ready for use.
type Judge struct {
	Policy
	winning int // consecutive plies in which White was winning; negative for Black
	equal   int // consecutive plies in which the game was equal
}

// Score adds the score of a side's move, in centipawns from that side's point
// of view.
func (j *Judge) Score(side board.Colour, score int) {
	if side == board.Black {
		score = -score
	}
	switch {
	case score >= j.ResignScore:
		j.winning = max(j.winning, 0) + 1
	case score <= -j.ResignScore:
		j.winning = min(j.winning, 0) - 1
	default:
		j.winning = 0
	}
	if j.equal++; max(score, -score) > j.DrawScore {
		j.equal = 0
	}
}

// NoScore adds a move without a score, which resets the counts.
func (j *Judge) NoScore() { j.winning, j.equal = 0, 0 }

// Verdict returns the verdict on a game after the given number of plies, and the result. The verdict is None
// if the game continues.
func (j *Judge) Verdict(ply int) (Verdict, rules.Result) {
	switch {
	case j.MaxPlies > 0 && ply >= j.MaxPlies:
		return TooLong, rules.Draw
	case j.ResignPlies > 0 && j.ResignScore > 0 && j.winning >= j.ResignPlies:
		return Won, rules.WhiteWins
	case j.ResignPlies > 0 && j.ResignScore > 0 && -j.winning >= j.ResignPlies:
		return Won, rules.BlackWins
	case j.DrawPlies > 0 && j.equal >= j.DrawPlies && ply >= j.DrawAfter:
		return Drawn, rules.Draw
	}
	return None, rules.Ongoing
}
