package jobs

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/rules"
)

// puzzleArgs contains the arguments of a job that proves a puzzle.
type puzzleArgs struct {
	Variant    string        `json:"variant"` // as rules.Info.Ref returns it
	Puzzle     puzzle.Puzzle `json:"puzzle"`
	Depth      int           `json:"depth"`
	ProofNodes uint64        `json:"proofNodes"`
}

// Kind implements river.JobArgs.
func (puzzleArgs) Kind() string { return Puzzles }

// puzzlePriority is the priority of puzzles, above that of games and below that of jobs that a person waits
// for.
const puzzlePriority = 2

// checkPuzzle returns the fault of a puzzle as text, or "" if it is proved.
func (w *worker) checkPuzzle(ctx context.Context, _ int64, a puzzleArgs) (any, error) {
	r, err := w.find(a.Variant)
	if err != nil {
		return nil, err
	}
	checker, err := puzzle.NewChecker(r, puzzle.Settings{Depth: a.Depth, ProofNodes: a.ProofNodes})
	if err != nil {
		return nil, err
	}
	if err := checker.Prove(ctx, &a.Puzzle); err != nil {
		return err.Error(), nil
	}
	return "", nil
}

// Prove proves puzzles on workers, with at most threads jobs in progress. It returns the fault of each
// puzzle, or "" if the puzzle is proved. After each puzzle, Prove calls each, unless nil, with the number of
// puzzles done.
func (c *Crew) Prove(ctx context.Context, r rules.Rules, s puzzle.Settings, all []puzzle.Puzzle, threads int, each func(done int)) ([]string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	faults := make([]string, len(all))
	var next atomic.Int64
	var mu sync.Mutex // serialises the calls to each
	var wg sync.WaitGroup
	done := 0
	for range threads {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				if err := c.do(ctx, puzzleArgs{r.Info().Ref(), all[i], s.Depth, s.ProofNodes}, puzzlePriority, &faults[i]); err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				done++
				if each != nil {
					each(done)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return faults, context.Cause(ctx)
}
