package backup_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/variant"
)

var find = variant.Builtin().Find

func open(t *testing.T, folder string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// shuffle is the sequence of moves that the games in these tests repeat.
var shuffle = []string{"g1f3", "g8f6", "f3g1", "f6g8"}

// begin starts a game and saves it.
func begin(t *testing.T, s *sqlite.Store, id string) *game.Game {
	t.Helper()
	g, events, err := game.Begin(find, game.Start{
		ID: id, Variant: "chess", Position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		White: game.Seat{Session: game.HashOf("anna"), Name: "Anna"}, Black: game.Seat{Session: game.HashOf("bert"), Name: "Bert"},
	}, 1000)
	if err == nil {
		err = s.Create(context.Background(), room.EntryOf(g), events)
	}
	if err != nil {
		t.Errorf("Create: %v", err)
	}
	return g
}

// move adds a move to a game and returns the game's number of events.
func move(t *testing.T, s *sqlite.Store, g *game.Game) int {
	t.Helper()
	e := game.Event{Type: game.Moved, At: 2000, Move: shuffle[g.Ply()%len(shuffle)]}
	had := g.Events()
	if err := g.Apply(e); err != nil {
		t.Errorf("Apply: %v", err)
	}
	if err := s.Append(context.Background(), room.EntryOf(g), had, []game.Event{e}); err != nil {
		t.Errorf("Append: %v", err)
	}
	return g.Events()
}

// counts records the number of acknowledged events per game.
type counts struct {
	mu sync.Mutex
	of map[string]int
}

func (c *counts) set(id string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[id] = n
}

func (c *counts) now() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.of)
}

// write plays games until the context is cancelled.
func write(ctx context.Context, t *testing.T, s *sqlite.Store, worker int, acknowledged *counts) {
	for n := 0; ctx.Err() == nil; n++ {
		id := fmt.Sprintf("game%dx%d", worker, n)
		g := begin(t, s, id)
		acknowledged.set(id, 1)
		for range 12 {
			acknowledged.set(id, move(t, s, g))
		}
	}
}

// TestBackupWhileWriting backs up a database during concurrent writes, and restores each backup. It checks
// that the backup contains all events acknowledged before it began, and that every game can be replayed.
func TestBackupWhileWriting(t *testing.T) {
	data, to := t.TempDir(), t.TempDir()
	s := open(t, data)
	acknowledged := &counts{of: map[string]int{}}
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() { write(ctx, t, s, i, acknowledged) })
	}
	defer writers.Wait()
	defer stop()
	for i := range 6 {
		before := acknowledged.now()
		file := filepath.Join(to, fmt.Sprint(i, ".db"))
		made, err := backup.Make(t.Context(), backup.Options{Data: data, To: file, Find: find, Sample: -1})
		if err != nil {
			t.Fatalf("backup.Make: %v", err)
		}
		if made.Folded != made.Games || made.Games < len(before) {
			t.Errorf("backup has %d games, want at least %d; %d replayed", made.Games, len(before), made.Folded)
		}
		restored := filepath.Join(to, fmt.Sprint("restored", i))
		if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: file, Data: restored, Find: find, Sample: -1}); err != nil {
			t.Fatalf("backup.Restore: %v", err)
		}
		again := open(t, restored)
		for id, n := range before {
			if events, err := again.Load(t.Context(), id, 0); err != nil || len(events) < n {
				t.Fatalf("%s: %d events were acknowledged, the backup has %d, error %v", id, n, len(events), err)
			}
		}
		move(t, again, begin(t, again, "afterwards"))
		if err := again.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
}

// filled creates a folder with a database of one game.
func filled(t *testing.T, id string) string {
	t.Helper()
	folder := t.TempDir()
	s := open(t, folder)
	move(t, s, begin(t, s, id))
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return folder
}

func has(t *testing.T, folder, id string) bool {
	t.Helper()
	s := open(t, folder)
	defer s.Close()
	_, err := s.Load(t.Context(), id, 0)
	return err == nil
}

// TestRestoreErrors checks that a database that is in use or already exists is not changed, and that a
// replaced database is preserved.
func TestRestoreErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.db")
	if _, err := backup.Make(t.Context(), backup.Options{Data: filled(t, "one"), To: file, Find: find}); err != nil {
		t.Fatalf("backup.Make: %v", err)
	}
	if _, err := backup.Make(t.Context(), backup.Options{Data: filled(t, "one"), To: file, Find: find}); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("Make over an existing file: %v", err)
	}
	if _, err := backup.Make(t.Context(), backup.Options{Data: t.TempDir(), To: file + "2", Find: find}); err == nil || !strings.Contains(err.Error(), "no database in") {
		t.Errorf("Make of an empty folder: %v", err)
	}
	data := filled(t, "two")
	o := backup.RestoreOptions{File: file, Data: data, Find: find, Sample: -1}
	if _, err := backup.Restore(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("Restore over a database: %v", err)
	}
	o.Force = true
	s := open(t, data)
	if _, err := backup.Restore(t.Context(), o); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("Restore over a database in use: %v", err)
	}
	s.Close()
	if !has(t, data, "two") {
		t.Fatal("a rejected restore changed the database")
	}
	r, err := backup.Restore(t.Context(), o)
	if err != nil || r.Games != 1 || r.Events != 2 || r.Folded != 1 {
		t.Fatalf("backup.Restore: %+v, %v", r, err)
	}
	if !has(t, data, "one") || has(t, data, "two") {
		t.Error("the backup did not replace the database")
	}
	old := t.TempDir()
	if err := os.Rename(r.Before, filepath.Join(old, sqlite.File)); err != nil || !has(t, old, "two") {
		t.Errorf("the previous database is lost: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(data, ".tain-*")); len(left) > 0 {
		t.Errorf("leftover files: %v", left)
	}
}

// TestRestoreAfterKill replaces the database of a killed server. The old log is preserved with the old
// database, and is not applied to the backup.
func TestRestoreAfterKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.db")
	if _, err := backup.Make(t.Context(), backup.Options{Data: filled(t, "one"), To: file, Find: find}); err != nil {
		t.Fatalf("backup.Make: %v", err)
	}
	living, killed := t.TempDir(), t.TempDir()
	s := open(t, living)
	move(t, s, begin(t, s, "two"))
	for _, name := range []string{sqlite.File, sqlite.File + "-wal"} { // no concurrent writes
		data, err := os.ReadFile(filepath.Join(living, name))
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		if err := os.WriteFile(filepath.Join(killed, name), data, 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	r, err := backup.Restore(t.Context(), backup.RestoreOptions{File: file, Data: killed, Find: find, Force: true})
	if err != nil {
		t.Fatalf("backup.Restore: %v", err)
	}
	if !has(t, killed, "one") || has(t, killed, "two") {
		t.Error("the old log was applied to the backup")
	}
	old := t.TempDir()
	if err := os.Rename(r.Before, filepath.Join(old, sqlite.File)); err != nil || !has(t, old, "two") {
		t.Errorf("the content of the old log is lost: %v", err)
	}
}

// TestRestoreDamaged damages a backup in several ways. It is never restored, and the database stays unchanged.
func TestRestoreDamaged(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	source := t.TempDir()
	s := open(t, source)
	for i := range 50 {
		g := begin(t, s, fmt.Sprint("game", i))
		for range 12 {
			move(t, s, g)
		}
	}
	s.Close()
	if _, err := backup.Make(t.Context(), backup.Options{Data: source, To: whole, Find: find}); err != nil {
		t.Fatalf("backup.Make: %v", err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	data := filled(t, "present")
	for name, damaged := range map[string][]byte{
		"empty": {}, "cut": text[:len(text)/2], "short": text[:len(text)-1], "no database": []byte("hello"),
		"overwritten": append(append(slices.Clone(text[:8192]), bytes.Repeat([]byte{0xA5}, 4096)...), text[12288:]...),
		"a move":      bytes.ReplaceAll(text, []byte(`"move":"g8f6"`), []byte(`"move":"g8f9"`)),
	} {
		file := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: file, Data: data, Find: find, Force: true, Sample: -1}); err == nil {
			t.Fatalf("Restore of a damaged backup (%s) succeeded", name)
		}
	}
	if !has(t, data, "present") {
		t.Error("the database has changed")
	}
	if left, _ := filepath.Glob(filepath.Join(data, "*")); len(left) != 3 {
		t.Errorf("leftover files: %v", left)
	}
}

// TestEncrypted checks that an encrypted backup can only be opened with its key, and contains no plain text.
func TestEncrypted(t *testing.T) {
	folder, data := t.TempDir(), filled(t, "one")
	keyFile := filepath.Join(folder, "key")
	recipient, err := backup.MakeKey(keyFile)
	if err != nil {
		t.Fatalf("backup.MakeKey: %v", err)
	}
	if _, err := backup.MakeKey(keyFile); err == nil {
		t.Error("a key was overwritten")
	}
	public, err := backup.ReadKey(recipient)
	if err != nil {
		t.Fatalf("backup.ReadKey: %v", err)
	}
	made, err := backup.Make(t.Context(), backup.Options{Data: data, To: folder, Key: public, Find: find})
	if err != nil || !made.Encrypted || !strings.HasSuffix(made.File, ".db.age") {
		t.Fatalf("backup.Make: %+v, %v", made, err)
	}
	text, err := os.ReadFile(made.File)
	if err != nil || bytes.Contains(text, []byte("Anna")) || bytes.Contains(text, []byte("SQLite")) {
		t.Errorf("the backup can be read without the key: %v", err)
	}
	for _, place := range []string{folder, data} {
		if left, _ := filepath.Glob(filepath.Join(place, ".tain-*")); len(left) > 0 {
			t.Errorf("leftover files: %v", left)
		}
	}
	identity, err := backup.ReadKey(keyFile)
	if err != nil {
		t.Fatalf("backup.ReadKey: %v", err)
	}
	otherFile := filepath.Join(folder, "other")
	if _, err := backup.MakeKey(otherFile); err != nil {
		t.Fatalf("backup.MakeKey: %v", err)
	}
	other, err := backup.ReadKey(otherFile)
	if err != nil {
		t.Fatalf("backup.ReadKey: %v", err)
	}
	for want, key := range map[string]*backup.Key{"give its identity file": public, "a different key": other, "is encrypted": nil} {
		if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: made.File, Data: t.TempDir(), Key: key, Find: find}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	to := t.TempDir()
	if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: made.File, Data: to, Key: identity, Find: find}); err != nil || !has(t, to, "one") {
		t.Errorf("with its key: %v", err)
	}
	changed := slices.Clone(text)
	changed[len(changed)/2] ^= 1
	if err := os.WriteFile(made.File, changed, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: made.File, Data: t.TempDir(), Key: identity, Find: find}); err == nil {
		t.Error("Restore of a changed backup succeeded")
	}
}

// TestSchedule checks that a backup is created if one is due, that old ones are then deleted, and that other
// files in the folder are not deleted.
func TestSchedule(t *testing.T) {
	data, to := filled(t, "one"), t.TempDir()
	for _, name := range []string{"tain-20200101T000000Z.db", "tain-20200102T000000Z.db.age", "notes.txt", "tain-2020.db", "tain.db"} {
		if err := os.WriteFile(filepath.Join(to, name), nil, 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	s := &backup.Schedule{
		Options: backup.Options{Data: data, To: to, Find: find, Sample: -1},
		Every:   time.Hour, Keep: 7 * 24 * time.Hour, Log: slog.New(slog.DiscardHandler),
	}
	if err := s.Prepare(); err != nil {
		t.Fatalf("Prepare: %v", err)
	}
	if got := s.Last().UTC().Format("2006-01-02"); got != "2020-01-02" {
		t.Errorf("the newest backup is from %s", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	var made []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if made, _ = filepath.Glob(filepath.Join(to, "tain-20*Z.db*")); len(made) == 1 && !strings.Contains(made[0], "tain-2020") {
			break
		}
	}
	stop()
	<-ended
	entries, err := os.ReadDir(to)
	if err != nil || len(entries) != 4 || len(made) != 1 {
		t.Fatalf("folder contents = %v, %v", entries, err)
	}
	restored := t.TempDir()
	if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: made[0], Data: restored, Find: find}); err != nil || !has(t, restored, "one") {
		t.Errorf("restoring the newest backup: %v", err)
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add("# a comment\nage1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\n")
	f.Add("AGE-SECRET-KEY-1")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if k, err := backup.ParseKey(text); (k == nil) == (err == nil) {
			t.Errorf("backup.ParseKey: %q: %v, %v", text, k, err)
		}
	})
}
