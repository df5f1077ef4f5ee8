package puzzle

import (
	"context"
	"math"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
)

// Levels are the engine levels that rate puzzles, a sample of all twenty. Their ratings are 225 points
// apart. A higher level would take longer than all of these together.
var Levels = []int{1, 4, 7, 10, 13}

// Range of ratings.
const (
	minRating = 400
	maxRating = 2500
)

// forMove is added to the rating for each solver move after the first. Even level 1 finds every mate within
// its search depth, but people have to calculate that far.
const forMove = 100

// rater rates puzzles. It is not safe for concurrent use.
type rater struct {
	levels  []int
	engines []*engine.Engine
	first   *engine.Engine // level 1
}

func newRater(r rules.Rules, levels []int) (*rater, error) {
	made := &rater{levels: levels}
	for _, level := range levels {
		e, err := engine.New(r, engine.Options{HashMB: 1, Level: level, Seed: 1})
		if err != nil {
			return nil, err
		}
		made.engines = append(made.engines, e)
	}
	var err error
	made.first, err = engine.New(r, engine.Options{HashMB: 1, Level: 1, Seed: 1})
	return made, err
}

// beginner returns the probability that level 1 plays a move.
func (t *rater) beginner(ctx context.Context, game *rules.Line, m board.Move) (float64, error) {
	if err := t.first.Clear(ctx); err != nil {
		return 0, err
	}
	return t.first.Chance(ctx, game, m)
}

// rate returns a puzzle's rating and the probability that each level solves it. A level solves a puzzle if it
// finds every solver move.
func (t *rater) rate(
	ctx context.Context, r rules.Rules, start *board.Position, line []board.Move,
) (int, []float64, error) {
	solved := make([]float64, len(t.engines))
	for i, e := range t.engines {
		if err := e.Clear(ctx); err != nil {
			return 0, nil, err
		}
		game := rules.NewLine(r, *start)
		solved[i] = 1
		for ply, m := range line {
			if ply%2 == 0 {
				chance, err := e.Chance(ctx, game, m)
				if err != nil {
					return 0, nil, err
				}
				if solved[i] *= chance; solved[i] < 0.01 {
					solved[i] = 0
					break
				}
			}
			if _, err := game.Play(m); err != nil {
				return 0, nil, err
			}
		}
	}
	return rating(t.levels, solved) + forMove*(len(line)/2), solved, ctx.Err()
}

// rating returns the puzzle rating for which the Elo formula predicts the total score that the levels
// achieved.
func rating(levels []int, solved []float64) int {
	did := 0.0
	for _, s := range solved {
		did += s
	}
	low, high := float64(minRating), float64(maxRating)
	for high-low > 0.5 {
		middle, expected := (low+high)/2, 0.0
		for _, level := range levels {
			expected += 1 / (1 + math.Pow(10, (middle-float64(engine.Elo(level)))/400))
		}
		if expected > did {
			low = middle
		} else {
			high = middle
		}
	}
	return int(math.Round(low))
}
