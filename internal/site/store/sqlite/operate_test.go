package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/internal/test/storetest"
)

// TestMigratesPersons opens a database of the first version. It checks that the events no longer contain
// personal data and are otherwise unchanged.
func TestMigratesPersons(t *testing.T) {
	folder := t.TempDir()
	writeOld(t, folder)
	s := open(t, folder)
	anna := game.Hash(bytes.Repeat([]byte{0xab}, 32))
	for _, g := range oldGames {
		events, err := s.Load(t.Context(), g.id, 0)
		if err != nil || events[0].Start.White != (game.Seat{Session: anna, Name: "Anna"}) || events[0].Start.Black.Session == (game.Hash{}) {
			t.Errorf("Load: %s: %+v, %v", g.id, events[0].Start, err)
		}
	}
	if list, err := s.BySession(t.Context(), anna, 100); err != nil || len(list) != len(oldGames) || list[0].White.Name != "Anna" {
		t.Errorf("Anna's games: %+v, %v", list, err)
	}
	s.Close()
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	defer db.Close()
	var told int
	if err := db.QueryRow(`SELECT (SELECT count(*) FROM events WHERE data LIKE '%Anna%' OR data LIKE '%browser%') + (SELECT count(*) FROM games WHERE entry LIKE '%Anna%' OR entry LIKE '%browser%')`).Scan(&told); err != nil || told != 0 {
		t.Errorf("%d rows contain a person's name, error %v", told, err)
	}
	if _, err := db.Exec("DELETE FROM events"); err == nil || !strings.Contains(err.Error(), "only ever added") {
		t.Errorf("events can be deleted: %v", err)
	}
}

// TestErase erases a person. It checks that the files contain neither the name nor the hash, and that the
// games are otherwise unchanged and cannot be linked. It also checks that a room that has the game in memory
// does not restore the person.
func TestErase(t *testing.T) {
	folder := t.TempDir()
	s, ctx := open(t, folder), t.Context()
	storetest.Fill(t, s)
	anna := game.HashOf("anna")
	if _, err := s.Rename(ctx, anna, "Xanthippe"); err != nil {
		t.Fatalf("Rename: %v", err)
	}
	if events, _ := s.Load(ctx, "two", 0); events[0].Start.Black.Name != "Xanthippe" || events[0].Start.White.Name != "cora" {
		t.Errorf("start event after the renaming = %+v", events[0].Start)
	}
	if err := s.CreateStudy(ctx, studies.Study{ID: "hers", Owner: anna, Version: 1}, studies.Bounds{Person: 1, All: 1}); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	if err := s.Subscribe(ctx, store.Subscription{Endpoint: "https://push.example.org/hers", Person: anna, Key: []byte{4}, Auth: []byte{1}}, 1, 1); err != nil {
		t.Fatalf("Subscribe: %v", err)
	}
	ids, err := s.Erase(ctx, anna)
	if _, there := s.Study(ctx, "hers"); !errors.Is(there, studies.ErrNotFound) {
		t.Errorf("the study of an erased person: %v", there)
	}
	if list, failed := s.Subscriptions(ctx, anna); failed != nil || len(list) != 0 {
		t.Errorf("the subscriptions of an erased person: %v, %v", list, failed)
	}
	if err != nil || len(ids) != 3 {
		t.Fatalf("Erase: %v, %v", ids, err)
	}
	var hashes []game.Hash
	for _, id := range []string{"one", "self"} {
		events, err := s.Load(ctx, id, 0)
		if err != nil || len(events) != 2 || events[0].Start.White.Name != "" || events[0].Start.White.Free() {
			t.Errorf("Load: %s: %+v, %v", id, events, err)
		}
		hashes = append(hashes, events[0].Start.White.Session)
	}
	if self, _ := s.Load(ctx, "self", 0); self[0].Start.White.Session != self[0].Start.Black.Session {
		t.Error("a person who played both sides no longer does")
	}
	if hashes[0] == hashes[1] || hashes[0] == anna {
		t.Error("two games of an erased person have the same hash")
	}
	late := storetest.Entry("one", "anna", "bert", 10)
	if err := s.Append(ctx, late, 2, []game.Event{storetest.Moved("e7e5", 60)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if list, err := s.BySession(ctx, anna, 10); err != nil || len(list) != 0 {
		t.Errorf("Anna was restored: %+v, %v", list, err)
	}
	for _, name := range []string{sqlite.File, sqlite.File + "-wal"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		for _, secret := range [][]byte{anna[:], []byte("anna"), []byte("Xanthippe")} {
			if bytes.Contains(data, secret) {
				t.Errorf("%s still contains %q", name, secret)
			}
		}
	}
}
