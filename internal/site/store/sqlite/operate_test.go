package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/store/storetest"
)

// TestMigratesPersons opens a database of the first version: its events name
// nobody any more, and tell the same as before.
func TestMigratesPersons(t *testing.T) {
	folder := t.TempDir()
	writeOld(t, folder)
	s := open(t, folder)
	anna := game.Hash(bytes.Repeat([]byte{0xab}, 32))
	for _, g := range oldGames {
		events, err := s.Load(t.Context(), g.id, 0)
		if err != nil || events[0].Start.White != (game.Seat{Session: anna, Name: "Anna"}) || events[0].Start.Black.Session == (game.Hash{}) {
			t.Errorf("%s: %+v, %v", g.id, events[0].Start, err)
		}
	}
	if list, err := s.BySession(t.Context(), anna, 100); err != nil || len(list) != len(oldGames) || list[0].White.Name != "Anna" {
		t.Errorf("Anna's games: %+v, %v", list, err)
	}
	s.Close()
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var told int
	if err := db.QueryRow(`SELECT (SELECT count(*) FROM events WHERE data LIKE '%Anna%' OR data LIKE '%browser%') + (SELECT count(*) FROM games WHERE entry LIKE '%Anna%' OR entry LIKE '%browser%')`).Scan(&told); err != nil || told != 0 {
		t.Errorf("%d rows name somebody, %v", told, err)
	}
	if _, err := db.Exec("DELETE FROM events"); err == nil || !strings.Contains(err.Error(), "only ever added") {
		t.Errorf("events can be deleted: %v", err)
	}
}

// games makes a store with games of Anna and others.
func games(t *testing.T, folder string) *sqlite.Store {
	t.Helper()
	s := open(t, folder)
	for _, e := range []room.Entry{
		storetest.Entry("one", "anna", "bert", 10), storetest.Entry("two", "cora", "anna", 20), storetest.Entry("self", "anna", "anna", 30), storetest.Entry("other", "bert", "cora", 40),
	} {
		if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), e, 1, []game.Event{storetest.Moved("e2e4", 50)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestErase forgets a person: no byte of the files has the name or the hash,
// the games are as they were, nothing ties them together, and a room that has
// the game in memory does not bring the person back.
func TestErase(t *testing.T) {
	folder := t.TempDir()
	s, ctx := games(t, folder), t.Context()
	anna := game.HashOf("anna")
	if _, err := s.Rename(ctx, anna, "Xanthippe"); err != nil {
		t.Fatal(err)
	}
	if events, _ := s.Load(ctx, "two", 0); events[0].Start.Black.Name != "Xanthippe" || events[0].Start.White.Name != "cora" {
		t.Errorf("renamed to %+v", events[0].Start)
	}
	if err := s.CreateStudy(ctx, shelf.Study{ID: "hers", Owner: anna, Version: 1}, shelf.Bounds{Person: 1, All: 1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Subscribe(ctx, push.Subscription{Endpoint: "https://push.example.org/hers", Person: anna, Key: []byte{4}, Auth: []byte{1}}, 1, 1); err != nil {
		t.Fatal(err)
	}
	ids, err := s.Erase(ctx, anna)
	if _, there := s.Study(ctx, "hers"); !errors.Is(there, shelf.ErrNotFound) {
		t.Errorf("her study is still there: %v", there)
	}
	if list, failed := s.Subscriptions(ctx, anna); failed != nil || len(list) != 0 {
		t.Errorf("her browsers are still told: %v, %v", list, failed)
	}
	if err != nil || len(ids) != 3 {
		t.Fatalf("%v, %v", ids, err)
	}
	var hashes []game.Hash
	for _, id := range []string{"one", "self"} {
		events, err := s.Load(ctx, id, 0)
		if err != nil || len(events) != 2 || events[0].Start.White.Name != "" || events[0].Start.White.Free() {
			t.Errorf("%s: %+v, %v", id, events, err)
		}
		hashes = append(hashes, events[0].Start.White.Session)
	}
	if self, _ := s.Load(ctx, "self", 0); self[0].Start.White.Session != self[0].Start.Black.Session {
		t.Error("who played both sides no longer does")
	}
	if hashes[0] == hashes[1] || hashes[0] == anna {
		t.Error("two games of an erased person can be told to be of the same")
	}
	late := storetest.Entry("one", "anna", "bert", 10)
	if err := s.Append(ctx, late, 2, []game.Event{storetest.Moved("e7e5", 60)}); err != nil {
		t.Fatal(err)
	}
	if list, err := s.BySession(ctx, anna, 10); err != nil || len(list) != 0 {
		t.Errorf("Anna is back: %+v, %v", list, err)
	}
	for _, name := range []string{sqlite.File, sqlite.File + "-wal"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range [][]byte{anna[:], []byte("anna"), []byte("Xanthippe")} {
			if bytes.Contains(data, secret) {
				t.Errorf("%s still has %q", name, secret)
			}
		}
	}
}

// TestDelete deletes a game and leaves the others.
func TestDelete(t *testing.T) {
	s, ctx := games(t, t.TempDir()), t.Context()
	if err := s.Delete(ctx, "one"); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, "one"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("twice: %v", err)
	}
	if _, err := s.Load(ctx, "one", 0); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
	e := storetest.Entry("one", "anna", "bert", 10)
	if err := s.Append(ctx, e, 2, []game.Event{storetest.Moved("e7e5", 60)}); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("it goes on: %v", err)
	}
	if err := s.Create(ctx, e, storetest.Created(e)); err != nil {
		t.Errorf("its name cannot be used again: %v", err)
	}
	if events, err := s.Load(ctx, "two", 0); err != nil || len(events) != 2 {
		t.Errorf("another game: %v, %v", events, err)
	}
}

// TestList finds games by what an operator asks for, and sizes add up.
func TestList(t *testing.T) {
	s, ctx := games(t, t.TempDir()), t.Context()
	over := storetest.Entry("other", "bert", "cora", 40)
	over.Running, over.Updated = false, 90
	if err := s.Append(ctx, over, 2, []game.Event{game.Stop(90)}); err != nil {
		t.Fatal(err)
	}
	ids := func(f sqlite.Filter) (text string) {
		t.Helper()
		list, err := s.List(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			text += e.ID + " "
		}
		return text
	}
	for want, f := range map[string]sqlite.Filter{
		"other self two one ": {}, "other ": {Ended: true}, "self two one ": {Running: true}, "other self ": {Limit: 2},
		"self two one  ": {Player: game.HashOf("anna"), Limit: 9}, "one ": {Before: 15}, "": {Ended: true, Before: 90},
	} {
		if got := ids(f); got != strings.ReplaceAll(want, "  ", " ") {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
	if err := s.Anonymise(ctx, "other"); err != nil {
		t.Fatal(err)
	}
	if got := ids(sqlite.Filter{Ended: true, Named: true}); got != "" {
		t.Errorf("named after all were anonymised: %q", got)
	}
	z, err := s.Sizes(ctx, 14)
	if err != nil || z.Games != 4 || z.Running != 3 || z.Events != 9 || z.Database == 0 || len(z.Tables) < 5 {
		t.Errorf("%+v, %v", z, err)
	}
	ban := sqlite.Ban{Subject: "192.0.2.0/24", Reason: "why", Created: 5, Until: 9}
	if err := s.Ban(ctx, ban); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Bans(ctx); err != nil || !reflect.DeepEqual(all, []sqlite.Ban{ban}) {
		t.Errorf("%+v, %v", all, err)
	}
}
