package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/storetest"
)

// TestForgetDefinitions checks that a definition is deleted after its last game, once nobody has requested it
// for an hour.
func TestForgetDefinitions(t *testing.T) {
	folder, ctx := t.TempDir(), t.Context()
	s := open(t, folder)
	const most = 250
	for i := range most {
		if err := s.Define(ctx, room.Definition{Hash: fmt.Sprint("h", i), Text: "text"}, most); err != nil {
			t.Fatalf("Define: %v", err)
		}
	}
	for i, id := range []string{"first", "second"} { // two games with one definition, and one game with another
		e := storetest.Entry(id, "anna", "bert", 10)
		e.Variant = "mine#h7"
		if err := s.Create(ctx, e, storetest.Created(e)); err != nil {
			t.Fatal(i, err)
		}
	}
	e := storetest.Entry("third", "anna", "bert", 10)
	e.Variant = "mine#h8"
	if err := s.Create(ctx, e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	forget := func(want int) {
		t.Helper()
		if n, err := s.ForgetDefinitions(ctx); n != want || err != nil {
			t.Errorf("ForgetDefinitions = %d, %v; want %d", n, err, want)
		}
	}
	forget(0) // all definitions have just been requested
	if err := s.Define(ctx, room.Definition{Hash: "more", Text: "text"}, most); !errors.Is(err, room.ErrFull) {
		t.Errorf("Define beyond the limit: %v", err)
	}

	s.Close()
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE definitions SET wanted = ?", time.Now().Add(-2*time.Hour).UnixMilli()); err != nil {
		t.Fatalf("Exec: %v", err)
	}
	if _, err := db.Exec("DELETE FROM definitions WHERE hash = 'h7'"); err == nil || !strings.Contains(err.Error(), "a game is played") {
		t.Errorf("deleting a definition in use: %v", err)
	}
	if _, err := db.Exec("UPDATE definitions SET text = ''"); err == nil || !strings.Contains(err.Error(), "never changes") {
		t.Errorf("changing a definition: %v", err)
	}
	s = open(t, folder)
	if err := s.Define(ctx, room.Definition{Hash: "h9", Text: "text"}, most); err != nil { // as if a game were about to start
		t.Fatalf("Define: %v", err)
	}
	forget(most - 3)
	for _, hash := range []string{"h7", "h8", "h9"} {
		if _, err := s.Definition(ctx, hash); err != nil {
			t.Errorf("Definition: %s: %v", hash, err)
		}
	}
	if err := s.Delete(ctx, "first"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	forget(0)
	if err := s.Delete(ctx, "second"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	forget(1)
	if _, err := s.Definition(ctx, "h7"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("the definition of a deleted game: %v", err)
	}
}
