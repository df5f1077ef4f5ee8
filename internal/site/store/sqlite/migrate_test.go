package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/disk"
	"github.com/tainchess/tain/variant"
)

const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// oldGame is a game in the format of the first version.
type oldGame struct {
	id     string
	events []string // all events except the first
	entry  string   // fields that differ between games
	want   *game.Result
}

var oldGames = []oldGame{
	{"resigned2222", []string{`{"type":"resigned","at":1000,"side":"white"}`},
		`"turn":"white","ply":0,"result":{"result":"0-1","reason":"resignation","sentence":"White resigned: Black wins"}`,
		&game.Result{Result: "0-1", Reason: "resignation", Side: game.White}},
	{"aborted22222", []string{`{"type":"aborted","at":1000,"side":"black"}`},
		`"turn":"white","ply":0,"result":{"result":"","reason":"aborted","sentence":"Black aborted the game"}`,
		&game.Result{Reason: "aborted", Side: game.Black}},
	{"lapsed222222", []string{`{"type":"aborted","at":1000}`},
		`"turn":"white","ply":0,"result":{"result":"","reason":"aborted","sentence":"the game was aborted: nobody continued it"}`,
		&game.Result{Reason: "aborted"}},
	{"agreed222222", []string{`{"type":"agreed","at":1000}`},
		`"turn":"white","ply":0,"result":{"result":"1/2-1/2","reason":"agreement","sentence":"draw by agreement"}`,
		&game.Result{Result: "1/2-1/2", Reason: "agreement"}},
	{"mated2222222", []string{
		`{"type":"move","at":1000,"move":"f2f3"}`, `{"type":"move","at":1000,"move":"e7e5"}`,
		`{"type":"move","at":1000,"move":"g2g4"}`, `{"type":"move","at":1000,"move":"d8h4"}`},
		`"turn":"white","ply":4,"result":{"result":"0-1","reason":"checkmate","sentence":"checkmate: Black wins"}`,
		&game.Result{Result: "0-1", Reason: "checkmate", Side: game.White}},
	{"running22222", []string{`{"type":"move","at":1000,"move":"e2e4"}`},
		`"running":true,"deadline":86401000,"turn":"black","ply":1`, nil},
}

// writeOld creates a database in the format of the first version.
func writeOld(t *testing.T, folder string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	defer db.Close()
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
	if err != nil {
		t.Fatalf("NewProvider: %v", err)
	}
	if _, err := steps.UpTo(t.Context(), 1); err != nil {
		t.Fatalf("UpTo: %v", err)
	}
	seats := `"white":{"browser":"` + strings.Repeat("ab", 32) + `","name":"Anna"},"black":{"browser":"` + strings.Repeat("cd", 32) + `"}`
	for _, g := range oldGames {
		start := `{"type":"created","at":1000,"start":{"id":"` + g.id + `","variant":"chess","position":"` + chessStart + `",` +
			`"control":{"initial":60000},` + seats + `}}`
		entry := `{"id":"` + g.id + `","variant":"chess",` + seats + `,"control":{"initial":60000},` + g.entry + `,"position":"somewhere","created":1000,"updated":1000}`
		if _, err := db.Exec("INSERT INTO games (id, events, open, running, created, updated, entry) VALUES (?, ?, 0, ?, 1000, 1000, ?)",
			g.id, len(g.events)+1, g.want == nil, entry); err != nil {
			t.Fatalf("Exec: %v", err)
		}
		for i, e := range append([]string{start}, g.events...) {
			if _, err := db.Exec("INSERT INTO events (game, seq, data) VALUES (?, ?, ?)", g.id, i, e); err != nil {
				t.Fatalf("Exec: %v", err)
			}
		}
	}
}

// TestMigrates opens a database of the first version. It checks that results become codes that match the
// events, that no prose remains, and that deadlines are found.
func TestMigrates(t *testing.T) {
	folder := t.TempDir()
	writeOld(t, folder)
	s := open(t, folder)
	for _, g := range oldGames {
		events, err := s.Load(t.Context(), g.id, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		folded, err := game.Fold(variant.Builtin().Find, events)
		if err != nil {
			t.Fatalf("game.Fold: %v", err)
		}
		if got := folded.Result(); (got == nil) != (g.want == nil) || got != nil && *got != *g.want {
			t.Errorf("%s: result according to its events = %+v, want %+v", g.id, got, g.want)
		}
	}
	due, err := s.Due(t.Context(), math.MaxInt64, 10)
	if err != nil || len(due) != 1 || due[0].ID != "running22222" {
		t.Errorf("due: %+v, %v", due, err)
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatalf("sql.Open: %v", err)
	}
	defer db.Close()
	var prose int
	if err := db.QueryRow("SELECT count(*) FROM games WHERE entry LIKE '%sentence%' OR entry LIKE '%wins%'").Scan(&prose); err != nil || prose != 0 {
		t.Errorf("%d entries contain prose, error %v", prose, err)
	}
	for _, g := range oldGames {
		var result, reason, side sql.NullString
		if err := db.QueryRow("SELECT json_extract(entry, '$.result.result'), json_extract(entry, '$.result.reason'), json_extract(entry, '$.result.side') FROM games WHERE id = ?", g.id).
			Scan(&result, &reason, &side); err != nil {
			t.Fatalf("Scan: %v", err)
		}
		if g.want == nil {
			if reason.Valid {
				t.Errorf("%s: reason = %s", g.id, reason.String)
			}
			continue
		}
		if got := (game.Result{Result: g.want.Result, Reason: g.want.Reason, Side: game.Side(side.String)}); got != *g.want || result.String != string(g.want.Result) || reason.String != string(g.want.Reason) {
			t.Errorf("%s: %v %v %v, want %+v", g.id, result, reason, side, g.want)
		}
	}
}

// TestCopyBeforeUpgrade upgrades a database of the first version. It checks that the log names a copy that
// has the old version and all games, and that copies made before earlier upgrades are deleted. Opening the
// database again, or creating a new one, makes no copy.
func TestCopyBeforeUpgrade(t *testing.T) {
	folder := t.TempDir()
	writeOld(t, folder)
	stale := filepath.Join(folder, "tain-before-v1.db")
	if err := os.WriteFile(stale, nil, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	logged := func(folder string) string {
		var log bytes.Buffer
		s, err := sqlite.OpenLogged(t.Context(), folder, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatalf("sqlite.OpenLogged: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
		return log.String()
	}
	log := logged(folder)
	copies, _ := filepath.Glob(filepath.Join(folder, "tain-before-v*"))
	if len(copies) != 1 || copies[0] == stale || !strings.Contains(log, copies[0]) {
		t.Fatalf("copies %v, log %q", copies, log)
	}
	v, err := sqlite.View(t.Context(), copies[0])
	if err != nil {
		t.Fatalf("sqlite.View: %v", err)
	}
	defer v.Close()
	if games, _, err := v.Check(t.Context()); err != nil || games != len(oldGames) || v.Version != 1 {
		t.Errorf("the copy has version %d and %d games: %v", v.Version, games, err)
	}
	if log := logged(folder); log != "" {
		t.Errorf("second start: %q", log)
	}
	if log := logged(t.TempDir()); log != "" {
		t.Errorf("new database: %q", log)
	}
}

// TestNoUpgradeWithoutCopy tries to upgrade a database that cannot be copied, because a folder has the name
// of the copy or because the disk is full. It checks that the database stays unchanged.
func TestNoUpgradeWithoutCopy(t *testing.T) {
	for name, fill := range map[string]func(t *testing.T, folder string){
		"name taken": func(t *testing.T, folder string) {
			v, err := sqlite.View(t.Context(), filepath.Join(folder, sqlite.File))
			if err != nil {
				t.Fatalf("sqlite.View: %v", err)
			}
			defer v.Close()
			if err := os.MkdirAll(filepath.Join(folder, fmt.Sprintf("tain-before-v%d.db", v.Known), "x"), 0o700); err != nil {
				t.Fatalf("os.MkdirAll: %v", err)
			}
		},
		"disk full": func(t *testing.T, folder string) {
			w, err := disk.Watch(folder)
			if err != nil {
				t.Fatalf("disk.Watch: %v", err)
			}
			t.Cleanup(w.Stop)
			w.Fail(func(c disk.Call, name string) disk.Fault {
				if c == disk.Write && strings.Contains(name, "tain-before-") {
					return disk.Full
				}
				return 0
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			writeOld(t, folder)
			fill(t, folder)
			if s, err := sqlite.Open(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "cannot be copied first") {
				if err == nil {
					s.Close()
				}
				t.Fatalf("sqlite.Open: %v", err)
			}
			v, err := sqlite.View(t.Context(), filepath.Join(folder, sqlite.File))
			if err != nil {
				t.Fatalf("sqlite.View: %v", err)
			}
			defer v.Close()
			if v.Version != 1 {
				t.Errorf("upgraded to version %d", v.Version)
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "*.part")); len(left) > 0 {
				t.Errorf("leftover files: %v", left)
			}
		})
	}
}

// TestMigratedGame checks that a hub shows a game of the first version with its result.
func TestMigratedGame(t *testing.T) {
	folder := t.TempDir()
	writeOld(t, folder)
	s := open(t, folder)
	hub, err := hub.New(t.Context(), s, hub.Options{Options: room.Options{Rules: variant.Builtin()}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	defer hub.Close(t.Context())
	shot, err := hub.Snapshot(t.Context(), room.Session{}, "mated2222222")
	if err != nil || shot.Result == nil || shot.Result.String() != "checkmate: Black wins" {
		t.Errorf("hub.Snapshot: %+v, %v", shot.Result, err)
	}
}
