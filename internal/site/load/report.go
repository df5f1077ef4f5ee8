package load

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// tally is what has been counted so far.
type tally struct {
	acks, told []time.Duration // from sending a move
	watched    int             // moves told to spectators
	duplicated int
	refused    int
	cut        int // connections that ended early, and games that could not begin
	moved      int // players who were sent to another node
	skipped    int
	why        string // the last thing that went wrong
}

// Latency is how long something took, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Report is how a server kept up.
type Report struct {
	Games      int     `json:"games"`   // at the same time
	Sockets    int     `json:"sockets"` // at the same time
	Seconds    float64 `json:"seconds"`
	Moves      int     `json:"moves"` // acknowledged
	PerSecond  float64 `json:"movesPerSecond"`
	Broadcasts int     `json:"broadcasts"` // moves told to spectators
	Skipped    int     `json:"skipped"`    // moves that were due while every game waited for the server
	// Ack is from sending a move to its acknowledgement, Opponent from sending
	// it to its arrival at the opponent; both include the commit.
	Ack      Latency `json:"ack"`
	Opponent Latency `json:"opponent"`
	// Lost counts moves that were acknowledged but are not in the game or have
	// not reached the opponent.
	Lost       int    `json:"lost"`
	Duplicated int    `json:"duplicated"`
	Refused    int    `json:"refused"`
	Cut        int    `json:"cut"`             // connections that ended early
	Moved      int    `json:"moved,omitempty"` // players who were sent to another node and came back
	Why        string `json:"why,omitempty"`
	// What the server took of memory, in bytes: before the run, when everybody
	// was connected, and at the end; 0 where it did not tell.
	MemoryStart uint64 `json:"memoryStart"`
	MemorySet   uint64 `json:"memorySet"`
	MemoryEnd   uint64 `json:"memoryEnd"`
	// Work is how many seconds of processors the servers took while games were
	// played; 0 where they did not tell.
	Work float64 `json:"work"`
	// Acked are the moves of each game that were acknowledged, by its ID, for
	// whoever wants to look for them in the store.
	Acked map[string][]string `json:"-"`
	// Told is how long each move took from being sent to its arrival at the
	// opponent.
	Told []time.Duration `json:"-"`
}

// Passed reports whether nothing was lost, doubled, refused or cut off.
func (r *Report) Passed() bool { return r.Lost+r.Duplicated+r.Refused+r.Cut == 0 }

// String writes the report for people.
func (r *Report) String() string {
	var b strings.Builder
	line := func(name, format string, a ...any) {
		fmt.Fprintf(&b, "%-22s "+format+"\n", append([]any{name}, a...)...)
	}
	line("games, sockets", "%d, %d", r.Games, r.Sockets)
	line("moves", "%d in %.1f s, %.1f a second; %d due but not sent", r.Moves, r.Seconds, r.PerSecond, r.Skipped)
	line("told to spectators", "%d", r.Broadcasts)
	line("", "%8s %8s %8s %8s", "p50", "p95", "p99", "max")
	for _, l := range []struct {
		name string
		Latency
	}{{"acknowledged, ms", r.Ack}, {"at the opponent, ms", r.Opponent}} {
		line(l.name, "%8.1f %8.1f %8.1f %8.1f", l.P50, l.P95, l.P99, l.Max)
	}
	line("lost, duplicated", "%d, %d", r.Lost, r.Duplicated)
	line("refused, cut off", "%d, %d", r.Refused, r.Cut)
	if r.Moved > 0 {
		line("sent to other nodes", "%d", r.Moved)
	}
	if r.Why != "" {
		line("last trouble", "%s", r.Why)
	}
	if r.Work > 0 && r.Moves > 0 {
		line("work of the server", "%.2f s of processors, %.0f µs a move", r.Work, 1e6*r.Work/float64(r.Moves))
	}
	mb := func(bytes uint64) float64 { return float64(bytes) / (1 << 20) }
	line("memory of the server", "%.0f MB at first, %.0f MB when all were connected, %.0f MB at the end",
		mb(r.MemoryStart), mb(r.MemorySet), mb(r.MemoryEnd))
	return b.String()
}

// report sums up what was counted.
func (r *run) report(took time.Duration) Report {
	acked := r.acked()
	r.mu.Lock()
	defer r.mu.Unlock()
	k := &r.tally
	return Report{
		Games: r.plan.Games, Sockets: 2*r.plan.Games + len(r.spectators), Seconds: took.Seconds(),
		Moves: len(k.acks), PerSecond: float64(len(k.acks)) / took.Seconds(), Broadcasts: k.watched, Skipped: k.skipped,
		Ack: latency(k.acks), Opponent: latency(k.told),
		Duplicated: k.duplicated, Refused: k.refused, Cut: k.cut, Moved: k.moved, Why: k.why,
		Acked: acked, Told: slices.Clone(k.told),
	}
}

// acked returns the moves of each game that were acknowledged.
func (r *run) acked() map[string][]string {
	acked := map[string][]string{}
	for _, t := range r.all() {
		t.mu.Lock()
		acked[t.id] = slices.Clone(t.acked)
		t.mu.Unlock()
	}
	return acked
}

// latency sorts times and takes those of interest.
func latency(all []time.Duration) Latency {
	if len(all) == 0 {
		return Latency{}
	}
	all = slices.Sorted(slices.Values(all))
	at := func(share float64) float64 {
		return float64(all[min(len(all)-1, int(share*float64(len(all))))].Microseconds()) / 1000
	}
	return Latency{P50: at(.5), P95: at(.95), P99: at(.99), Max: at(1)}
}

// verify reads every game back and compares it with what was acknowledged.
func (r *run) verify(ctx context.Context, report *Report) error {
	var mu sync.Mutex
	all := r.all()
	return r.each(ctx, "reading games back", len(all), func(ctx context.Context, i int) error {
		t := all[i]
		kept, err := r.clients[0].read(ctx, t.id)
		if err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		lost, extra := compare(t, kept)
		mu.Lock()
		defer mu.Unlock()
		if lost > 0 {
			report.Why = fmt.Sprintf("game %s: %d moves were acknowledged and %d are there; its last one was told to the opponent: %t", t.id, len(t.acked), len(kept.Moves), t.flown == nil || t.flown.told)
		}
		report.Lost += lost
		report.Duplicated += extra
		return nil
	})
}

// compare counts the acknowledged moves that a game does not have or that the
// opponent was not told, and the moves that it has and nobody sent.
func compare(t *liveGame, kept wire.Snapshot) (lost, extra int) {
	sent := len(t.line.Moves())
	for i, text := range t.acked {
		if i >= len(kept.Moves) || kept.Moves[i].Move != text {
			lost++
		}
	}
	if f := t.flown; f != nil && f.ack && !f.told {
		lost++
	}
	return lost, max(0, len(kept.Moves)-sent)
}
