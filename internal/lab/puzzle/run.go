package puzzle

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// PlayedGame is a game to look for puzzles in.
type PlayedGame struct {
	Start board.Position
	Moves []board.Move
}

// Job is puzzles to be made.
type Job struct {
	Rules    rules.Rules
	Settings Settings
	Count    int          // how many are wanted
	Games    int          // how many games are gone through at most; 0 for any number
	Played   []PlayedGame // gone through first
	Selfplay bool         // whether the engine then plays against itself
	Threads  int
	State    *State
	// Done is told of each game as soon as it has been gone through, one call at
	// a time, with what is to be added to the file of the state and how many
	// puzzles there are. An error from it ends the work.
	Done func(added string, found int) error
}

// Run makes puzzles until there are enough, or no games are left, and returns the
// choice and how many games it took.
func Run(ctx context.Context, job Job) ([]Puzzle, int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu    sync.Mutex // guards what follows, the state and Done
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

// enough reports whether there are as many puzzles as wanted.
func (j *Job) enough() bool {
	chosen, _ := j.choice()
	return len(chosen) >= j.Count
}

// choice is the puzzles so far, of as many games as are needed. When no more are
// to come it is filled up with simple ones.
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

// Shares of a choice that may be of the simplest sorts: there are always more of
// them than anybody wants.
const (
	shareMateInOne = 0.15
	shareOneMove   = 0.25 // gains by a single move
)

// Choose takes the first puzzles, at most so many, without doubles and with no
// more than a share of the simplest ones, and puts them in the order of their
// ratings. To fill up it takes more of the simplest if there are too few others.
func Choose(all []Puzzle, most int, fill bool) []Puzzle {
	var chosen, spare []Puzzle
	seen, simple := map[string]bool{}, map[string]int{}
	for _, z := range all {
		if len(chosen) == most {
			break
		}
		if seen[z.ID] {
			continue
		}
		seen[z.ID] = true
		if share, ok := simpleShare(&z); ok {
			if float64(simple[z.Tags[0]]+1) > share*float64(most) {
				spare = append(spare, z)
				continue
			}
			simple[z.Tags[0]]++
		}
		chosen = append(chosen, z)
	}
	if fill {
		chosen = append(chosen, spare[:min(len(spare), most-len(chosen))]...)
	}
	slices.SortStableFunc(chosen, func(a, b Puzzle) int {
		return cmp.Or(a.Rating-b.Rating, cmp.Compare(a.ID, b.ID))
	})
	return chosen
}

// simpleShare is the share that puzzles of one move may have.
func simpleShare(z *Puzzle) (float64, bool) {
	switch {
	case len(z.Moves) > 1:
		return 0, false
	case z.Tags[0] == goalMaterial:
		return shareOneMove, true
	}
	return shareMateInOne, true
}
