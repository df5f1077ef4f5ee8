package engine

import (
	"math"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
)

// MaxLevel is full strength; level 1 is for beginners.
const MaxLevel = 20

// MinElo and MaxElo are the nominal ratings of level 1 and of level MaxLevel-1. The levels between them are 75 points
// apart, which fits the matches of levels 7 to 19 against Stockfish in chess; lower levels were not measured. Matches
// between Tain's own levels differ more: a level scores 60 to 250 points above the one below it, about 140 on average
// (docs/results.md).
const (
	MinElo = 700
	MaxElo = 2050
)

// LevelOf returns the level below MaxLevel whose nominal rating is closest to elo.
func LevelOf(elo int) int {
	const step = (MaxElo - MinElo) / (MaxLevel - 2)
	return 1 + max(0, min((elo-MinElo+step/2)/step, MaxLevel-2))
}

// limitStrength limits a search to the strength of a level. Each level searches more nodes than the level
// below. It searches several lines, more at the lowest levels, so that pickMove can choose one that is not the
// best. The node limit is soft, because the scores of the lines are comparable only after a complete iteration;
// a higher hard limit ends iterations that take too long.
func limitStrength(l search.Limits, level int) search.Limits {
	l.SoftNodes = levelNodes(level)
	if most := 4000 + 8*l.SoftNodes; l.Nodes == 0 || l.Nodes > most {
		l.Nodes = most
	}
	l.MultiPV = max(l.MultiPV, 4, 16-2*level)
	return l
}

// fullNodes is the soft node limit that Chance uses at full strength.
const fullNodes = 250_000

// levelNodes returns the soft node limit of a level: 1.55 times that of the level below, or 1.3 times above
// level 13.
func levelNodes(level int) uint64 {
	const steep = 13
	return uint64(60 * math.Pow(1.55, float64(min(level, steep)-1)) * math.Pow(1.3, float64(max(level-steep, 0))))
}

// evalNoise returns the standard deviation of the noise on a level's scores, in centipawns. It falls
// quadratically among low levels, and linearly among high ones, where even a little noise costs a lot of
// strength.
func evalNoise(level int) float64 {
	below := float64(MaxLevel - level)
	return max(10+8*below, 4*below+0.75*below*below)
}

// pickMove returns the first move of the line with the best score after adding random noise, which is larger
// at lower levels. It skips lines searched less deeply than the first, because the search may not have found
// their refutations.
func pickMove(res Result, level int, rng *rand.Rand) board.Move {
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

// Elo returns the nominal rating of a level. Full strength is nominally one step above MaxElo; no match has
// measured it on this scale.
func Elo(level int) int {
	return MinElo + (level-1)*(MaxElo-MinElo)/(MaxLevel-2)
}

// chanceOf returns the probability that pickMove returns m, that is, that m has the highest score after noise
// is added.
func chanceOf(res Result, level int, m board.Move) float64 {
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
	// Integrate over the noise on the score of m, in steps of a tenth of its standard deviation.
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
