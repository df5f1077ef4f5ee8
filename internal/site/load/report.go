package load

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// tally counts the events of a run. It is safe for concurrent use.
type tally struct {
	mu sync.Mutex

	acks, arrivals []time.Duration // time since the move was sent
	watched        int             // moves received by spectators
	duplicated     int
	refused        int
	cut            int // connections that ended early, and games that could not start
	moved          int // players and spectators who were moved to another node
	skipped        int
	why            string // the latest error
}

// note changes the tally under its lock.
func (k *tally) note(change func(*tally)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change(k)
}

// fail counts a connection that ended early or a game that could not start.
func (k *tally) fail(err error) {
	k.note(func(k *tally) { k.cut++; k.why = err.Error() })
}

// Latency is a distribution of times in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Report is the result of a run.
type Report struct {
	Games      int     `json:"games"`   // concurrent games
	Sockets    int     `json:"sockets"` // concurrent sockets
	Seconds    float64 `json:"seconds"`
	Moves      int     `json:"moves"` // acknowledged
	PerSecond  float64 `json:"movesPerSecond"`
	Broadcasts int     `json:"broadcasts"` // moves received by spectators
	Skipped    int     `json:"skipped"`    // moves that were due while every game was waiting for the server
	// Ack is the time from sending a move to its acknowledgement, and Opponent the time to its arrival at the
	// opponent. Both include the commit.
	Ack      Latency `json:"ack"`
	Opponent Latency `json:"opponent"`
	// Lost is the number of acknowledged moves that are not in the game or have not reached the opponent.
	Lost       int    `json:"lost"`
	Duplicated int    `json:"duplicated"`
	Refused    int    `json:"refused"`
	Cut        int    `json:"cut"`             // connections that ended early, and games that could not start
	Moved      int    `json:"moved,omitempty"` // players and spectators who were moved to another node
	Why        string `json:"why,omitempty"`
	// MemoryStart, MemorySet and MemoryEnd are the server's memory in bytes before the run, with all clients
	// connected, and at the end. They are 0 if the server does not report its memory.
	MemoryStart uint64 `json:"memoryStart"`
	MemorySet   uint64 `json:"memorySet"`
	MemoryEnd   uint64 `json:"memoryEnd"`
	// Work is the CPU time that the servers used during play, in seconds. It is 0 if they do not report it.
	Work float64 `json:"work"`
	// Acked maps game IDs to their acknowledged moves, for callers that compare them with the store.
	Acked map[string][]string `json:"-"`
	// Told contains, for each move, the time from sending it to its arrival at the opponent.
	Told []time.Duration `json:"-"`
}

// Passed reports whether no moves or connections were lost, duplicated or rejected.
func (r *Report) Passed() bool { return r.Lost+r.Duplicated+r.Refused+r.Cut == 0 }

// String formats the report as text.
func (r *Report) String() string {
	var b strings.Builder
	line := func(name, format string, a ...any) {
		fmt.Fprintf(&b, "%-22s "+format+"\n", append([]any{name}, a...)...)
	}
	line("games, sockets", "%d, %d", r.Games, r.Sockets)
	line("moves", "%d in %.1f s, %.1f per second; %d due but not sent", r.Moves, r.Seconds, r.PerSecond, r.Skipped)
	line("spectator updates", "%d", r.Broadcasts)
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
		line("moved to other nodes", "%d", r.Moved)
	}
	if r.Why != "" {
		line("last error", "%s", r.Why)
	}
	if r.Work > 0 && r.Moves > 0 {
		line("server CPU time", "%.2f s, %.0f µs per move", r.Work, 1e6*r.Work/float64(r.Moves))
	}
	mb := func(bytes uint64) float64 { return float64(bytes) / (1 << 20) }
	line("server memory", "%.0f MB at the start, %.0f MB with all clients connected, %.0f MB at the end",
		mb(r.MemoryStart), mb(r.MemorySet), mb(r.MemoryEnd))
	return b.String()
}

// latency returns the distribution of the given times, or zero if there are none.
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
