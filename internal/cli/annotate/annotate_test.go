package annotate

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules/registry"
)

const shortGame = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"

// TestInterruptedInPlace checks that an input file that is also the output stays unchanged, and
// that the finished games are saved next to it.
func TestInterruptedInPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	all := strings.Repeat(shortGame, 3)
	if err := os.WriteFile(name, []byte(all), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var text, errs bytes.Buffer
	c := cli.New(ctx, registry.New(), strings.NewReader(""), &text, &errs)
	in, err := c.Open(name)
	if err != nil {
		t.Fatalf("c.Open: %v", err)
	}
	defer in.Close()
	out, err := c.Create(name)
	if err != nil {
		t.Fatalf("c.Create: %v", err)
	}
	if _, err := out.Write([]byte(shortGame)); err != nil {
		t.Fatalf("out.Write: %v", err)
	}
	a := annotator{con: c, done: 1}
	if err := a.save(in, out); err != nil {
		t.Fatalf("a.save: %v", err)
	}
	if was, err := os.ReadFile(name); string(was) != all || err != nil {
		t.Errorf("the file contains %q, %v; want %q", was, err, all)
	}
	if done, err := os.ReadFile(name + ".done"); string(done) != shortGame || err != nil {
		t.Errorf("the new file contains %q, %v; want %q", done, err, shortGame)
	}
	if want := "tain: note: 1 game annotated; saved to " + name + ".done, " + name + " is unchanged\n"; errs.String() != want {
		t.Errorf("a.save printed %q, want %q", &errs, want)
	}
}
