package match

import (
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/lab/player"
)

func TestParseStolen(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"cpu  10 2 30 4000 5 0 7 123 0 0\ncpu0 1 1 1 1 1 1 1 9 0 0\n": 1230 * time.Millisecond,
		"cpu 1 1 1 1 1 1 1 0": 0,
	} {
		if got, ok := parseStolen(text); !ok || got != want {
			t.Errorf("parseStolen(%q) = %v, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "cpu", "cpu 1 2 3", "intr 1 1 1 1 1 1 1 1", "cpu 1 1 1 1 1 1 1 x"} {
		if got, ok := parseStolen(text); ok {
			t.Errorf("parseStolen(%q) = %v; want false", text, got)
		}
	}
}

// TestWithheldCPUTime checks that a fault mentions only the CPU time withheld during the player's turn.
func TestWithheldCPUTime(t *testing.T) {
	var stolen time.Duration
	known := true
	h := &host{read: func() (time.Duration, bool) { return stolen, known }}
	h.take()
	stolen = time.Second // withheld before the player's turn
	h.take()
	began := time.Now()
	late := func(k player.FaultKind) string {
		return h.excuse(player.Faultf(k, "took 876ms, had 812ms"), began).Error()
	}
	if got := late(player.TimeLoss); got != "time loss: took 876ms, had 812ms" {
		t.Errorf("excuse: %v", got)
	}
	stolen += 640 * time.Millisecond
	for _, k := range []player.FaultKind{player.TimeLoss, player.Hang} {
		if got := late(k); !strings.HasSuffix(got, "took 876ms, had 812ms; meanwhile the hypervisor withheld 640ms of CPU time") {
			t.Errorf("excuse: %v", got)
		}
	}
	if got := late(player.Crash); strings.Contains(got, "hypervisor") {
		t.Errorf("excuse: %v", got)
	}
	known = false
	if got := late(player.TimeLoss); strings.Contains(got, "hypervisor") {
		t.Errorf("excuse: %v", got)
	}
	var none *host
	if got := none.since(began); got != 0 {
		t.Errorf("since without a host = %v", got)
	}
	// In long matches, only the latest readings are kept.
	known = true
	for range 2 * readingsKept {
		stolen += time.Millisecond
		h.take()
	}
	if len(h.readings) != readingsKept || h.since(time.Now()) != 0 || h.since(began) < (readingsKept-10)*time.Millisecond {
		t.Errorf("%d readings, since = %v", len(h.readings), h.since(began))
	}
}
