package match

import (
	"fmt"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
)

// Ending is why a game ended: a [rules.Reason], a [FaultKind], or one of
// these.
type Ending string

// The endings that are neither reasons of the rules nor faults.
const (
	Resignation     Ending = "resignation"
	AdjudicatedWin  Ending = "adjudicated win"
	AdjudicatedDraw Ending = "adjudicated draw"
	TooLong         Ending = "length" // the most moves have been played
)

// Game is a finished game of a match.
type Game struct {
	Number  int // from 1; a has White in odd games
	Opening Opening
	Moves   []board.Move // all, the opening's first
	Result  rules.Result
	Ending  Ending
	Why     string // a sentence
	Fault   *Fault // of the loser, if the game was forfeited

	evals  []evaluation // of the moves after the opening's
	date   time.Time
	limits [2]Limit // by colour
}

// evaluation is what a player told about its move.
type evaluation struct {
	score, depth int
	scored       bool
	took         time.Duration
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

// String writes what is known, nothing if nothing is.
func (t evaluation) String() string {
	var parts []string
	if t.scored {
		parts = append(parts, fmt.Sprintf("%s/%d", engine.FormatScore(t.score), t.depth))
	}
	if t.took > 0 {
		parts = append(parts, fmt.Sprintf("%.3fs", t.took.Seconds()))
	}
	return strings.Join(parts, " ")
}
