// Package adjudication ends games early: if both sides have scored them as won
// or as equal for many plies, or they are too long. Matches and self-play share
// it.
package adjudication

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Policy says when a game is ended early. The zero value plays every game to
// its end.
type Policy struct {
	// A side loses if both players have scored it ResignScore centipawns or
	// more behind for ResignPlies plies in a row; 0 for never.
	ResignScore, ResignPlies int
	// A game is drawn if both players have scored it within DrawScore
	// centipawns of equal for DrawPlies plies in a row, after at least
	// DrawAfter plies; DrawPlies 0 for never.
	DrawScore, DrawPlies, DrawAfter int
	// A game of MaxPlies plies is drawn; 0 for no limit.
	MaxPlies int
}

// String describes the policy in one line.
func (p Policy) String() string {
	return fmt.Sprintf("resign=%d,%d draw=%d,%d,%d plies=%d", p.ResignScore, p.ResignPlies, p.DrawScore, p.DrawPlies, p.DrawAfter, p.MaxPlies)
}

// WinningScore returns the lead in centipawns that decides a self-play game of
// a rule set. With reflections a queen or two come and go.
func WinningScore(r rules.Rules) int {
	if r.Info().Reflects {
		return 3000
	}
	return 1500
}

// Verdict is how a game was ended.
type Verdict string

// The verdicts.
const (
	None    Verdict = ""
	Won     Verdict = "adjudicated win"
	Drawn   Verdict = "adjudicated draw"
	TooLong Verdict = "length" // the limit on plies was reached
)

// Judge follows the scores of one game. The zero value with a policy is ready
// to use.
type Judge struct {
	Policy
	winning int // consecutive plies in which White was winning, negative for Black
	equal   int // consecutive plies in which the game was equal
}

// Score adds the score of a side's move, in centipawns for that side.
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

// Verdict returns the verdict on a game after a number of plies, and its
// result.
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
