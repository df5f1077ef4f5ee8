package engine

import (
	"math"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
)

// MaxLevel is full strength; level 1 is for beginners.
const MaxLevel = 20

// The ratings of the lowest level and of the highest level below full strength.
// Levels are evenly spaced in between; measurements of five levels in chess
// agree (docs/results.md).
const (
	MinElo = 700
	MaxElo = 2050
)

// LevelOf returns the level closest to a rating.
func LevelOf(elo int) int {
	const step = (MaxElo - MinElo) / (MaxLevel - 2)
	return 1 + max(0, min((elo-MinElo+step/2)/step, MaxLevel-2))
}

// limitStrength limits a search to a level. Each level searches more nodes than
// the one below. Levels search several lines, lower ones more, so that they can
// choose a worse one. An iteration that has started is completed, because the
// scores of the lines must be comparable.
func limitStrength(l search.Limits, level int) search.Limits {
	l.SoftNodes = levelNodes(level)
	if most := 4000 + 8*l.SoftNodes; l.Nodes == 0 || l.Nodes > most {
		l.Nodes = most
	}
	l.MultiPV = max(l.MultiPV, 4, 16-2*level)
	return l
}

// fullNodes is roughly the number of nodes that full strength searches if no
// limit is given.
const fullNodes = 250_000

// levelNodes returns roughly the number of nodes that a level searches: half as
// many again as the level below, with a smaller increase above level 13.
func levelNodes(level int) uint64 {
	const steep = 13
	return uint64(60 * math.Pow(1.55, float64(min(level, steep)-1)) * math.Pow(1.3, float64(max(level-steep, 0))))
}

// evalNoise returns the standard deviation of the noise on a level's scores, in
// centipawns. It falls faster among low levels, and linearly among high ones,
// where even a little noise costs a lot of strength.
func evalNoise(level int) float64 {
	below := float64(MaxLevel - level)
	return max(10+8*below, 4*below+0.75*below*below)
}

// pickMove chooses among the lines found, with noise on their scores: the lower
// the level, the more a worse line may look better than it is. It skips lines
// searched less deeply than the first, because their refutations may not have
// been found.
func pickMove(res search.Result, level int, rng *rand.Rand) board.Move {
	if len(res.Lines) == 0 {
		return res.Best
	}
	best, chosen := math.Inf(-1), res.Best
	noise := evalNoise(level)
	for _, line := range res.Lines {
		if len(line.PV) == 0 || line.Depth < res.Lines[0].Depth {
			continue
		}
		if noisy := float64(line.Score) + noise*rng.NormFloat64(); noisy > best {
			best, chosen = noisy, line.PV[0]
		}
	}
	return chosen
}

// Elo returns the rating of a level, the inverse of LevelOf. Full strength is
// rated one step above the level below it.
func Elo(level int) int {
	return MinElo + (level-1)*(MaxElo-MinElo)/(MaxLevel-2)
}

// chanceOf returns the probability that pickMove returns a move, that is, that
// its noisy score is the highest.
func chanceOf(res search.Result, level int, m board.Move) float64 {
	var own float64
	var others []float64
	found := false
	for _, line := range res.Lines {
		switch {
		case len(line.PV) == 0 || line.Depth < res.Lines[0].Depth:
		case line.PV[0] == m:
			own, found = float64(line.Score), true
		default:
			others = append(others, float64(line.Score))
		}
	}
	if !found {
		return 0
	}
	// Integrate over the noise on the move's own score, in steps of a tenth of
	// its standard deviation.
	const step, reach = 0.1, 5.0
	noise, sum, weight := evalNoise(level), 0.0, 0.0
	for x := -reach; x <= reach; x += step {
		density := math.Exp(-x * x / 2)
		above := 1.0
		for _, other := range others {
			above *= 0.5 * math.Erfc((other-own-noise*x)/(noise*math.Sqrt2))
		}
		sum, weight = sum+density*above, weight+density
	}
	return sum / weight
}
