package engine_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var update = flag.Bool("update", false, "write the golden files")

// signature returns the total node count of Bench for a rule set.
func signature(t *testing.T, r rules.Rules) uint64 {
	t.Helper()
	var nodes uint64
	err := engine.Bench(context.Background(), r, engine.Limits{}, func(b engine.BenchResult) {
		nodes += b.Nodes
		if b.Best == "" || b.Depth == 0 || b.Nodes == 0 {
			t.Errorf("%s: empty result %+v", r.Info().Name, b)
		}
	})
	if err != nil {
		t.Fatalf("engine.Bench: %v", err)
	}
	return nodes
}

// TestBenchSignature pins the node count of every rule set. Changes to the search, the evaluation or the
// weights change it. After an intended change, run the test with -update.
func TestBenchSignature(t *testing.T) {
	var b strings.Builder
	var sum uint64
	for _, r := range playable() {
		first := signature(t, r)
		if again := signature(t, r); again != first {
			t.Errorf("%s: %d nodes in the first run, %d in the second", r.Info().Name, first, again)
		}
		sum += first
		fmt.Fprintf(&b, "%s %d\n", r.Info().Name, first)
	}
	fmt.Fprintf(&b, "signature %d\n", sum)
	golden(t, "testdata/bench.golden", b.String())
}

// golden compares output with a golden file or, with -update, writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatalf(`os.MkdirAll("testdata"): %v`, err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", name, err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("os.ReadFile(%q): %v", name, err)
	}
	if got != string(want) {
		t.Errorf("%s:\n%s\nwant\n%s(if the change is intended, run go test with -update)", name, got, want)
	}
}

// TestBenchLimits checks that Bench obeys limits and the context.
func TestBenchLimits(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "triboard")
	err := engine.Bench(context.Background(), r, engine.Limits{Nodes: 700}, func(b engine.BenchResult) {
		if b.Nodes > 700 {
			t.Errorf("node limit 700: searched %d", b.Nodes)
		}
	})
	if err != nil {
		t.Errorf("engine.Bench: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := engine.Bench(ctx, r, engine.Limits{}, func(engine.BenchResult) { t.Error("searched a position after the context ended") }); !errors.Is(err, context.Canceled) {
		t.Errorf("Bench with an ended context: %v; want context.Canceled", err)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, r := range playable() {
		b.Run(r.Info().Name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				err := engine.Bench(context.Background(), r, engine.Limits{Nodes: 200_000}, func(done engine.BenchResult) { nodes += done.Nodes })
				if err != nil {
					b.Fatalf("engine.Bench: %v", err)
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
