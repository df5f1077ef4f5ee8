package match

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/lab/player"
)

// host measures the CPU time that the hypervisor withholds from a virtual machine (steal time). A player that
// exceeds its time limit because of stolen time may not be to blame. It still loses, but the fault mentions
// the withheld time.
type host struct {
	read func() (time.Duration, bool) // returns the total steal time so far, or false if it is unavailable

	mu       sync.Mutex
	readings []reading // oldest first
}

type reading struct {
	at     time.Time
	stolen time.Duration
}

// The interval between readings and the number of readings to keep. Together they cover a minute. For a
// longer move, the oldest reading is used.
const (
	readEvery    = 100 * time.Millisecond
	readingsKept = 600
)

// minStolen is the shortest withheld time that a fault mentions.
const minStolen = 20 * time.Millisecond

// newHost returns a host that takes readings until the context ends.
func newHost(ctx context.Context) *host {
	h := &host{read: readStolen}
	if h.take() {
		go h.watch(ctx)
	}
	return h
}

func (h *host) watch(ctx context.Context) {
	tick := time.NewTicker(readEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.take()
		}
	}
}

// take takes a reading and reports whether the system provides one.
func (h *host) take() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	stolen, ok := h.read()
	if !ok {
		return false
	}
	if len(h.readings) == readingsKept {
		h.readings = append(h.readings[:0], h.readings[1:]...)
	}
	h.readings = append(h.readings, reading{time.Now(), stolen})
	return true
}

// since returns the CPU time that the hypervisor has withheld, summed over all processors, from the last
// reading at or before the given time until now.
func (h *host) since(at time.Time) time.Duration {
	if h == nil || !h.take() {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	from := h.readings[0]
	for _, s := range h.readings {
		if s.at.After(at) {
			break
		}
		from = s
	}
	return h.readings[len(h.readings)-1].stolen - from.stolen
}

// excuse adds the CPU time withheld since the player's move was requested to a time fault. It returns other
// faults, and time faults with less than minStolen, unchanged.
func (h *host) excuse(f *player.Fault, began time.Time) *player.Fault {
	if f.Kind != player.TimeLoss && f.Kind != player.Hang {
		return f
	}
	stolen := h.since(began)
	if stolen < minStolen {
		return f
	}
	return player.Faultf(f.Kind, "%s; meanwhile the hypervisor withheld %v of CPU time", f.Msg, stolen)
}

// readStolen reads the total steal time. It returns false on systems other than Linux.
func readStolen() (time.Duration, bool) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	return parseStolen(string(text))
}

// parseStolen parses the first line of /proc/stat, whose eighth number is the steal time in hundredths of a
// second. It returns false if the line is invalid.
func parseStolen(text string) (time.Duration, bool) {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, false
	}
	n, err := strconv.ParseInt(fields[8], 10, 64)
	return time.Duration(n) * 10 * time.Millisecond, err == nil
}
