package server_test

import (
	"flag"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/variant"
)

// The size of the load test. Use a larger size with -cpuprofile to profile the server.
var (
	loadGames   = flag.Int("load-games", 30, "number of games in TestLoad")
	loadMoves   = flag.Float64("load-moves", 150, "moves per second in TestLoad")
	loadWatch   = flag.Int("load-watch", 20, "number of spectators in TestLoad")
	loadSeconds = flag.Float64("load-seconds", 1, "duration of TestLoad in seconds")
)

// TestLoad plays many games at the same time and checks that no moves are lost.
func TestLoad(t *testing.T) {
	store, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	defer store.Close()
	s, stop := serve(t, store, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress() }))
	defer stop()
	report, err := load.Run(t.Context(), load.Plan{
		URL: s.URL, Rules: variant.Builtin().All(), Games: *loadGames, MovesPerSecond: *loadMoves, Spectators: *loadWatch,
		Time: time.Duration(*loadSeconds * float64(time.Second)),
	})
	if err != nil {
		t.Fatalf("load.Run: %v", err)
	}
	t.Logf("\n%v", &report)
	if !report.Passed() || report.Moves == 0 || *loadWatch > 0 && report.Broadcasts == 0 {
		t.Error("moves were lost, duplicated or rejected")
	}
}
