package engine

import (
	"math"

	"github.com/tainchess/tain/engine/search"
)

// The curve of [WDL]: how far ahead, in centipawns, a side must be to win as often
// as not, and how steep it is there. docs/protocols.md tells how they were fitted.
const (
	wdlHalf  = 131.0
	wdlSlope = 151.0
)

// WDL says of how many of a thousand games with a score the side to move wins,
// draws and loses; they sum to 1000.
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
