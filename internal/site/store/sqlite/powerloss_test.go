//go:build linux

package sqlite_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/disk"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/storetest"
)

var powerLosses = flag.Int("power-losses", 120, "number of power losses of each kind that TestPowerLoss simulates; a tenth of that without TAIN_LONG")

// witness records which changes a store has acknowledged, and at what time.
type witness struct {
	disk  *disk.Watcher
	mu    sync.Mutex
	acked map[string][]int // times at which the events of each game were acknowledged
	tried map[string]int   // number of events passed to the store
}

// play creates games and appends events to them concurrently, until each game has the given number of events
// or a change fails. Errors are allowed.
func (w *witness) play(ctx context.Context, t *testing.T, store *sqlite.Store, worker, games, events int) {
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			id := fmt.Sprintf("game%04d%04d", worker, i)
			e := storetest.Entry(id, "w"+id, "b"+id, int64(i))
			if !w.do(id, func() error { return store.Create(ctx, e, storetest.Created(e)) }) {
				return
			}
			for have := 1; have < events; {
				move := storetest.Moved(fmt.Sprintf("e2e4#%d", have), int64(have))
				if w.do(id, func() error { return store.Append(ctx, e, have, []game.Event{move}) }) {
					have++
				}
				if ctx.Err() != nil {
					return
				}
			}
		})
	}
	wg.Wait()
}

// do makes a change and records whether it was acknowledged.
func (w *witness) do(id string, try func() error) bool {
	w.mu.Lock()
	w.tried[id] = max(w.tried[id], len(w.acked[id])+1)
	w.mu.Unlock()
	if try() != nil {
		return false
	}
	moment := w.disk.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.acked[id] = append(w.acked[id], moment)
	return true
}

// missing opens a folder in its state after the power loss, and counts the acknowledged events that are
// missing, duplicated or different. It returns an error if the database cannot be opened.
func (w *witness) missing(ctx context.Context, folder string, moment int) (missing int, err error) {
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		return 0, err
	}
	defer store.Close()
	for id, moments := range w.acked {
		want := 0
		for want < len(moments) && moments[want] <= moment {
			want++
		}
		events, err := store.Load(ctx, id, 0)
		if err != nil && (want > 0 || err != room.ErrNotFound) {
			missing += max(1, want)
			continue
		}
		if len(events) < want {
			missing += want - len(events)
		}
		if len(events) > w.tried[id] {
			missing += len(events) - w.tried[id]
		}
		for i, e := range events[min(1, len(events)):] {
			if e.Move != fmt.Sprintf("e2e4#%d", i+1) {
				missing++
			}
		}
	}
	return missing, nil
}

// watched opens a store on a recorded disk.
func watched(t *testing.T) (*witness, *sqlite.Store) {
	t.Helper()
	folder := t.TempDir()
	w, err := disk.Watch(folder)
	if err != nil {
		t.Fatalf("disk.Watch: %v", err)
	}
	t.Cleanup(w.Stop)
	store, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	t.Cleanup(func() { store.Close() })
	return &witness{disk: w, acked: map[string][]int{}, tried: map[string]int{}}, store
}

// TestPowerLoss simulates power losses at random times in the life of a store, from its first table through
// many commits to the last checkpoint. Writes since the last sync are lost, partial or reordered. It checks
// that no acknowledged event is missing. The control is a disk that does not sync although it reports
// success.
func TestPowerLoss(t *testing.T) {
	w, store := watched(t)
	w.play(t.Context(), t, store, 0, 8, 20)
	if err := store.Close(); err != nil { // runs a checkpoint
		t.Fatalf("Close: %v", err)
	}
	w.disk.Stop()
	tries := *powerLosses
	if !long.Enabled() {
		tries = max(1, tries/10)
	}
	random := rand.New(rand.NewPCG(1, 2))
	last := w.disk.Now()
	for _, how := range []disk.Loss{disk.Dropped, disk.Torn, disk.Reordered, disk.Unsynced} {
		t.Run(how.String(), func(t *testing.T) {
			damaged := 0
			for try := range tries {
				moment := random.IntN(last + 1)
				if try == 0 {
					moment = last
				}
				folder := t.TempDir()
				if err := w.disk.Crash(folder, moment, how, random); err != nil {
					t.Fatalf("Crash: %v", err)
				}
				switch missing, err := w.missing(t.Context(), folder, moment); {
				case how == disk.Unsynced:
					if missing > 0 || err != nil {
						damaged++
					}
				case err != nil:
					t.Fatalf("after call %d of %d: %v", moment, last, err)
				case missing > 0:
					t.Fatalf("after call %d of %d: %d acknowledged events are missing", moment, last, missing)
				}
				os.RemoveAll(folder)
			}
			if how == disk.Unsynced && damaged == 0 {
				t.Errorf("control: %d power losses on a disk that does not sync lost no events, so the test is not meaningful", tries)
			}
			t.Logf("%d power losses in %d calls; %d of them lost events", tries, last, damaged)
		})
	}
}

// TestFailingCalls makes writes and syncs fail occasionally, as on a full or broken disk, and then simulates
// a power loss. It checks that acknowledged events are saved; errors are allowed. The control is a disk that
// silently ignores writes.
func TestFailingCalls(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults map[disk.Call]disk.Fault
	}{
		{"full", map[disk.Call]disk.Fault{disk.Write: disk.Full}},
		{"write", map[disk.Call]disk.Fault{disk.Write: disk.WriteFailed, disk.Truncate: disk.TruncateError}},
		{"sync", map[disk.Call]disk.Fault{disk.Sync: disk.SyncFailed}},
		{"control", map[disk.Call]disk.Fault{disk.Write: disk.Lie}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rounds := 6
			if !long.Enabled() {
				rounds = 2
			}
			harm, failed := 0, 0
			random := rand.New(rand.NewPCG(3, 4))
			for range rounds {
				missing, faults := failOnce(t, c.faults, random)
				harm, failed = harm+missing, failed+faults
			}
			if failed == 0 {
				t.Error("no call failed, so the test is not meaningful")
			}
			if control := c.name == "control"; control != (harm > 0) {
				t.Errorf("%d events are missing after %d failed calls", harm, failed)
			}
			t.Logf("%d calls failed, %d events missing", failed, harm)
		})
	}
}

// failOnce writes to a store whose disk fails occasionally. It returns the number of events that are missing
// after a power loss at the end, or 1 if the database cannot be opened, and the number of failed calls.
func failOnce(t *testing.T, faults map[disk.Call]disk.Fault, random *rand.Rand) (missing, failed int) {
	w, store := watched(t)
	defer w.disk.Stop()
	w.play(t.Context(), t, store, 0, 4, 5)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w.disk.Fail(func(c disk.Call, _ string) disk.Fault {
		if fault, ok := faults[c]; ok && random.IntN(8) == 0 {
			failed++
			return fault
		}
		return 0
	})
	w.play(ctx, t, store, 1, 4, 12)
	w.disk.Fail(nil)
	w.play(t.Context(), t, store, 2, 4, 5) // writing continues once the disk works again
	moment := w.disk.Now()
	folder := t.TempDir()
	if err := w.disk.Crash(folder, moment, disk.Dropped, random); err != nil {
		t.Fatalf("Crash: %v", err)
	}
	store.Close() // the last checkpoint may fail because of lost writes
	w.disk.Stop()
	missing, err := w.missing(t.Context(), folder, moment)
	if err != nil {
		missing++
	}
	return missing, failed
}
