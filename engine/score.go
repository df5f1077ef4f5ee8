package engine

import (
	"fmt"
	"math"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation/pgn"
)

// Parameters of the logistic curve in [WDL]: the score in centipawns at which a side wins half of its games,
// and the width of the curve. docs/protocols.md describes how they were fitted.
const (
	wdlHalf  = 131.0
	wdlSlope = 151.0
)

// WDL returns the expected wins, draws and losses of the side to move per thousand games, given its score.
// They sum to 1000.
func WDL(score int) (win, draw, loss int) {
	if _, mate := search.MateIn(score); mate {
		if score > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	permille := func(s float64) int { return int(math.Round(1000 / (1 + math.Exp((wdlHalf-s)/wdlSlope)))) }
	win, loss = permille(float64(score)), permille(-float64(score))
	return win, 1000 - win - loss, loss
}

// Evaluation converts a score for White to a PGN evaluation.
func Evaluation(score, depth int) *pgn.Evaluation {
	e := &pgn.Evaluation{Depth: depth}
	if n, mate := search.MateIn(score); mate {
		e.Mate = n
	} else {
		e.Centipawns = score
	}
	return e
}

func forWhite(p *board.Position, score int) int {
	if p.Side == board.White {
		return score
	}
	return -score
}

// FormatScore formats a score for display: in pawns, such as +0.31, or as moves to mate, such as -M3.
func FormatScore(score int) string {
	n, mate := search.MateIn(score)
	switch {
	case mate && score < 0:
		return fmt.Sprintf("-M%d", -n)
	case mate:
		return fmt.Sprintf("+M%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}
