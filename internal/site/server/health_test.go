package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/disk"
	"github.com/tainchess/tain/variant"
)

// full is a store that can simulate a full disk.
type full struct {
	room.Store
	full    atomic.Bool
	commits atomic.Int64
}

func (f *full) Pulse(ctx context.Context, at int64) error {
	f.commits.Add(1)
	if f.full.Load() {
		return errors.New("sqlite: database or disk is full (13)")
	}
	return f.Store.Pulse(ctx, at)
}

// TestReadyWithFullDisk fills a server's disk. It checks that the server is alive but not ready, reports the
// reason, and becomes ready again once there is space.
func TestReadyWithFullDisk(t *testing.T) {
	t.Parallel()
	store := &full{Store: memory.New()}
	s := open(t, store)
	me := s.somebody()
	for _, path := range []string{"/livez", "/readyz"} {
		if got := me.want(200, "GET", path, "", nil); string(got.body) != "ok\n" {
			t.Errorf("GET: %s: %s", path, got.body)
		}
	}
	store.full.Store(true)
	waitFor(t, func() bool { return me.ask("GET", "/readyz", "").StatusCode == 503 })
	if said := me.refused(503, "not-ready", "GET", "/readyz", ""); said != "games cannot be saved: sqlite: database or disk is full (13)" {
		t.Errorf("/readyz with a full disk: got %q", said)
	}
	me.want(200, "GET", "/livez", "", nil)
	store.full.Store(false)
	waitFor(t, func() bool { return me.ask("GET", "/readyz", "").StatusCode == 200 })
}

// TestCreateWithFullDisk creates a game, a game with a definition and a study on a full disk, and joins a
// game. It checks that each request fails with status 503 and a reason, that no data is partly written, and
// that the same requests succeed when there is space.
func TestCreateWithFullDisk(t *testing.T) {
	folder := t.TempDir()
	watcher, err := disk.Watch(folder)
	if err != nil {
		t.Fatalf("disk.Watch: %v", err)
	}
	defer watcher.Stop()
	saved, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	t.Cleanup(func() { saved.Close() })
	s := open(t, saved)
	anna, bert := s.somebody(), s.somebody()
	var made wire.OneGame
	anna.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"open"}`, &made)
	changes := []struct {
		who          *asker
		status       int
		method, path string
		body         string
		unsaved      string // what the message says was not saved
	}{
		{anna, 201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"friend"}`, "create a game"},
		{anna, 201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"computer","level":1}`, "create a game"},
		{anna, 201, "POST", "/api/v1/games", byDefinition(numbered(1), "self"), "save the rule set"},
		{anna, 201, "POST", "/api/v1/studies", `{"pgn":"[Event \"A study\"]\n\n1. e4 *"}`, "save the study"},
		{bert, 200, "POST", "/api/v1/games/" + made.Game.ID + "/join", `{}`, "save the game"},
	}
	rows := func() [3]int {
		z, err := saved.Sizes(t.Context(), 1)
		if err != nil {
			t.Fatalf("Sizes: %v", err)
		}
		return [...]int{z.Games, z.Events, z.Definitions}
	}
	before := rows()
	watcher.Fail(func(c disk.Call, _ string) disk.Fault {
		if c == disk.Write {
			return disk.Full
		}
		return 0
	})
	for _, c := range changes {
		r := c.who.ask(c.method, c.path, c.body)
		var why wire.Failed
		if err := json.Unmarshal(r.body, &why); err != nil || r.StatusCode != 503 || why.Error.Code != "store" || r.Header.Get("Retry-After") == "" ||
			!strings.Contains(why.Error.Message, "the server could not "+c.unsaved+";") {
			t.Errorf("%s %s: %d %s (%v)", c.path, c.body, r.StatusCode, r.body, err)
		}
	}
	if after := rows(); after != before {
		t.Errorf("games, events and definitions on a full disk: %v, before: %v", after, before)
	}
	watcher.Fail(nil)
	for _, c := range changes {
		c.who.want(c.status, c.method, c.path, c.body, nil)
	}
}

// TestReadinessIsLimited checks that the number of commits does not grow with the number of readiness checks.
func TestReadinessIsLimited(t *testing.T) {
	store := &full{Store: memory.New()}
	s := open(t, store, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress() }))
	me := s.somebody()
	began := time.Now()
	const asked = 500
	for range asked {
		me.want(200, "GET", "/readyz", "", nil)
	}
	// The limit is four commits per second, plus the hub's own commits.
	if most := int64(time.Since(began)/(250*time.Millisecond)) + 3; store.commits.Load() > most {
		t.Errorf("%d commits for %d readiness checks", store.commits.Load(), asked)
	}
}

// whole is a bus that is connected to all nodes.
type whole struct{}

func (whole) Ready() error { return nil }
func (whole) Lost() int64  { return 0 }

// TestReadinessWhenLeaving makes a node leave its cluster. It checks that the node is no longer ready, and
// that a proxy can request a status that distinguishes a leaving node from a hung one, in order to keep
// existing sockets.
func TestReadinessWhenLeaving(t *testing.T) {
	s := open(t, nil, func(o *server.Options, _ *hub.Options) { o.Bus = whole{} })
	me := s.somebody()
	me.want(200, "GET", "/readyz", "", nil)
	me.want(200, "GET", "/readyz?leaving=404", "", nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(ctx, l) }()
	stop()
	waitFor(t, func() bool { return me.ask("GET", "/readyz", "").StatusCode == 503 })
	for path, status := range map[string]int{"/readyz": 503, "/readyz?leaving=503": 503, "/readyz?leaving=404": 404} {
		me.want(status, "GET", path, "", nil)
	}
	if got := me.ask("GET", "/readyz?leaving=404", ""); string(got.body) != "this node is leaving\n" {
		t.Errorf("error = %q", got.body)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// longStore returns a store with a game of about the given length, at most 168 plies, and the game's
// identifier.
func longStore(t *testing.T, plies int) (room.Store, string) {
	t.Helper()
	store := memory.New()
	hub := open(t, store)
	_, _, g := hub.begin("chess")
	events, err := store.Load(t.Context(), g.ID, 0)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	folded, err := game.Fold(variant.Builtin().Find, events)
	if err != nil {
		t.Fatalf("game.Fold: %v", err)
	}
	// Knights move back and forth, with an occasional pawn move so that no draw rule ends the game.
	round := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	pawns := []string{"a2a3", "a7a6", "a3a4", "a6a5", "b2b3", "b7b6", "b3b4", "b6b5", "c2c3", "c7c6", "c3c4", "c6c5", "d2d3", "d7d6", "d3d4", "d6d5",
		"e2e3", "e7e6", "e3e4", "e6e5", "h2h3", "h7h6", "h3h4", "h6h5"}
	have := len(events)
	var more []game.Event
	add := func(text string) {
		e := game.Event{Type: game.Moved, At: folded.Updated(), Move: text}
		if err := folded.Apply(e); err != nil {
			t.Fatalf("%s after %d moves: %v", text, folded.Ply(), err)
		}
		more = append(more, e)
	}
	for n := 0; folded.Ply() < plies && n < len(pawns); n += 2 {
		for i := range 12 {
			add(round[i%4])
		}
		add(pawns[n])
		add(pawns[n+1])
	}
	if err := store.Append(t.Context(), room.EntryOf(folded), have, more); err != nil {
		t.Fatalf("Append: %v", err)
	}
	return store, g.ID
}

// TestSyncPrice requests a long game repeatedly on several sockets of one address. It checks that the server
// eventually rejects these requests, but still accepts requests from clients that lack no moves.
func TestSyncPrice(t *testing.T) {
	store, id := longStore(t, 200)
	s := open(t, store, limited(func(l *limit.Limits) { l.Rate, l.Burst, l.MessageBurst = 0.001, 60, 1000 }))
	var sockets []*client
	var g wire.Snapshot
	for range 3 {
		w, first := s.somebody().connect(id)
		sockets, g = append(sockets, w), first
	}
	if g.Ply < 150 {
		t.Fatalf("game has only %d moves", g.Ply)
	}
	done, refused := 0, 0
	for i := 0; i < 60 && refused == 0; i++ {
		w := sockets[i%3]
		switch m := w.do("sync", ""); {
		case m.Type == "done":
			done++
		case m.Code == "too-many":
			refused++
		default:
			t.Fatalf("sync: %+v", m)
		}
	}
	if done == 0 || done > 60*100/g.Ply || refused == 0 {
		t.Errorf("%d requests got the whole game, %d were rejected", done, refused)
	}
	if m := sockets[0].do("sync", fmt.Sprintf(`"ply":%d`, g.Ply)); m.Type != "done" {
		t.Errorf("sync without missing moves was rejected: %+v", m)
	}
	// A new socket, which starts with the whole game, is rejected.
	if _, answer, err := s.somebody().dial(id); err == nil || answer == nil || answer.StatusCode != 429 {
		t.Errorf("another socket: %v, %v", answer, err)
	}
}
