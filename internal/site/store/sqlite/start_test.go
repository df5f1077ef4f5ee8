package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/storetest"
)

// fill creates a database with the given number of games, each with a hundred events.
func fill(t *testing.T, games int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	s := open(t, folder)
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprintf("game%08d", i), fmt.Sprint("w", i), fmt.Sprint("b", i), int64(i))
			events := storetest.Created(e)
			for n := range int64(99) {
				events = append(events, storetest.Moved("e2e4", n))
			}
			if err := s.Create(context.Background(), e, events); err != nil {
				t.Errorf("Create: %v", err)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return folder
}

// bytesRead returns the number of bytes that the process has read from files.
func bytesRead(t *testing.T) (n int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skipf("read statistics of processes are not available: %v", err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil {
		t.Fatalf("fmt.Sscanf: %v", err)
	}
	return n
}

// TestOpenReadsConstantAmount opens two databases, one with ten times the events of the other, and checks
// that Open reads about the same number of bytes from both.
func TestOpenReadsConstantAmount(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("read statistics of processes are not available")
	}
	defer sqlite.CheckFirst(64 << 10)()
	read := func(games int) int64 {
		folder := fill(t, games)
		release := sqlite.HoldChecks()
		defer release()
		before := bytesRead(t)
		open(t, folder)
		return bytesRead(t) - before
	}
	little, much := read(100), read(1000)
	t.Logf("%d bytes read with 10,000 events, %d with 100,000", little, much)
	if much > 2*little {
		t.Errorf("Open reads %d bytes with 10,000 events, but %d with 100,000", little, much)
	}
}

// TestDamageFoundInUse opens a large damaged database. It checks that the damage is found while the database
// is in use, and that every write fails from then on.
func TestDamageFoundInUse(t *testing.T) {
	defer sqlite.CheckFirst(64 << 10)()
	folder := fill(t, 200)
	path := filepath.Join(folder, sqlite.File)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	// Overwrite a page in the middle of the events.
	page := len(data) / 2 / 4096 * 4096
	for i := range 4096 {
		data[page+i] ^= 0xff
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	s := open(t, folder)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		err := s.Pulse(t.Context(), 1)
		if err != nil {
			if said := err.Error(); !strings.Contains(said, "tain.db") || strings.Contains(said, folder) {
				t.Errorf("error = %q", said)
			}
			break
		}
		if time.Now().After(end) {
			t.Fatal("the damage was not found")
		}
	}
	e := storetest.Entry("another", "anna", "bert", 5)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err == nil {
		t.Error("a game was written to a damaged database")
	}

	// A truncated copy cannot be opened.
	s.Close()
	if err := os.WriteFile(path, data[:len(data)/2], 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if cut, err := sqlite.Open(t.Context(), folder); err == nil {
		cut.Close()
		t.Error("Open succeeded with half a database")
	}
}

// TestOrphanedLog opens a folder with a write-ahead log whose database is missing or
// empty.
func TestOrphanedLog(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	e := storetest.Entry("one", "anna", "bert", 5)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	// After a process is killed, its changes may be only in the log.
	log, err := os.ReadFile(filepath.Join(folder, sqlite.File+"-wal"))
	if err != nil || len(log) == 0 {
		t.Fatalf("%d bytes of log, %v", len(log), err)
	}
	for name, prepare := range map[string]func(path string) error{
		"missing": func(string) error { return nil },
		"empty":   func(path string) error { return os.WriteFile(path, nil, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, sqlite.File)
			if err := prepare(path); err != nil {
				t.Fatalf("prepare: %v", err)
			}
			if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
			s, err := sqlite.Open(t.Context(), folder)
			if err == nil {
				s.Close()
				t.Fatalf("Open succeeded although the database is %s", name)
			}
			if said := err.Error(); !strings.Contains(said, "is "+name) || !strings.Contains(said, "write-ahead log") || !strings.Contains(said, "put the database back") {
				t.Errorf("error = %q", said)
			}
			if kept, err := os.ReadFile(path + "-wal"); err != nil || len(kept) != len(log) {
				t.Errorf("%d of %d bytes of the log remain, error %v", len(kept), len(log), err)
			}
		})
	}
}

// TestPulseFails checks that the readiness probe commits like any other change, and fails if the store cannot
// write.
func TestPulseFails(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	if err := s.Pulse(t.Context(), 5); err != nil {
		t.Fatalf("Pulse: %v", err)
	}
	db := peek(t, folder)
	if _, err := db.Exec("CREATE TRIGGER full BEFORE UPDATE ON pulse BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	if err := s.Pulse(t.Context(), 6); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("a pulse that cannot be written: %v", err)
	}
}

// TestRematchIsOneTransaction makes the second half of a rematch fail. It checks that the first half is not
// saved either.
func TestRematchIsOneTransaction(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	last, next := storetest.Entry("last", "anna", "bert", 5), storetest.Entry("next", "bert", "anna", 9)
	if err := s.Create(t.Context(), last, storetest.Created(last)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	db := peek(t, folder)
	if _, err := db.Exec("CREATE TRIGGER no BEFORE INSERT ON events WHEN NEW.game = 'next' BEGIN SELECT RAISE(ABORT, 'broken'); END"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	over := []game.Event{{Type: game.Rematched, At: 9, Next: "next"}}
	if err := s.Rematch(t.Context(), last, 1, over, next, storetest.Created(next)); err == nil {
		t.Fatal("a rematch that cannot be written was acknowledged")
	}
	if events, err := s.Load(t.Context(), "last", 0); err != nil || len(events) != 1 {
		t.Errorf("half a rematch was saved: %+v, %v", events, err)
	}
	if _, err := db.Exec("DROP TRIGGER no"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	if err := s.Rematch(t.Context(), last, 1, over, next, storetest.Created(next)); err != nil {
		t.Errorf("Rematch again: %v", err)
	}
}
