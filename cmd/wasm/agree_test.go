package main_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// The size of the comparison.
const (
	longest   = 100 // plies per game
	nodes     = 100 // nodes per search
	deep      = 2000
	deepEvery = 50 // number of positions between deep searches
)

// sample returns the number of positions to compare per rule set.
func sample() int {
	switch {
	case long.Enabled():
		return 2000
	case testing.Short():
		return 50
	}
	return 200
}

// resultsEnv is the environment variable that names a rule set. If it is set, the tests compiled for the
// browser print the results of that rule set.
const resultsEnv = "TAIN_AGREE"

// TestAgreement plays the same random games natively and compiled for the browser. It compares positions,
// hashes, legal moves and searches with a fixed number of nodes.
func TestAgreement(t *testing.T) {
	if runtime.GOOS == "js" {
		r, ok := variant.Builtin().Find(os.Getenv(resultsEnv))
		if !ok {
			t.Skip("no rule set requested")
		}
		out := bufio.NewWriter(os.Stdout)
		if err := play(out, r); err != nil {
			t.Fatalf("play: %v", err)
		}
		if err := out.Flush(); err != nil {
			t.Fatalf("out.Flush: %v", err)
		}
		os.Exit(0) // exit before the test framework prints anything
	}
	needNode(t)
	tests := filepath.Join(t.TempDir(), "agree.wasm")
	build := exec.Command("go", "test", "-c", "-trimpath", "-ldflags", "-s -w", "-o", tests, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the tests for the browser: %s", out)
	}
	runner := filepath.Join(filepath.Dir(built.support), "wasm_exec_node.js")
	t.Run("with", func(t *testing.T) { // this subtest ends after its parallel subtests, before the file is deleted
		for _, r := range variant.Builtin().All() {
			t.Run(r.Info().Name, func(t *testing.T) {
				t.Parallel()
				var here, there bytes.Buffer
				node := exec.CommandContext(t.Context(), built.node, runner, tests, "-test.run=^TestAgreement$", fmt.Sprintf("-test.short=%t", testing.Short()))
				node.Env = append(environment(), resultsEnv+"="+r.Info().Name)
				node.Stdout, node.Stderr = &there, &there
				if err := node.Run(); err != nil {
					t.Fatalf("%v\n%s", err, tail(there.String()))
				}
				if err := play(&here, r); err != nil {
					t.Fatalf("play: %v", err)
				}
				compare(t, here.String(), there.String())
			})
		}
	})
}

// environment returns only the variables that are needed, because a WebAssembly program has limited space for
// them.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TAIN_LONG=" + os.Getenv("TAIN_LONG")}
}

// compare fails the test at the first difference between two outputs.
func compare(t *testing.T, here, there string) {
	t.Helper()
	if here == there {
		if n := strings.Count(here, "\n"); n != sample() {
			t.Errorf("compared %d positions; want %d", n, sample())
		}
		return
	}
	ours, theirs := strings.Split(here, "\n"), strings.Split(there, "\n")
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			t.Fatalf("position %d: here\n%s\nand in the browser\n%s", i+1, ours[i], theirs[i])
		}
	}
	t.Fatalf("%d lines here, %d in the browser", len(ours), len(theirs))
}

// tail returns the last part of a string.
func tail(text string) string { return text[max(0, len(text)-2000):] }

// play plays random games and writes one line per position: the position, its hash, its legal moves and the
// result of a search.
func play(w io.Writer, r rules.Rules) error {
	e, err := engine.New(r, engine.Options{HashMB: 1, Mode: eval.Linear})
	if err != nil {
		return err
	}
	g := r.Guide()
	start, err := g.ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(len(r.Info().Name)), 0x7461696e))
	line := rules.NewLine(r, start)
	for n := range sample() {
		p := line.Position()
		legal := rules.LegalMoves(r, &p)
		fmt.Fprintf(w, "%s\t%016x\t", g.FormatPosition(&p), p.Hash)
		for _, m := range legal {
			fmt.Fprintf(w, "%s ", g.FormatUCI(&p, m))
		}
		if len(legal) == 0 || line.Ply() == longest {
			fmt.Fprintln(w)
			line = rules.NewLine(r, start)
			continue
		}
		limits := engine.Limits{Nodes: nodes, MultiPV: 1 + n%2}
		if n%deepEvery == 0 {
			limits.Nodes = deep
		}
		found, err := e.Choose(context.Background(), line, limits, nil)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\t%s %d", g.FormatUCI(&p, found.Best), found.Nodes)
		for _, l := range found.Lines {
			fmt.Fprintf(w, " %d %d %d", l.Depth, l.Score, len(l.PV))
		}
		fmt.Fprintln(w)
		if _, err := line.Play(legal[rng.IntN(len(legal))]); err != nil {
			return err
		}
	}
	return nil
}
