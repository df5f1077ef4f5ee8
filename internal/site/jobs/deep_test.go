package jobs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/match"
	labplayer "github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// newClient returns a client for the workers of a database.
func newClient(t *testing.T, url string) *jobs.Client {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Options{URL: url, Aside: true})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	t.Cleanup(func() { store.Close() })
	client, err := jobs.NewClient(store)
	if err != nil {
		t.Fatalf("jobs.NewClient: %v", err)
	}
	return client
}

func newCrew(t *testing.T, client *jobs.Client, kind string) *jobs.Crew {
	t.Helper()
	crew, err := client.NewCrew(t.Context(), kind)
	if err != nil {
		t.Fatalf("NewCrew: %v", err)
	}
	return crew
}

// TestLongJobs runs long jobs on workers. It checks that their results equal those computed in this process.
func TestLongJobs(t *testing.T) {
	url := pgtest.Start(t).Database()
	client := newClient(t, url)
	if _, err := client.NewCrew(t.Context(), jobs.Selfplay); !errors.Is(err, jobs.ErrNoWorkers) {
		t.Errorf("NewCrew without a worker: %v", err)
	}
	// One worker is killed; the other takes over its jobs.
	dies := startWorker(t, url)
	work(t, url, player{onSearch: func() {}})
	t.Run("selfplay", func(t *testing.T) {
		spreadSelfplay(t, newCrew(t, client, jobs.Selfplay), func() { _ = dies.Process.Kill() })
	})
	t.Run("match", func(t *testing.T) { spreadMatch(t, newCrew(t, client, jobs.Match)) })
	t.Run("puzzles", func(t *testing.T) { spreadPuzzles(t, newCrew(t, client, jobs.Puzzles)) })
}

// spreadSelfplay compares a self-play series on workers with one in this process.
func spreadSelfplay(t *testing.T, crew *jobs.Crew, kill func()) {
	r, _ := variant.Builtin().Find("mirrorsquare")
	e, err := engine.NewEvaluator(r, "learnt")
	if err != nil {
		t.Fatalf("engine.NewEvaluator: %v", err)
	}
	series := func(spread bool) (games [12]string) {
		run := selfplay.Series{Rules: r, Eval: e, Games: len(games), Nodes: 300, Seed: 7, RandomPlies: 4, VaryPlies: 6, Concurrency: 2}
		run.Done = func(number int, record *learn.Record) error {
			games[number] = record.String()
			return nil
		}
		if spread {
			run.Elsewhere, run.Concurrency = crew.Selfplay(run, "learnt"), 5
			done := run.Done
			first := true
			run.Done = func(number int, record *learn.Record) error {
				if first {
					kill()
				}
				first = false
				return done(number, record)
			}
		}
		if err := run.Run(t.Context()); err != nil {
			t.Fatalf("Run: %v", err)
		}
		return games
	}
	if here, there := series(false), series(true); here != there {
		t.Errorf("games played here:\n%s\nand by workers:\n%s", strings.Join(here[:], "\n"), strings.Join(there[:], "\n"))
	}
}

// spreadMatch compares a match on workers with one in this process.
func spreadMatch(t *testing.T, crew *jobs.Crew) {
	r, _ := variant.Builtin().Find("triboard")
	openings, err := match.NewRandomOpenings(r, 4, 0, 3)
	if err != nil {
		t.Fatalf("match.NewRandomOpenings: %v", err)
	}
	play := func(spread bool) (string, []string) {
		c := match.Config{
			Rules: r, Limit: labplayer.Limit{Nodes: 150}, HashMB: 1, Threads: 1, Patience: time.Minute, Games: 6, Concurrency: 2, Openings: openings,
			Adjudication: adjudication.Policy{MaxPlies: 80}, Seed: 5,
		}
		for i, text := range []string{"self:level=5", "self:mode=blind"} {
			if c.Players[i], err = labplayer.ParseSpec(text); err != nil {
				t.Fatalf("labplayer.ParseSpec: %v", err)
			}
		}
		games := make([]string, c.Games)
		var mu sync.Mutex
		c.Progress = func(_ *match.Summary, g *match.Game) {
			mu.Lock()
			defer mu.Unlock()
			if g != nil {
				games[g.Number-1] = fmt.Sprint(g.Moves, g.Result, g.Ending, g.Why, g.Fault)
			}
		}
		if spread {
			c.Elsewhere, c.Concurrency = crew.Match, 4
		}
		sum, err := match.Run(t.Context(), c)
		if err != nil {
			t.Fatalf("match.Run: %v", err)
		}
		sum.Seconds = 0
		return fmt.Sprintf("%+v", sum.Score) + sum.EndingsText() + sum.A.Name + sum.B.Name, games
	}
	here, gamesHere := play(false)
	there, gamesThere := play(true)
	if here != there || !slices.Equal(gamesHere, gamesThere) {
		t.Errorf("played here: %s\n%s\nby workers: %s\n%s", here, strings.Join(gamesHere, "\n"), there, strings.Join(gamesThere, "\n"))
	}
}

// spreadPuzzles compares the proofs of puzzles on workers with those in this process. One puzzle is invalid.
func spreadPuzzles(t *testing.T, crew *jobs.Crew) {
	r, _ := variant.Builtin().Find("chess")
	text, err := fs.ReadFile(bundle.Of(r), bundle.Puzzles)
	if err != nil {
		t.Fatalf("fs.ReadFile: %v", err)
	}
	all, err := puzzle.Parse(strings.NewReader(string(text)), r)
	if err != nil {
		t.Fatalf("puzzle.Parse: %v", err)
	}
	all = all[:4]
	all[2].ID = "000000"
	settings := puzzle.Settings{Depth: 4, ProofNodes: 300_000}
	checker, err := puzzle.NewChecker(r, settings)
	if err != nil {
		t.Fatalf("puzzle.NewChecker: %v", err)
	}
	want := make([]string, len(all))
	for i := range all {
		if err := checker.Prove(t.Context(), &all[i]); err != nil {
			want[i] = err.Error()
		}
	}
	got, err := crew.Prove(t.Context(), r, settings, all, 3, nil)
	if err != nil || !slices.Equal(got, want) || want[2] == "" {
		t.Errorf("proved by workers: %q, %v; here: %q", got, err, want)
	}
}
