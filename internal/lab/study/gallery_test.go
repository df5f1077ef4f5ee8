package study_test

import (
	"context"
	"testing"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/rules"
)

// TestGalleryGames lets the engine play every gallery game against itself and replays the games: every move is legal,
// and so is the text of every position. The test plays 2 games of each, or 200 under make test-long.
func TestGalleryGames(t *testing.T) {
	games := 2
	if long.Enabled() {
		games = 200
	}
	all, err := study.Family("gallery")
	if err != nil {
		t.Fatalf("study.Family: %v", err)
	}
	for _, r := range all[1:] { // without chess
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			e, err := eval.New(r, eval.Derived)
			if err != nil {
				t.Fatalf("eval.New: %v", err)
			}
			played := 0
			series := selfplay.Series{
				Rules: r, Eval: e, Games: games, Nodes: 40, Seed: 7, RandomPlies: 4, AnyOpening: true, Concurrency: 1,
				Done: func(number int, record *learn.Record) error {
					played++
					g, err := study.Read(r, record, number)
					if err == nil && (g.Plies == 0 || g.Ending == "") {
						t.Errorf("game %d has %d plies and ends by %q", number, g.Plies, g.Ending)
					}
					if err == nil {
						reread(t, r, record)
					}
					return err
				},
			}
			if err := series.Run(context.Background()); err != nil || played != games {
				t.Errorf("played %d games of %d: %v", played, games, err)
			}
		})
	}
}

// reread formats every position of a game and parses it again.
func reread(t *testing.T, r rules.Rules, record *learn.Record) {
	t.Helper()
	p, err := r.Guide().ParsePosition(record.Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", record.Start, err)
	}
	for _, s := range record.Steps {
		played, err := rules.Play(r, &p, s.Move)
		if err != nil {
			t.Fatalf("%s: %v", s.Move, err)
		}
		text := r.Guide().FormatPosition(&played.Next)
		if p, err = r.Guide().ParsePosition(text, rules.ParseOptions{}); err != nil || r.Guide().FormatPosition(&p) != text {
			t.Fatalf("after %s: %q is read as %q, %v", s.Move, text, r.Guide().FormatPosition(&p), err)
		}
	}
}
