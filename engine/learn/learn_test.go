package learn_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

func TestParseRecordErrors(t *testing.T) {
	for _, bad := range []string{"", "1", "3\tx\t", "-1\tx\t", "1\tx\te2e4/abc", "1\tx\ty\tz", "\x00"} {
		if _, err := learn.ParseRecord(bad); err == nil {
			t.Errorf("ParseRecord(%q) returned no error", bad)
		}
	}
	r := positions.Rules(t, variant.Builtin(), "chess")
	for file, want := range map[string]string{
		"# comment\n\n1\tx\te2e4\nnonsense\n":          "line 4",
		"# tain selfplay cylinder --nodes 9\n1\tx\t\n": "line 1: these are games of cylinder, not of chess",
		"# tain selfplay chess#ab12 --nodes 9\n":       "line 1: these are games of other rules named chess",
		"# tain selfplay echo#ab12 --nodes 9\n":        "line 1: these are games of echo, not of chess",
	} {
		err := learn.Records(strings.NewReader(file), r, func(learn.Record) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Records: %v; want %q", err, want)
		}
	}
}

// TestFitLearns fits games in which an extra knight always wins. It checks that the knight gets a positive
// value and that the loss falls.
func TestFitLearns(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	zero := make([]eval.Score, len(eval.Terms(r)))
	e, err := eval.WithWeights(r, zero)
	if err != nil {
		t.Fatalf("eval.WithWeights: %v", err)
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
			t.Fatalf("learn.AddSamples: %v", err)
		}
	}
	fitted, err := learn.Fit(context.Background(), samples, zero, learn.FitOptions{Epochs: 200, Rate: 2, Threads: 2})
	if err != nil {
		t.Fatalf("learn.Fit: %v", err)
	}
	knight := slices.Index(eval.Terms(r), "material-knight")
	if w := fitted.Weights[knight]; w.MG+w.EG <= 20 {
		t.Errorf("weight of a knight that always wins = %v; want a positive value", w)
	}
	if !(fitted.LossAfter < fitted.LossBefore-0.05) || math.IsNaN(fitted.LossAfter) {
		t.Errorf("validation loss %v, before %v; want less", fitted.LossAfter, fitted.LossBefore)
	}
	if _, err := learn.Fit(context.Background(), samples[:50], zero, learn.FitOptions{Epochs: 1}); !errors.Is(err, learn.ErrTooFew) {
		t.Errorf("Fit of 50 samples: %v; want ErrTooFew", err)
	}
}

func TestBookFromGames(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "nachfolger")
	made := book.New(r)
	for range 3 {
		record := learn.Record{Points: 2, Start: r.Info().Start, Steps: []learn.Step{{"e2e4", 10, true}, {"e7e6", -10, true}, {"d1h5", 5, true}}}
		if err := learn.AddToBook(made, r, &record, 2); err != nil {
			t.Fatalf("learn.AddToBook: %v", err)
		}
	}
	start := positions.From(t, r, "")
	if got := made.Entries(&start); len(got) != 1 || got[0] != (book.Entry{Move: "e2e4", Games: 3, Points: 6}) {
		t.Errorf("Entries(start) = %v", got)
	}
	if made.Len() != 2 {
		t.Errorf("Len() = %d; want the positions of two plies", made.Len())
	}
	made.Prune(3, 0.4) // removes Black's reply, which lost every game
	if made.Len() != 1 {
		t.Errorf("%d positions after pruning, want 1", made.Len())
	}
}

// TestTiedWeights checks that learning about a knight on one file affects all files on a cylinder and, to a
// lesser degree, on a plane.
func TestTiedWeights(t *testing.T) {
	for _, name := range []string{"triboard", "chess"} {
		r := positions.Rules(t, variant.Builtin(), name)
		zero := make([]eval.Score, len(eval.Terms(r)))
		e, err := eval.WithWeights(r, zero)
		if err != nil {
			t.Fatalf("eval.WithWeights: %v", err)
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
				t.Fatalf("learn.AddSamples: %v", err)
			}
		}
		tied := eval.TiedOf(r)
		fitted, err := learn.Fit(context.Background(), samples, zero, learn.FitOptions{Epochs: 60, Rate: 2, Tied: tied})
		if err != nil {
			t.Fatalf("learn.Fit: %v", err)
		}
		at := func(term string) float32 { return fitted.Weights[slices.Index(eval.Terms(r), term)].EG }
		seen, other := at("knight-b5"), at("knight-e5")
		if tied.Same && seen != other || !tied.Same && seen <= other || other <= 1 {
			t.Errorf("%s: weight of a knight on b5 %v, on e5 %v", name, seen, other)
		}
	}
}
