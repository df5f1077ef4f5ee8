package engine

import (
	"math"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/search"
)

// MaxLevel is full strength; level 1 is for beginners.
const MaxLevel = 20

// The range of ratings that stand for levels below full strength. The scale is
// rough: it spreads the levels evenly, as each is about as much better than
// the one below.
const (
	MinElo = 500
	MaxElo = 2400
)

// LevelOf returns the level that comes nearest to a rating.
func LevelOf(elo int) int {
	const step = (MaxElo - MinElo) / (MaxLevel - 2)
	return 1 + max(0, min((elo-MinElo+step/2)/step, MaxLevel-2))
}

// weaken limits a search to a level: each looks at about 1.6 times the
// positions of the one below, and at several lines so that it can go wrong.
func weaken(l Limits, level int) Limits {
	most := uint64(40 * math.Pow(1.6, float64(level-1)))
	if l.Nodes == 0 || l.Nodes > most {
		l.Nodes = most
	}
	l.Lines = max(l.Lines, 4)
	return l
}

// pick chooses among the lines found: the lower the level the more a worse
// line may look better than it is.
func pick(res search.Result, level int, rng *rand.Rand) board.Move {
	if len(res.Lines) == 0 {
		return res.Best
	}
	best, chosen := math.Inf(-1), res.Best
	blur := 12 * float64(MaxLevel-level)
	for _, line := range res.Lines {
		if len(line.PV) == 0 {
			continue
		}
		if seen := float64(line.Score) + blur*rng.NormFloat64(); seen > best {
			best, chosen = seen, line.PV[0]
		}
	}
	return chosen
}
