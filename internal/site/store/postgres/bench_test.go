package postgres_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
)

// BenchmarkAppend measures the CPU time per move in both stores, including PostgreSQL's processes, and the
// ratio of the two.
func BenchmarkAppend(b *testing.B) {
	server := pgtest.Start(b)
	folder := b.TempDir()
	lite, err := sqlite.Open(b.Context(), folder)
	if err != nil {
		b.Fatalf("sqlite.Open: %v", err)
	}
	defer lite.Close()
	pg := open(b, server.Database())
	for _, together := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("waiting=", together), func(b *testing.B) {
			own := appends(b, lite, fmt.Sprint("l", b.N), together, func() time.Duration { return spent(b, os.Getpid()) })
			both := appends(b, pg, fmt.Sprint("p", b.N), together, func() time.Duration { return spent(b, os.Getpid()) + server.Spent() })
			b.ReportMetric(float64(own.Microseconds())/float64(b.N), "sqlite-cpu-µs")
			b.ReportMetric(float64(both.Microseconds())/float64(b.N), "postgres-cpu-µs")
			b.ReportMetric(float64(both)/float64(own), "ratio")
		})
	}
}

// appends adds b.N events to many games and returns the CPU time.
func appends(b *testing.B, s room.Store, name string, together int, used func() time.Duration) time.Duration {
	const games = 256
	entries, have := make([]room.Entry, games), make([]int, games)
	for i := range entries {
		entries[i] = storetest.Entry(fmt.Sprintf("%s-%d-%03d", name, together, i), fmt.Sprint("w", i), fmt.Sprint("b", i), int64(i))
		entries[i].Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		have[i] = 1
		if err := s.Create(b.Context(), entries[i], storetest.Created(entries[i])); err != nil {
			b.Fatalf("Create: %v", err)
		}
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	before := used()
	for w := range together {
		wg.Go(func() {
			for n := int64(0); next.Add(1) <= int64(b.N); n++ {
				i := (w + together*int(n)) % games
				entries[i].Deadline = 1_000_000 + n // as with a clock
				if err := s.Append(context.Background(), entries[i], have[i], []game.Event{storetest.Moved("e2e4", n)}); err != nil {
					b.Errorf("Append: %v", err)
				}
				have[i]++
			}
		})
	}
	wg.Wait()
	return used() - before
}

// spent returns the CPU time that a process has used so far.
func spent(b *testing.B, pid int) time.Duration {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		b.Skipf("CPU time of a process is not available: %v", err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// BenchmarkRead measures the queries behind a game page and a list of games.
func BenchmarkRead(b *testing.B) {
	server := pgtest.Start(b)
	lite, err := sqlite.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatalf("sqlite.Open: %v", err)
	}
	defer lite.Close()
	for name, s := range map[string]room.Store{"sqlite": lite, "postgres": open(b, server.Database())} {
		var session game.Hash
		for i := range 50 {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", fmt.Sprint("b", i), int64(i))
			session = e.White.Session
			events := storetest.Created(e)
			for n := range 80 {
				events = append(events, storetest.Moved("e2e4", int64(n)))
			}
			if err := s.Create(b.Context(), e, events); err != nil {
				b.Fatalf("Create: %v", err)
			}
		}
		b.Run(name+"/load", func(b *testing.B) {
			for b.Loop() {
				if list, err := s.Load(b.Context(), "game7", 0); err != nil || len(list) != 81 {
					b.Fatalf("%d events, %v", len(list), err)
				}
			}
		})
		b.Run(name+"/session", func(b *testing.B) {
			for b.Loop() {
				if list, err := s.BySession(b.Context(), session, 50); err != nil || len(list) != 50 {
					b.Fatalf("%d games, %v", len(list), err)
				}
			}
		})
	}
}
