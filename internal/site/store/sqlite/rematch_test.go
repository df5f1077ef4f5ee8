package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/variant"
)

// rematchUntilKilled ends many games concurrently and starts their rematches. It prints a line for each
// rematch.
func rematchUntilKilled(folder string) error {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		return err
	}
	hub, err := hub.New(ctx, store, hub.Options{Options: room.Options{Rules: variant.Builtin(), GamesPerSession: 1 << 20}})
	if err != nil {
		return err
	}
	failures := make(chan error)
	for range 16 {
		go func() {
			shot, err := hub.Create(ctx, white, game.Request{Variant: "chess", Opponent: game.Oneself})
			for id := shot.ID; err == nil; id = shot.Next {
				if err = hub.Do(ctx, white, id, game.Resign{}); err != nil {
					break
				}
				if err = hub.Do(ctx, white, id, game.Rematch{Do: game.Offer}); err != nil {
					break
				}
				shot, err = hub.Snapshot(ctx, white, id)
				fmt.Println(id)
			}
			failures <- err
		}()
	}
	return <-failures
}

// TestRematchSurvivesKills kills a process that starts rematches. It checks that every rematch that exists is
// linked from its previous game, and that every linked rematch exists.
func TestRematchSurvivesKills(t *testing.T) {
	kills := 12
	if !long.Enabled() {
		kills = 4
	}
	folder := t.TempDir()
	begun := 0
	for range kills {
		begun += killRematches(t, folder)
	}
	store := open(t, folder)
	// All games belong to one session, and all except perhaps the last of each chain have ended.
	list, err := store.BySession(t.Context(), white.Hash(), math.MaxInt32)
	if err != nil {
		t.Fatalf("BySession: %v", err)
	}
	next, previous := map[string]string{}, map[string]string{}
	for _, e := range list {
		events, err := store.Load(t.Context(), e.ID, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		if before := events[0].Start.Previous; before != "" {
			previous[e.ID] = before
		}
		if last := events[len(events)-1]; last.Type == game.Rematched {
			next[e.ID] = last.Next
		}
	}
	orphans := 0
	for id, before := range previous {
		if next[before] != id {
			orphans++
		}
	}
	for id, after := range next {
		if previous[after] != id {
			t.Errorf("rematch %[2]s of %[1]s is not saved", id, after)
		}
	}
	t.Logf("%d rematches in %d rounds, %d of them acknowledged before the kill", len(previous), kills, begun)
	if orphans > 0 {
		t.Errorf("%d of %d rematches are missing from their previous game", orphans, len(previous))
	}
	if len(previous) < kills {
		t.Errorf("only %d rematches in %d rounds, want more", len(previous), kills)
	}
}

// killRematches runs the child process until it has started some rematches, kills it, and returns the number
// of acknowledged rematches.
func killRematches(t *testing.T, folder string) (begun int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashFolder+"="+folder, crashRematch+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatalf("StdoutPipe: %v", err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("Start: %v", err)
	}
	lifetime := 20 + rand.IntN(40)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if begun++; begun == lifetime {
			time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, func() { cmd.Process.Kill() })
		}
	}
	cmd.Wait()
	if cmd.ProcessState.Exited() {
		t.Fatalf("the process ended before it was killed: %v", cmd.ProcessState)
	}
	return begun
}
