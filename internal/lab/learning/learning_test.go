package learning_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

// host is a Host that shows no progress.
type host struct{}

type input struct{ *os.File }

func (i input) Close()                     { i.File.Close() }
func (input) Progress() (int64, int64)     { return 0, -1 }
func (host) Writable(string) error         { return nil }
func (host) Appendable(string) error       { return nil }
func (host) Write(name, text string) error { return os.WriteFile(name, []byte(text), 0o644) }

func (host) Open(name string) (learning.Input, error) {
	f, err := os.Open(name)
	return input{f}, err
}

type bar struct{}

func (bar) Set(done, total int64)               {}
func (bar) Clear()                              {}
func (host) Progress(string, bool) learning.Bar { return bar{} }

// TestSelfplay checks that resuming a file produces the same games as a single run, and that other settings
// are rejected.
func TestSelfplay(t *testing.T) {
	r := mirrorsquare.Rules
	play := func(file string, games int, nodes uint64) (learning.Played, error) {
		s := learning.Selfplay{Output: file, Games: games, Nodes: nodes, RandomPlies: 6, Seed: 3, Mode: "weights", Concurrency: 2}
		return s.Play(t.Context(), host{}, r)
	}
	folder := t.TempDir()
	once, twice := filepath.Join(folder, "once.txt"), filepath.Join(folder, "twice.txt")
	if done, err := play(once, 3, 20); err != nil || done.Games != 3 || done.New != 3 {
		t.Fatalf("playing 3 games: %+v, %v", done, err)
	}
	if done, err := play(twice, 1, 20); err != nil || done.New != 1 {
		t.Fatalf("playing the first game: %+v, %v", done, err)
	}
	if done, err := play(twice, 3, 20); err != nil || done.Games != 3 || done.New != 2 {
		t.Fatalf("playing two more games: %+v, %v", done, err)
	}
	first, err := os.ReadFile(once)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	second, err := os.ReadFile(twice)
	if err != nil || string(first) != string(second) {
		t.Errorf("file after two runs:\n%s\nafter one run:\n%s\n%v", second, first, err)
	}
	if _, err := play(twice, 4, 30); err == nil || !strings.Contains(err.Error(), "different settings") {
		t.Errorf("continuing with other settings: %v", err)
	}
	plies := 0
	games, err := learning.Records(host{}, r, []string{once}, func(record *learn.Record, _ int) error {
		plies += len(record.Steps)
		return nil
	})
	if err != nil || games != 3 || plies < 30 {
		t.Errorf("reading the file: %d games with %d plies, %v", games, plies, err)
	}
}
