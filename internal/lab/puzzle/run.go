package puzzle

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// PlayedGame is an existing game in which to look for puzzles.
type PlayedGame struct {
	Start board.Position
	Moves []board.Move
}

// Job describes the puzzles to create.
type Job struct {
	Rules    rules.Rules
	Settings Settings
	Count    int          // number of puzzles
	Games    int          // maximum number of games; 0 means no limit
	Played   []PlayedGame // games to mine first
	Selfplay bool         // whether to play self-play games afterwards
	Threads  int
	State    *State
	// Done is called after each game with the text to append to the state file and the number of puzzles so
	// far. Calls are serialised. If Done returns an error, Run stops.
	Done func(added string, found int) error
}

// Run creates puzzles until there are enough or no games remain. It returns the selected puzzles and the
// number of games used, or the error that stopped it.
func Run(ctx context.Context, job Job) ([]Puzzle, int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex // guards the variables below, the state and Done
		next  int
		group sync.WaitGroup
	)
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, have := job.State.Games[next]; have; _, have = job.State.Games[next] {
			next++
		}
		next++
		return next - 1, !job.enough() && (job.Selfplay || next <= len(job.Played)) && (job.Games == 0 || next <= job.Games)
	}
	done := func(number int, found []Puzzle) error {
		mu.Lock()
		defer mu.Unlock()
		added := job.State.Add(number, found)
		chosen, _ := job.choice()
		return job.Done(added, len(chosen))
	}
	for range max(1, job.Threads) {
		group.Go(func() {
			miner, err := newMiner(job.Rules, job.Settings)
			for err == nil && ctx.Err() == nil {
				number, more := take()
				if !more {
					return
				}
				var found []Puzzle
				if number < len(job.Played) {
					game := job.Played[number]
					found, err = miner.Played(ctx, game.Start, game.Moves)
				} else {
					found, err = miner.Selfplay(ctx, number)
				}
				if err == nil {
					err = done(number, found)
				}
			}
			if err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, 0, err
	}
	chosen, games := job.choice()
	return chosen, games, nil
}

// enough reports whether the requested number of puzzles has been reached.
func (j *Job) enough() bool {
	chosen, _ := j.choice()
	return len(chosen) >= j.Count
}

// choice returns the selected puzzles and the number of games used, considering games in order. If no games
// remain, it makes up the number with simple puzzles.
func (j *Job) choice() ([]Puzzle, int) {
	var all []Puzzle
	for games := 0; ; games++ {
		found, ok := j.State.Games[games]
		if last := j.Games > 0 && games >= j.Games || !j.Selfplay && games >= len(j.Played); !ok || last {
			return Choose(all, j.Count, last), games
		}
		all = append(all, found...)
		if len(found) > 0 {
			if chosen := Choose(all, j.Count, false); len(chosen) >= j.Count {
				return chosen, games + 1
			}
		}
	}
}

// Maximum shares of the simplest puzzles, of which there are always too many.
const (
	shareMateInOne = 0.15
	shareOneMove   = 0.25 // puzzles that gain material in a single move
)

// Choose selects at most limit puzzles, in order, without duplicates and with a limited share of the simplest
// ones. It returns them sorted by rating. If fill is set and there are too few, it adds more of the simplest
// ones.
func Choose(all []Puzzle, limit int, fill bool) []Puzzle {
	var chosen, spare []Puzzle
	seen, simple := map[string]bool{}, map[string]int{}
	for _, z := range all {
		if len(chosen) == limit {
			break
		}
		if seen[z.ID] {
			continue
		}
		seen[z.ID] = true
		if share, ok := simpleShare(&z); ok {
			if float64(simple[z.Tags[0]]+1) > share*float64(limit) {
				spare = append(spare, z)
				continue
			}
			simple[z.Tags[0]]++
		}
		chosen = append(chosen, z)
	}
	if fill {
		chosen = append(chosen, spare[:min(len(spare), limit-len(chosen))]...)
	}
	slices.SortStableFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(a.Rating-b.Rating, cmp.Compare(a.ID, b.ID))
	})
	return chosen
}

// simpleShare returns the maximum share of one-move puzzles of the same kind and true, or false for a longer
// puzzle.
func simpleShare(z *Puzzle) (float64, bool) {
	switch {
	case len(z.Moves) > 1:
		return 0, false
	case z.Tags[0] == goalMaterial:
		return shareOneMove, true
	}
	return shareMateInOne, true
}
