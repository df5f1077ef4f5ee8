package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/storetest"
)

func TestReopen(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a folder", "with ? & # % in it")
	s := open(t, folder)
	e := storetest.Entry("one", "anna", "bert", 5)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	if _, err := sqlite.Open(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("Open twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close twice: %v", err)
	}
	if err := s.Append(t.Context(), e, 1, []game.Event{storetest.Moved("x", 1)}); !errors.Is(err, sqlite.ErrClosed) {
		t.Errorf("Append to a closed store: %v", err)
	}
	s = open(t, folder)
	if events, err := s.Load(t.Context(), "one", 0); err != nil || len(events) != 1 {
		t.Errorf("Load: %+v, %v", events, err)
	}
}

// peek opens a second connection to the database.
func peek(t *testing.T, folder string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestEventsAreAppendOnly(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	e := storetest.Entry("one", "anna", "bert", 5)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	db := peek(t, folder)
	for _, text := range []string{"UPDATE events SET data = ''", "DELETE FROM events"} {
		if _, err := db.Exec(text); err == nil || !strings.Contains(err.Error(), "only ever added") {
			t.Errorf("db.Exec: %s: %v", text, err)
		}
	}
}

// TestBadFolders checks the errors for folders and databases that cannot be used.
func TestBadFolders(t *testing.T) {
	refused := func(name, folder, want string) {
		t.Helper()
		s, err := sqlite.Open(t.Context(), folder)
		if err == nil {
			s.Close()
			t.Errorf("Open(%s) succeeded", name)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error = %v; want it to contain %q", name, err, want)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	refused("a file", file, "cannot be created")
	refused("a folder in a file", filepath.Join(file, "x"), "cannot be created")
	refused("a folder that cannot be written", "/proc", "cannot be")

	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, sqlite.File), []byte(strings.Repeat("this is no database ", 500)), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	refused("a text file", folder, "cannot be read as a database")

	folder = t.TempDir()
	open(t, folder).Close()
	db := peek(t, folder)
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	db.Close()
	refused("a newer database", folder, "newer program")

	folder = t.TempDir()
	s := open(t, folder)
	for i := range 200 {
		e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", 5)
		if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
	}
	s.Close()
	path := filepath.Join(folder, sqlite.File)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	for i := 8192; i < len(data); i += 64 {
		data[i] ^= 0xff
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	refused("a damaged database", folder, "database")
}

// TestFailedChangeIsIsolated checks that a change that cannot be written does not affect other changes.
func TestFailedChangeIsIsolated(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	db := peek(t, folder)
	if _, err := db.Exec("CREATE TRIGGER no BEFORE INSERT ON events WHEN NEW.data LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'poisoned'); END"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	if _, err := db.Exec("CREATE TRIGGER never BEFORE INSERT ON events WHEN NEW.data LIKE '%plague%' BEGIN SELECT RAISE(ROLLBACK, 'plagued'); END"); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	var wg sync.WaitGroup
	var failed atomic.Int32
	for i := range 60 {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			events := append(storetest.Created(e), storetest.Moved("fine", 1))
			switch i % 10 {
			case 3:
				events[1].Move = "poison"
			case 7:
				events[1].Move = "plague" // makes the whole transaction fail
			}
			if err := s.Create(context.Background(), e, events); err != nil {
				failed.Add(1)
				if events[1].Move == "fine" {
					t.Errorf("game %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	if failed.Load() != 12 {
		t.Errorf("%d changes failed, want 12", failed.Load())
	}
	var games, events int
	if err := db.QueryRow("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").Scan(&games, &events); err != nil {
		t.Fatalf("Scan: %v", err)
	}
	if games != 48 || events != 96 {
		t.Errorf("%d games and %d events are saved, want 48 and 96", games, events)
	}
}

// TestCloseCommits closes a store while many callers wait. It checks that acknowledged changes are saved and
// rejected ones are not.
func TestCloseCommits(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	var wg sync.WaitGroup
	var mu sync.Mutex
	kept := map[string]bool{}
	for i := range 200 {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			err := s.Create(context.Background(), e, storetest.Created(e))
			if err != nil && !errors.Is(err, sqlite.ErrClosed) {
				t.Errorf("Create: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			kept[e.ID] = err == nil
		})
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	wg.Wait()
	s = open(t, folder)
	for id, want := range kept {
		if _, err := s.Load(t.Context(), id, 0); (err == nil) != want {
			t.Errorf("%s: acknowledged = %v, but Load returned %v", id, want, err)
		}
	}
}

// TestCheckpoints checks that the log is copied into the database while the store is
// open, not only when it closes.
func TestCheckpoints(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	size := func() int64 {
		info, err := os.Stat(filepath.Join(folder, sqlite.File))
		if err != nil {
			t.Fatalf("os.Stat: %v", err)
		}
		return info.Size()
	}
	before := size()
	var wg sync.WaitGroup
	for i := range 1200 {
		wg.Go(func() {
			e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
			if err := s.Create(context.Background(), e, storetest.Created(e)); err != nil {
				t.Errorf("Create: %v", err)
			}
		})
	}
	wg.Wait()
	for deadline := time.Now().Add(20 * time.Second); size() == before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("after 1,200 changes and 20 seconds the database has not grown")
		}
	}
}

// TestLogIsBounded writes while another program reads an old state, which prevents the log from restarting.
// It checks that the log stops growing at its bound, that writes and copies fail, and that both work again
// after the reader has ended.
func TestLogIsBounded(t *testing.T) {
	const most = 1 << 20
	folder := t.TempDir()
	defer sqlite.BoundLog(most/4, most/2, most)()
	s := open(t, folder)
	log := func() int64 {
		info, err := os.Stat(filepath.Join(folder, sqlite.File+"-wal"))
		if err != nil {
			t.Fatalf("os.Stat: %v", err)
		}
		return info.Size()
	}
	create := func(i int) error {
		e := storetest.Entry(fmt.Sprint("game", i), "anna", "bert", int64(i))
		return s.Create(t.Context(), e, storetest.Created(e))
	}
	if err := create(0); err != nil {
		t.Fatalf("Create: %v", err)
	}
	reader, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	defer reader.Close()
	held, err := reader.Begin()
	if err != nil {
		t.Fatalf("Begin: %v", err)
	}
	var games, before int
	if err := held.QueryRow("SELECT count(*) FROM games").Scan(&games); err != nil {
		t.Fatalf("Scan: %v", err)
	}
	for before = 1; err == nil && before < 10_000; before++ {
		err = create(before)
	}
	if !errors.Is(err, sqlite.ErrLogFull) {
		t.Fatalf("after %d games: error %v, log of %d bytes", before, err, log())
	}
	if got := log(); got < most || got > most+most/4 {
		t.Errorf("the log has %d bytes, want about %d", got, most)
	}
	if err := sqlite.Copy(t.Context(), folder, filepath.Join(t.TempDir(), "copy"), nil); !errors.Is(err, sqlite.ErrLogHeld) {
		t.Errorf("Copy: %v", err)
	}
	if err := held.Rollback(); err != nil {
		t.Fatalf("Rollback: %v", err)
	}
	for deadline := time.Now().Add(time.Minute); log() >= most/4; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("a minute later the log still has %d bytes", log())
		}
	}
	if err := create(before + 1); err != nil {
		t.Errorf("Create after the reader has ended: %v", err)
	}
}

// BenchmarkAppend measures the number of moves saved per second in 2,000 games.
func BenchmarkAppend(b *testing.B) {
	s := open(b, b.TempDir())
	const games = 2000
	entries := make([]room.Entry, games)
	have := make([]int, games)
	var wg sync.WaitGroup
	for i := range entries {
		entries[i] = storetest.Entry(fmt.Sprintf("game%08d", i*7919%games), fmt.Sprint("w", i), fmt.Sprint("b", i), int64(i))
		entries[i].Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		have[i] = 1
		wg.Go(func() {
			if err := s.Create(b.Context(), entries[i], storetest.Created(entries[i])); err != nil {
				b.Errorf("Create: %v", err)
			}
		})
	}
	wg.Wait()
	for _, together := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("waiting=", together), func(b *testing.B) {
			var next atomic.Int64
			var wg sync.WaitGroup
			b.ResetTimer()
			for w := range together {
				wg.Go(func() {
					for n := int64(0); next.Add(1) <= int64(b.N); n++ {
						// No two workers use the same game.
						i := (w + together*int(n)) % (games / together * together)
						if err := s.Append(context.Background(), entries[i], have[i], []game.Event{storetest.Moved("e2e4", n)}); err != nil {
							b.Errorf("Append: %v", err)
						}
						have[i]++
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}

// TestFilePermissions checks that other users of the machine cannot read the games,
// even in a folder that they can list.
func TestFilePermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file modes do not represent permissions on this system")
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatalf("os.Chmod: %v", err)
	}
	s, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	defer s.Close()
	files, err := os.ReadDir(folder)
	if err != nil || len(files) < 3 {
		t.Fatalf("os.ReadDir: %v: %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("f.Info: %s: %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
