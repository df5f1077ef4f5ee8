package match

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Ending is the reason why a game ended: a [rules.Reason], a
// [player.FaultKind], an [adjudication.Verdict] or Resignation.
type Ending string

// Endings that are neither results of the rules nor faults.
const (
	Resignation     = Ending("resignation")
	AdjudicatedWin  = Ending(adjudication.Won)
	AdjudicatedDraw = Ending(adjudication.Drawn)
	TooLong         = Ending(adjudication.TooLong)
)

// Game is a finished game of a match.
type Game struct {
	Number  int // game number, from 1; player a has White in odd games
	Opening Opening
	Moves   []board.Move // including the opening moves
	Result  rules.Result
	Ending  Ending
	Why     string        // one sentence
	Fault   *player.Fault // fault of the loser, or nil

	evals  []PlayedMove // reports on the moves after the opening
	date   time.Time
	limits [2]player.Limit // by colour
}

// PlayedMove is a player's report on its move, with the time taken and the clock.
type PlayedMove struct {
	Score  int           `json:"score"`
	Depth  int           `json:"depth"`
	Scored bool          `json:"scored"`
	Took   time.Duration `json:"took"`
	Left   time.Duration `json:"left"`  // remaining time after the move
	Timed  bool          `json:"timed"` // whether there is a clock
}

// Points returns player a's points: 0, 1/2 or 1.
func (g *Game) Points() float64 {
	switch g.Result {
	case rules.Draw:
		return 0.5
	case rules.Wins(colourOfA(g.Number)):
		return 1
	}
	return 0
}

// colourOfA returns the colour of player a in a game.
func colourOfA(number int) board.Colour {
	if number%2 == 1 {
		return board.White
	}
	return board.Black
}

// remark returns a PGN comment with the score for White, the remaining time and the time taken, if they are
// known.
func (t PlayedMove) remark(side board.Colour) string {
	var remark pgn.Remark
	if t.Scored {
		score := t.Score
		if side == board.Black {
			score = -score
		}
		remark.Eval = engine.Evaluation(score, max(0, min(t.Depth, 1000)))
	}
	if t.Timed {
		remark.Clock = &t.Left
	}
	if t.Took > 0 {
		remark.Text = fmt.Sprintf("%.3fs", t.Took.Seconds())
	}
	return remark.String()
}
