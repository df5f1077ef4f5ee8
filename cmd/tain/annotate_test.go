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

// stopping is a file of games during which Ctrl-C is pressed: one game each
// time it is read.
type stopping struct {
	before, after int // games before that and behind it
	stop          context.CancelFunc
}

const shortGame = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"

func (in *stopping) Read(p []byte) (int, error) {
	switch {
	case in.before > 0:
		in.before--
	default:
		in.stop()
		in.after--
	}
	return copy(p, shortGame), nil
}

// Games that were annotated before Ctrl-C are kept, whole, and counted.
func TestAnnotateInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.pgn")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var text, errs bytes.Buffer
	in := &stopping{before: 4, after: 1000, stop: stop}
	status := run(ctx, []string{"analyse", "--pgn", "-", "--nodes", "20", "-o", out}, in, &text, &errs)
	if status != cli.Interrupted {
		t.Errorf("it ends with %d", status)
	}
	kept, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	games := strings.Count(string(kept), "[Event ")
	if games < 2 || games > 4 || strings.Count(string(kept), " *\n") != games {
		t.Errorf("%d games are kept:\n%s", games, kept)
	}
	if want := fmt.Sprintf("tain: note: %d games annotated; saved to %s\ntain: interrupted\n", games, out); errs.String() != want {
		t.Errorf("it says %q, want %q", &errs, want)
	}
	left, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

// Before the first game is done there is nothing to keep: the file stays as it
// was.
func TestAnnotateInterruptedAtOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.pgn")
	if err := os.WriteFile(out, []byte("precious"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var text, errs bytes.Buffer
	status := run(ctx, []string{"analyse", "--pgn", "-", "--nodes", "20", "-o", out}, &stopping{stop: stop}, &text, &errs)
	if kept, err := os.ReadFile(out); status != cli.Interrupted || string(kept) != "precious" || err != nil {
		t.Errorf("interrupted at once: status %d, output file %q, %v", status, kept, err)
	}
	if errs.String() != "tain: note: no game annotated yet\ntain: interrupted\n" {
		t.Errorf("it says %q", &errs)
	}
}
