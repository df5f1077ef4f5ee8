package jobs_test

import (
	"runtime"
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// threadTakes is the maximum memory per worker thread in megabytes. The typical value is about 140.
// deploy/tain-worker@.service and docs/results.md depend on it.
const threadTakes = 160

// inUse returns the memory in use in megabytes.
func inUse() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc >> 20)
}

// TestThreadMemory measures the memory of a thread that has played every game and analyses one. It includes
// the engines of a computer player and the engine for the analysis.
func TestThreadMemory(t *testing.T) {
	before := inUse()
	p := computer.NewEnginePlayer()
	var line *rules.Line
	for _, r := range variant.Builtin().All() {
		start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition: %v", err)
		}
		line = rules.NewLine(r, start)
		if _, err := p.Choose(t.Context(), line, 20, engine.Limits{Nodes: 20_000}); err != nil {
			t.Fatalf("Choose: %v", err)
		}
	}
	moves := inUse()
	e, err := engine.New(line.Rules(), engine.Options{HashMB: 64, Threads: 1}) // the engine that an analysis uses
	if err != nil {
		t.Fatalf("engine.New: %v", err)
	}
	if _, err := e.Choose(t.Context(), line, engine.Limits{Nodes: 20_000}, nil); err != nil {
		t.Fatalf("Choose: %v", err)
	}
	all := inUse()
	t.Logf("%d MB for moves and %d MB for an analysis", moves-before, all-moves)
	if all-before > threadTakes {
		t.Errorf("a thread takes %d MB, more than %d", all-before, threadTakes)
	}
	runtime.KeepAlive(p)
	runtime.KeepAlive(e)
}
