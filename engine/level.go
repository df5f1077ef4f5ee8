package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// MaxLevel is full strength; level 1 is for beginners.
const MaxLevel = 20

// The range of ratings that stand for levels below full strength. Each level is
// about as much better than the one below; the ratings of five in chess were
// measured (docs/results.md) and all lie on the line through these.
const (
	MinElo = 700
	MaxElo = 2050
)

// LevelOf returns the level that comes nearest to a rating.
func LevelOf(elo int) int {
	const step = (MaxElo - MinElo) / (MaxLevel - 2)
	return 1 + max(0, min((elo-MinElo+step/2)/step, MaxLevel-2))
}

// limitStrength limits a search to a level: each looks at more positions than the one
// below, and at several lines so that it can go wrong, the more the lower the level.
// A depth that was begun is finished, or lines could not be compared.
func limitStrength(l Limits, level int) Limits {
	l.SoftNodes = levelNodes(level)
	if most := 4000 + 8*l.SoftNodes; l.Nodes == 0 || l.Nodes > most {
		l.Nodes = most
	}
	l.MultiPV = max(l.MultiPV, 4, 16-2*level)
	return l
}

// fullNodes is about how many positions full strength looks at where nobody says
// how long it may think.
const fullNodes = 250_000

// levelNodes is about how many positions a level looks at: half as many again as
// the one below, and less than that above level 13.
func levelNodes(level int) uint64 {
	const steep = 13
	return uint64(60 * math.Pow(1.55, float64(min(level, steep)-1)) * math.Pow(1.3, float64(max(level-steep, 0))))
}

// evalNoise is the standard deviation of the noise on a level's scores, in
// centipawns. It falls the faster the lower the level; among the best ones, where a
// little of it costs much, evenly.
func evalNoise(level int) float64 {
	below := float64(MaxLevel - level)
	return max(10+8*below, 4*below+0.75*below*below)
}

// pickMove chooses among the lines found: the lower the level the more a worse
// line may look better than it is. Lines that were searched less deeply than
// others are passed over: what refutes them has not been seen.
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

// Elo returns the rating that a level stands for, the other way round of
// LevelOf; full strength has one more step.
func Elo(level int) int {
	return MinElo + (level-1)*(MaxElo-MinElo)/(MaxLevel-2)
}

// Chance returns how likely the engine, at its level, is to choose a move in the
// position a game has reached. It draws nothing: the chance is computed from the
// lines that the level sees and the noise on their scores. No book is asked.
// Errors are those of Search.
func (e *Engine) Chance(ctx context.Context, game *rules.Line, m board.Move) (float64, error) {
	if e.level == 0 || e.level == MaxLevel {
		res, err := e.Search(ctx, game, Limits{SoftNodes: fullNodes}, nil)
		if err != nil || res.Best != m {
			return 0, err
		}
		return 1, nil
	}
	res, err := e.Search(ctx, game, limitStrength(Limits{}, e.level), nil)
	if err != nil {
		return 0, err
	}
	return chanceOf(res, e.level, m), ctx.Err()
}

// chanceOf is how likely pickMove returns a move: the chance that its score with
// the noise is above all others with theirs.
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
	// The sum over the noise on the own score, in steps of a tenth of its
	// standard deviation.
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
