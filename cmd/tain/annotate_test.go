package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/cli"
)

// stopping is an endless input that returns one game per read, and simulates Ctrl-C after a number of games.
type stopping struct {
	before int // number of games before Ctrl-C
	stop   context.CancelFunc
}

const shortGame = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"

func (in *stopping) Read(p []byte) (int, error) {
	if in.before > 0 {
		in.before--
	} else {
		in.stop()
	}
	return copy(p, shortGame), nil
}

// TestAnnotateInterrupted checks that games annotated before Ctrl-C are saved and counted.
func TestAnnotateInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.pgn")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var text, errs bytes.Buffer
	in := &stopping{before: 4, stop: stop}
	status := run(ctx, []string{"analyse", "--pgn", "-", "--nodes", "20", "-o", out}, in, &text, &errs)
	if status != cli.Interrupted {
		t.Errorf("status %d, want %d", status, cli.Interrupted)
	}
	kept, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	games := strings.Count(string(kept), "[Event ")
	if games < 2 || games > 4 || strings.Count(string(kept), " *\n") != games {
		t.Errorf("%d games are saved, want 2 to 4 complete ones:\n%s", games, kept)
	}
	if want := fmt.Sprintf("tain: note: %d games annotated; saved to %s\ntain: interrupted\n", games, out); errs.String() != want {
		t.Errorf("standard error is %q, want %q", &errs, want)
	}
	left, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder contains %v, %v; want one file", left, err)
	}
}

// TestAnnotateInterruptedImmediately checks that the output file is unchanged if Ctrl-C is pressed before the
// first game is finished.
func TestAnnotateInterruptedImmediately(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.pgn")
	if err := os.WriteFile(out, []byte("precious"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var text, errs bytes.Buffer
	status := run(ctx, []string{"analyse", "--pgn", "-", "--nodes", "20", "-o", out}, &stopping{stop: stop}, &text, &errs)
	if kept, err := os.ReadFile(out); status != cli.Interrupted || string(kept) != "precious" || err != nil {
		t.Errorf("interrupted immediately: status %d, output file %q, %v", status, kept, err)
	}
	if errs.String() != "tain: note: no game annotated yet\ntain: interrupted\n" {
		t.Errorf("standard error is %q", &errs)
	}
}
