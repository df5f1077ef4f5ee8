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

// host watches how much processor time the host of a virtual machine keeps from
// it. A player that is late meanwhile may not be to blame: it loses all the same,
// and what happened is told.
type host struct {
	read func() (time.Duration, bool) // all that was ever kept; false if nobody knows

	mu       sync.Mutex
	readings []reading // oldest first
}

type reading struct {
	at     time.Time
	stolen time.Duration
}

// How often it is read, and how many readings are kept: longer than a move of a short
// game lasts. A longer one is told of from the first one on.
const (
	readEvery    = 100 * time.Millisecond
	readingsKept = 600
)

// leastStolen is what is worth telling.
const leastStolen = 20 * time.Millisecond

// newHost begins to watch, until the context ends.
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

// take takes a reading and reports whether there is anything to be known.
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

// since returns how much was kept from the machine, all processors together, since
// a time or a moment before it.
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

// excuse adds to a fault of time what the host kept from the machine since the player
// was asked.
func (h *host) excuse(f *player.Fault, asked time.Time) *player.Fault {
	if f.Kind != player.TimeLoss && f.Kind != player.Hang {
		return f
	}
	stolen := h.since(asked)
	if stolen < leastStolen {
		return f
	}
	return player.Faultf(f.Kind, "%s; meanwhile the hypervisor withheld %v of CPU time", f.Msg, stolen)
}

// readStolen asks Linux.
func readStolen() (time.Duration, bool) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	return parseStolen(string(text))
}

// parseStolen reads the first line of /proc/stat, whose eighth number is what the
// host kept, in hundredths of a second.
func parseStolen(text string) (time.Duration, bool) {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, false
	}
	n, err := strconv.ParseInt(fields[8], 10, 64)
	return time.Duration(n) * 10 * time.Millisecond, err == nil
}
