package learn_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// series plays the games of a series that are not there yet.
func series(t *testing.T, r rules.Rules, games, threads int, have map[int]bool) map[int]string {
	t.Helper()
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int]string{}
	err = learn.Selfplay{
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
		t.Fatal(err)
	}
	return lines
}

// A series is the same in one go or in two, on one thread or several, and
// every game of it replays.
func TestSelfplayRepeats(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			whole := series(t, r, 4, 2, nil)
			parts := series(t, r, 2, 1, map[int]bool{0: true})
			maps.Copy(parts, series(t, r, 4, 1, map[int]bool{1: true}))
			if !maps.Equal(whole, parts) || len(whole) != 4 {
				t.Error("the games differ when the series is broken off and gone on with")
			}
			for _, line := range whole {
				record, err := learn.ParseRecord(line)
				if err != nil {
					t.Fatal(err)
				}
				if record.String() != line {
					t.Errorf("%q reads back as %q", line, record.String())
				}
				if err := record.Replay(r, func(*board.Position, board.Move, learn.Step) {}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// Without random moves the engine chooses every move itself. With them half of
// the games have one more.
func TestRandomPlies(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatal(err)
	}
	for plies, want := range map[int][]int{0: {0}, 1: {1, 2}, 4: {4, 5}} {
		seen := map[int]bool{}
		err := learn.Selfplay{
			Rules: r, Eval: e, Games: 12, Nodes: 20, Seed: 3, RandomPlies: plies, Concurrency: 1,
			Done: func(number int, record *learn.Record) error {
				random := slices.IndexFunc(record.Steps, func(s learn.Step) bool { return s.Scored })
				seen[random] = true
				return nil
			},
		}.Run(context.Background())
		if got := slices.Sorted(maps.Keys(seen)); err != nil || !slices.Equal(got, want) {
			t.Errorf("with %d random moves games open with %v of them, want %v; error %v", plies, got, want, err)
		}
	}
}

// A game is told as soon as it ends: it does not wait for those before it, and
// is not lost if they are broken off.
func TestEveryFinishedGameCounts(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	slow := &slowFirst{Evaluator: e, free: make(chan struct{})}
	var told []int
	err = learn.Selfplay{
		Rules: r, Eval: slow, Games: 100, Nodes: 40, Seed: 7, RandomPlies: 4, Concurrency: 2,
		Done: func(number int, _ *learn.Record) error {
			if told = append(told, number); len(told) == 3 {
				stop()
				close(slow.free)
			}
			return nil
		},
	}.Run(ctx)
	if !errors.Is(err, context.Canceled) || len(told) < 3 || slices.Contains(told[:3], 0) && slices.Contains(told[:3], 1) {
		t.Errorf("while game 0 or 1 was held up, %v were told, error %v", told, err)
	}
}

// slowFirst holds up whoever asks it first until the others are done.
type slowFirst struct {
	eval.Evaluator
	asked atomic.Bool
	free  chan struct{}
}

func (s *slowFirst) Evaluate(p *board.Position) int {
	if !s.asked.Swap(true) {
		select {
		case <-s.free:
		case <-time.After(10 * time.Second):
		}
	}
	return s.Evaluator.Evaluate(p)
}

// What Done refuses ends the series: nothing more is told.
func TestDoneFails(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatal(err)
	}
	full, told := errors.New("the disk is full"), 0
	err = learn.Selfplay{
		Rules: r, Eval: e, Games: 20, Nodes: 20, Seed: 7, RandomPlies: 4, Concurrency: 4,
		Done: func(int, *learn.Record) error { told++; return full },
	}.Run(context.Background())
	if !errors.Is(err, full) || told != 1 {
		t.Errorf("told %d times, error %v", told, err)
	}
}

func TestParseRecordRefuses(t *testing.T) {
	for _, bad := range []string{"", "1", "3\tx\t", "-1\tx\t", "1\tx\te2e4/abc", "1\tx\ty\tz", "\x00"} {
		if _, err := learn.ParseRecord(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	r := positions.Rules(t, variant.Builtin(), "chess")
	for file, want := range map[string]string{
		"# comment\n\n1\tx\te2e4\nnonsense\n":          "line 4",
		"# tain selfplay cylinder --nodes 9\n1\tx\t\n": "line 1: these are games of cylinder, not of chess",
		"# tain selfplay chess#ab12 --nodes 9\n":       "line 1: these are games of other rules that were called chess",
		"# tain selfplay echo#ab12 --nodes 9\n":        "line 1: these are games of echo, not of chess",
	} {
		err := learn.Records(strings.NewReader(file), r, func(learn.Record) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error %v does not say %q", err, want)
		}
	}
}

// When White wins every game with a knight more and draws with equal pieces,
// learning makes the knight worth more than nothing and predicts better.
func TestFitLearns(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	zero := make([]eval.Score, len(eval.Terms(r)))
	e, err := eval.WithWeights(r, zero)
	if err != nil {
		t.Fatal(err)
	}
	var samples []learn.Sample
	games := []learn.Record{
		{Points: 2, Start: "4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1"},
		{Points: 1, Start: "1n2k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1"},
		{Points: 0, Start: "1n2k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"},
	}
	for i := range 600 {
		game := games[i%3]
		game.Steps = []learn.Step{{Move: "e1f1", Scored: true}, {Move: "e8f8", Scored: true}}
		samples, err = learn.AddSamples(samples, r, e, &game, i, 0.2)
		if err != nil {
			t.Fatal(err)
		}
	}
	fitted, err := learn.Fit(context.Background(), samples, zero, learn.FitOptions{Epochs: 200, Rate: 2, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	knight := slices.Index(eval.Terms(r), "material-knight")
	if w := fitted.Weights[knight]; w.MG+w.EG <= 20 {
		t.Errorf("a knight that always wins is worth %v", w)
	}
	if !(fitted.LossAfter < fitted.LossBefore-0.05) || math.IsNaN(fitted.LossAfter) {
		t.Errorf("the loss on the validation set went from %v to %v", fitted.LossBefore, fitted.LossAfter)
	}
	if _, err := learn.Fit(context.Background(), samples[:50], zero, learn.FitOptions{Epochs: 1}); !errors.Is(err, learn.ErrTooFew) {
		t.Errorf("50 samples: %v", err)
	}
}

func TestBookFromGames(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "nachfolger")
	made := book.New(r)
	for range 3 {
		record := learn.Record{Points: 2, Start: r.Info().Start, Steps: []learn.Step{{"e2e4", 10, true}, {"e7e6", -10, true}, {"d1h5", 5, true}}}
		if err := learn.AddToBook(made, r, &record, 2); err != nil {
			t.Fatal(err)
		}
	}
	start := positions.From(t, r, "")
	if got := made.Entries(&start); len(got) != 1 || got[0] != (book.Entry{Move: "e2e4", Games: 3, Points: 6}) {
		t.Errorf("the start holds %v", got)
	}
	if made.Len() != 2 {
		t.Errorf("%d positions, want two plies' worth", made.Len())
	}
	made.Prune(3, 0.4) // Black's reply lost every game
	if made.Len() != 1 {
		t.Errorf("%d positions after pruning, want 1", made.Len())
	}
}

// On a cylinder what is learnt of a knight on one file holds on all; on a plane
// other files learn from it, but less.
func TestTiedLearnTogether(t *testing.T) {
	for _, name := range []string{"triboard", "chess"} {
		r := positions.Rules(t, variant.Builtin(), name)
		zero := make([]eval.Score, len(eval.Terms(r)))
		e, err := eval.WithWeights(r, zero)
		if err != nil {
			t.Fatal(err)
		}
		var samples []learn.Sample
		for i := range 600 {
			game := learn.Record{
				Points: 2 * (i % 2), Start: "1n2k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
				Steps: []learn.Step{{Move: "e1f1", Scored: true}, {Move: "e8f8", Scored: true}},
			}
			if i%2 == 0 {
				game.Start = "4k3/8/8/8/1n6/8/8/1N2K3 w - - 0 1"
			}
			if samples, err = learn.AddSamples(samples, r, e, &game, i, 0.2); err != nil {
				t.Fatal(err)
			}
		}
		tied := eval.TiedOf(r)
		fitted, err := learn.Fit(context.Background(), samples, zero, learn.FitOptions{Epochs: 60, Rate: 2, Tied: tied})
		if err != nil {
			t.Fatal(err)
		}
		at := func(term string) float32 { return fitted.Weights[slices.Index(eval.Terms(r), term)].EG }
		seen, other := at("knight-b5"), at("knight-e5")
		if tied.Same && seen != other || !tied.Same && seen <= other || other <= 1 {
			t.Errorf("%s: a knight on b5 is worth %v, on e5 %v", name, seen, other)
		}
	}
}

// TestRival plays two games from each opening, with the side that thinks longer
// once White and once Black.
func TestRival(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatal(err)
	}
	records := map[int]*learn.Record{}
	run := learn.Selfplay{
		Rules: r, Eval: e, Games: 4, Nodes: 20, RivalNodes: 2000, Seed: 5, RandomPlies: 4, Concurrency: 2,
		Done: func(number int, record *learn.Record) error { records[number] = record; return nil },
	}
	if err := run.Run(context.Background()); err != nil {
		t.Fatal(err)
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
		t.Errorf("the games do not come in pairs from one opening: %q, %q, %q, %q",
			opening(records[0]), opening(records[1]), opening(records[2]), opening(records[3]))
	}
	points := 0 // of the side that thinks a hundred times as long
	for number, record := range records {
		if learn.Rival(number) == board.White {
			points += record.Points
		} else {
			points += 2 - record.Points
		}
	}
	if points < 6 {
		t.Errorf("a hundred times the nodes got %d half points of 8", points)
	}
}

// TestOneSide opens all games with as many random moves, so that White is the
// first to choose; without it Black is in half of them.
func TestOneSide(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatal(err)
	}
	for _, oneSide := range []bool{true, false} {
		odd := 0
		run := learn.Selfplay{
			Rules: r, Eval: e, Games: 12, Nodes: 10, Seed: 5, RandomPlies: 4, OneSide: oneSide, Concurrency: 1,
			Done: func(_ int, record *learn.Record) error {
				odd += slices.IndexFunc(record.Steps, func(s learn.Step) bool { return s.Scored }) % 2
				return nil
			},
		}
		if err := run.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if oneSide == (odd > 0) {
			t.Errorf("with one side %v Black is the first to choose in %d of 12 games", oneSide, odd)
		}
	}
}
