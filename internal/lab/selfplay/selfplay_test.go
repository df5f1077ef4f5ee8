package selfplay_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// series plays the missing games of a series and returns the records by number.
func series(t *testing.T, r rules.Rules, games, threads int, have map[int]bool) map[int]string {
	t.Helper()
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	lines := map[int]string{}
	err = selfplay.Series{
		Rules: r, Eval: e, Games: games, Have: have, Nodes: 60, Seed: 7, RandomPlies: 4, Concurrency: threads,
		Done: func(number int, record *learn.Record) error {
			if have[number] || lines[number] != "" {
				t.Errorf("game %d was played twice", number)
			}
			lines[number] = record.String()
			return nil
		},
	}.Run(context.Background())
	if err != nil {
		t.Fatalf("selfplay.Series: %v", err)
	}
	return lines
}

// TestSelfplayReproducible checks that interruptions and concurrency do not change a series, and that every
// game can be replayed.
func TestSelfplayReproducible(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			whole := series(t, r, 4, 2, nil)
			parts := series(t, r, 2, 1, map[int]bool{0: true})
			maps.Copy(parts, series(t, r, 4, 1, map[int]bool{1: true}))
			if !maps.Equal(whole, parts) || len(whole) != 4 {
				t.Error("a resumed series differs from an uninterrupted one")
			}
			for _, line := range whole {
				record, err := learn.ParseRecord(line)
				if err != nil {
					t.Fatalf("learn.ParseRecord: %v", err)
				}
				if record.String() != line {
					t.Errorf("ParseRecord(%q).String() = %q", line, record.String())
				}
				if err := record.Replay(r, func(*board.Position, board.Move, learn.Step) {}); err != nil {
					t.Errorf("record.Replay: %v", err)
				}
			}
		})
	}
}

// TestRandomPlies checks the number of random opening plies: some games have one more ply, and 0 means none.
func TestRandomPlies(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	for plies, want := range map[int][]int{0: {0}, 1: {1, 2}, 4: {4, 5}} {
		seen := map[int]bool{}
		err := selfplay.Series{
			Rules: r, Eval: e, Games: 12, Nodes: 20, Seed: 3, RandomPlies: plies, Concurrency: 1,
			Done: func(number int, record *learn.Record) error {
				random := slices.IndexFunc(record.Steps, func(s learn.Step) bool { return s.Scored })
				seen[random] = true
				return nil
			},
		}.Run(context.Background())
		if got := slices.Sorted(maps.Keys(seen)); err != nil || !slices.Equal(got, want) {
			t.Errorf("RandomPlies %d: games with %v random moves; want %v; error %v", plies, got, want, err)
		}
	}
}

// TestFinishedGamesReported checks that a game is reported as soon as it ends, without waiting for earlier
// games, and is not lost if those are interrupted.
func TestFinishedGamesReported(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	slow := &slowFirst{Evaluator: e, free: make(chan struct{})}
	var reported []int
	err = selfplay.Series{
		Rules: r, Eval: slow, Games: 100, Nodes: 40, Seed: 7, RandomPlies: 4, Concurrency: 2,
		Done: func(number int, _ *learn.Record) error {
			if reported = append(reported, number); len(reported) == 3 {
				stop()
				close(slow.free)
			}
			return nil
		},
	}.Run(ctx)
	if !errors.Is(err, context.Canceled) || len(reported) < 3 || slices.Contains(reported[:3], 0) && slices.Contains(reported[:3], 1) {
		t.Errorf("while game 0 or 1 was blocked, games %v were reported, error %v", reported, err)
	}
}

// slowFirst is an evaluator that blocks its first caller until the other games are done.
type slowFirst struct {
	eval.Evaluator
	called atomic.Bool
	free   chan struct{}
}

func (s *slowFirst) Evaluate(p *board.Position) int {
	if !s.called.Swap(true) {
		select {
		case <-s.free:
		case <-time.After(10 * time.Second):
		}
	}
	return s.Evaluator.Evaluate(p)
}

// TestDoneFails checks that an error from Done ends the series.
func TestDoneFails(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	full, reported := errors.New("the disk is full"), 0
	err = selfplay.Series{
		Rules: r, Eval: e, Games: 20, Nodes: 20, Seed: 7, RandomPlies: 4, Concurrency: 4,
		Done: func(int, *learn.Record) error { reported++; return full },
	}.Run(context.Background())
	if !errors.Is(err, full) || reported != 1 {
		t.Errorf("Done was called %d times, error %v; want once", reported, err)
	}
}

// TestRival plays two games from each opening, so that the side with more nodes is White in one game and
// Black in the other, and checks that this side wins.
func TestRival(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	records := map[int]*learn.Record{}
	run := selfplay.Series{
		Rules: r, Eval: e, Games: 4, Nodes: 20, RivalNodes: 2000, Seed: 5, RandomPlies: 4, Concurrency: 2,
		Done: func(number int, record *learn.Record) error { records[number] = record; return nil },
	}
	if err := run.Run(context.Background()); err != nil {
		t.Fatalf("run.Run: %v", err)
	}
	opening := func(r *learn.Record) (moves string) {
		for _, s := range r.Steps {
			if s.Scored {
				break
			}
			moves += s.Move + " "
		}
		return moves
	}
	if opening(records[0]) != opening(records[1]) || opening(records[2]) != opening(records[3]) || opening(records[0]) == opening(records[2]) {
		t.Errorf("pairs of games have different openings: %q, %q, %q, %q",
			opening(records[0]), opening(records[1]), opening(records[2]), opening(records[3]))
	}
	points := 0 // half points of the side with a hundred times the nodes
	for number, record := range records {
		if selfplay.Rival(number) == board.White {
			points += record.Points
		} else {
			points += 2 - record.Points
		}
	}
	if points < 6 {
		t.Errorf("a side with a hundred times the nodes scored %d of 8 half points", points)
	}
}

// TestOneSide checks that with OneSide White always chooses the first move, and that without it Black does in
// some games.
func TestOneSide(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	for _, oneSide := range []bool{true, false} {
		odd := 0
		run := selfplay.Series{
			Rules: r, Eval: e, Games: 12, Nodes: 10, Seed: 5, RandomPlies: 4, OneSide: oneSide, Concurrency: 1,
			Done: func(_ int, record *learn.Record) error {
				odd += slices.IndexFunc(record.Steps, func(s learn.Step) bool { return s.Scored }) % 2
				return nil
			},
		}
		if err := run.Run(context.Background()); err != nil {
			t.Fatalf("run.Run: %v", err)
		}
		if oneSide == (odd > 0) {
			t.Errorf("OneSide %v: Black chooses the first move in %d of 12 games", oneSide, odd)
		}
	}
}
