package jobs

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// moveArgs is a question about a game, as written by package postgres.
type moveArgs struct {
	Game   string `json:"game"`
	Events int    `json:"events"`
	// Turn and Unwatched limit the search time, in milliseconds, as configured on the node that asked. Turn
	// applies while watched games wait, and Unwatched in unwatched games. 0 means the default.
	Turn      int64 `json:"turn"`
	Unwatched int64 `json:"unwatched"`
}

// limits returns the time limits of the search.
func (a moveArgs) limits() (turn, unwatched time.Duration) {
	return cmp.Or(time.Duration(a.Turn)*time.Millisecond, computer.DefaultTurn), cmp.Or(time.Duration(a.Unwatched)*time.Millisecond, computer.DefaultUnwatched)
}

// Kind implements river.JobArgs.
func (moveArgs) Kind() string { return Moves }

// mover answers questions about games.
type mover struct {
	river.WorkerDefaults[moveArgs]
	w *worker
}

// Work answers a question. If ctx is cancelled before there is an answer, the job returns to the queue. After
// any other error Work cancels the job, and the node that asked decides how to continue.
func (m *mover) Work(ctx context.Context, job *river.Job[moveArgs]) error {
	err := m.w.move(ctx, job.Args)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return river.JobSnooze(0) // returns the job to the queue for another worker
	}
	m.w.o.Log.Error("jobs: cannot answer a question", "game", job.Args.Game, "error", err)
	return river.JobCancel(err)
}

// Intervals at which a worker checks the search time, and whether the answer is still needed.
const (
	timeCheck   = 50 * time.Millisecond
	wantedCheck = 500 * time.Millisecond
)

func (w *worker) move(ctx context.Context, args moveArgs) error {
	began := time.Now()
	keep := context.WithoutCancel(ctx)
	question, err := w.o.Store.Asked(keep, args.Game, args.Events)
	if err != nil || !question.Wanted {
		return err
	}
	events, err := w.o.Store.Load(keep, args.Game, 0)
	if err != nil {
		return err
	}
	definition := func(hash string) (string, error) { return w.o.Store.Definition(keep, hash) }
	g, err := game.Fold(room.FinderOf(w.o.Rules.Find, definition), events)
	if err != nil {
		return fmt.Errorf("jobs: the game cannot be read: %w", err)
	}
	task, ok := g.Task()
	if !ok || g.Events() != args.Events {
		return nil
	}
	p := <-w.players
	defer func() { w.players <- p }()
	think, end := context.WithCancel(ctx)
	defer end()
	go w.limit(think, args, question.Watched, began, end)
	answer, err := computer.Consult(think, p, g.CopyLine(), task, g.Limits(task, w.now()))
	if err != nil && think.Err() == nil {
		p = w.o.NewPlayer() // the failed player may be in an invalid state
	}
	if err != nil {
		if again, look := w.o.Store.Asked(keep, args.Game, args.Events); look == nil && !again.Wanted {
			return nil
		}
		return err
	}
	return w.o.Store.Answer(keep, args.Game, args.Events, answer)
}

// limit ends a search when its time is up, as a node does: after the unwatched limit in an unwatched game,
// and after the turn limit while watched games wait. It also ends a search whose answer is no longer needed.
func (w *worker) limit(ctx context.Context, args moveArgs, watched bool, began time.Time, end func()) {
	tick := time.NewTicker(timeCheck)
	defer tick.Stop()
	turn, unwatched := args.limits()
	looked := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		thought := time.Since(began)
		if !watched && thought >= unwatched || w.waiting.Load() && thought >= turn {
			end()
			return
		}
		if time.Since(looked) < wantedCheck {
			continue
		}
		question, err := w.o.Store.Asked(ctx, args.Game, args.Events)
		if err == nil && !question.Wanted {
			end()
			return
		}
		watched = err != nil && watched || question.Watched
		looked = time.Now()
	}
}
