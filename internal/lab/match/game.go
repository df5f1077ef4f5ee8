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

// Ending is why a game ended: a [rules.Reason], a [player.FaultKind], an
// [adjudication.Verdict] or Resignation.
type Ending string

// The endings that are neither reasons of the rules nor faults.
const (
	Resignation     = Ending("resignation")
	AdjudicatedWin  = Ending(adjudication.Won)
	AdjudicatedDraw = Ending(adjudication.Drawn)
	TooLong         = Ending(adjudication.TooLong)
)

// Game is a finished game of a match.
type Game struct {
	Number  int // from 1; a has White in odd games
	Opening Opening
	Moves   []board.Move // all, the opening's first
	Result  rules.Result
	Ending  Ending
	Why     string        // a sentence
	Fault   *player.Fault // of the loser, if the game was forfeited

	evals  []PlayedMove // of the moves after the opening's
	date   time.Time
	limits [2]player.Limit // by colour
}

// PlayedMove is what a player told about its move.
type PlayedMove struct {
	Score  int           `json:"score"`
	Depth  int           `json:"depth"`
	Scored bool          `json:"scored"`
	Took   time.Duration `json:"took"`
	Left   time.Duration `json:"left"`
	Timed  bool          `json:"timed"`
}

// Points returns what player a got: 0, 1/2 or 1.
func (g *Game) Points() float64 {
	switch g.Result {
	case rules.Draw:
		return 0.5
	case rules.Wins(colourOfA(g.Number)):
		return 1
	}
	return 0
}

// colourOfA returns which side player a has.
func colourOfA(number int) board.Colour {
	if number%2 == 1 {
		return board.White
	}
	return board.Black
}

// remark writes what is known for the record, nothing if nothing is: the score as
// White sees it, what is left on a clock, and the time the move took.
func (t PlayedMove) remark(side board.Colour) string {
	var said pgn.Remark
	if t.Scored {
		score := t.Score
		if side == board.Black {
			score = -score
		}
		said.Eval = engine.Evaluation(score, max(0, min(t.Depth, 1000)))
	}
	if t.Timed {
		said.Clock = &t.Left
	}
	if t.Took > 0 {
		said.Text = fmt.Sprintf("%.3fs", t.Took.Seconds())
	}
	return said.String()
}
