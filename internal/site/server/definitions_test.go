package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// backRank is a custom game that ends after a few moves.
const backRank = `{"name":"back-rank","title":"Back <rank>","start":"6k1/5ppp/8/1n6/8/8/5PPP/R5K1 w - - 0 1",` +
	`"seam":{"crossing":"hop","kinds":"brq"},"reflection":{"map":"files","makes":{"k":"n"}},"stalemate":"loss"}`

// byDefinition returns the request body for a game with a custom definition.
func byDefinition(text, opponent string) string {
	return string(wire.Encode(wire.NewGame{Variant: text, Opponent: game.Opponent(opponent), Colour: "white"}))
}

// numbered returns a definition that is different for each i.
func numbered(i int) string {
	kinds := []string{"p", "n", "b", "r", "q", "k", "pn", "br", "nrk", "brq", "pnbrqk"}[i%11]
	return fmt.Sprintf(`{"name":"number-%d","seam":{"crossing":"hop","kinds":%q},"reflection":{"makes":{"p":"q"},"captures":true},"boards":3}`, i, kinds)
}

// TestDefinitionGames creates games with custom definitions over HTTP, with a store on disk and a restart
// before the first move.
func TestDefinitionGames(t *testing.T) {
	folder := t.TempDir()
	store, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	s := open(t, store)
	white, black := s.somebody(), s.somebody()
	var got struct{ Game wire.Snapshot }
	white.want(201, "POST", "/api/v1/games", byDefinition(backRank, "friend"), &got)
	g := got.Game
	if g.Variant != "back-rank" || len(g.Hash) != 32 || g.Definition != backRank || g.Title != "Back <rank>" || len(g.Differences) != 3 {
		t.Errorf("game = %+v", g)
	}
	path := "/api/v1/games/" + g.ID
	invited := string(black.ask("GET", "/game/"+g.ID+"?join="+g.Invite, "").body)
	for _, want := range append([]string{"A seat is open", "Back <rank>"}, g.Differences...) {
		if !strings.Contains(invited, html.EscapeString(want)) {
			t.Errorf("preview lacks %q: %s", want, invited)
		}
	}
	_, picture, _ := strings.Cut(invited, `og:image" content="`)
	picture, _, _ = strings.Cut(picture, `"`)
	black.want(200, "GET", strings.TrimPrefix(html.UnescapeString(picture), s.URL), "", nil)
	black.want(200, "POST", path+"/join", `{"token":"`+g.Invite+`"}`, nil)

	s.server.Close()
	if err := store.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if store, err = sqlite.Open(t.Context(), folder); err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	defer store.Close()
	s = open(t, store)
	white.site, black.site = s, s
	w, first := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	_, seen := s.somebody().connect(g.ID)
	if seen.Definition != backRank || seen.Seat != wire.Nobody {
		t.Errorf("spectator's game = %+v", seen)
	}
	key := first.Key
	for i, move := range []string{"h2h3", "b5c3", "a1a8"} {
		by := []*client{w, b}[i%2]
		if m := by.move(i, key, move); m.Type != "done" {
			t.Fatalf("by.move: %s: %+v", move, m)
		}
		white.want(200, "GET", path, "", &got)
		key = got.Game.Key
	}
	if got.Game.Result == nil || got.Game.Result.Result != "1-0" || got.Game.Definition != backRank {
		t.Errorf("final game = %+v", got.Game)
	}
	pgn := string(s.somebody().want(200, "GET", path+"/pgn", "", nil).body)
	if !strings.Contains(pgn, g.Hash) || !strings.Contains(pgn, "Ra8#") {
		t.Errorf("record = %s", pgn)
	}
}

// TestGalleryGames checks that the references of gallery games are accepted where a definition is, and that unknown
// ones are rejected.
func TestGalleryGames(t *testing.T) {
	s := open(t, nil)
	who := s.somebody()
	var got struct{ Game wire.Snapshot }
	who.want(201, "POST", "/api/v1/games", `{"variant":"gallery/echo","opponent":"self"}`, &got)
	if e, _ := gallery.Find("gallery/echo"); got.Game.Variant != "echo" || got.Game.Definition != e.Definition {
		t.Errorf("game = %+v", got.Game)
	}
	who.want(200, "POST", "/api/v1/position", `{"variant":"gallery/echo"}`, nil)
	for _, name := range []string{"gallery/nothing", "gallery/", "other/echo"} {
		request := fmt.Sprintf(`{"variant":%q,"opponent":"self"}`, name)
		if why := who.refused(400, "invalid", "POST", "/api/v1/games", request); !strings.Contains(why, name) {
			t.Errorf("%s is refused with %q", name, why)
		}
	}
}

// TestDefinitionLimit checks that the number of new definitions per address is limited, regardless of the
// person, and that known definitions can still be used.
func TestDefinitionLimit(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Definitions = 3 }))
	for i := range 3 {
		s.somebody().want(201, "POST", "/api/v1/games", byDefinition(numbered(i), "self"), nil)
		s.somebody().want(201, "POST", "/api/v1/games", byDefinition(numbered(0), "self"), nil)
		s.somebody().refused(400, "invalid", "POST", "/api/v1/games", byDefinition(`{"name":"x","seam":1}`, "self"))
	}
	who := s.somebody()
	why := who.refused(429, "too-many", "POST", "/api/v1/games", byDefinition(numbered(3), "self"))
	if !strings.Contains(why, "rule sets") {
		t.Errorf("refused with %q", why)
	}
	wait, err := strconv.Atoi(who.ask("POST", "/api/v1/games", byDefinition(numbered(3), "self")).Header.Get("Retry-After"))
	if err != nil || wait < 60 || wait > 600 {
		t.Errorf("Retry-After = %d seconds, error %v", wait, err)
	}
	who.want(201, "POST", "/api/v1/games", byDefinition(numbered(2), "self"), nil)
	who.want(201, "POST", "/api/v1/games", `{"variant":"chess","opponent":"self"}`, nil)
}

// TestRefusedDefinition checks that a rejected game does not count against an address's
// definitions.
func TestRefusedDefinition(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Definitions = 1 }))
	who := s.somebody()
	for i := range 3 {
		if got := who.ask("POST", "/api/v1/games", byDefinition(numbered(i), "nobody")); got.StatusCode != 400 {
			t.Fatalf("who.ask: %d: %s", got.StatusCode, got.body)
		}
	}
	who.want(201, "POST", "/api/v1/games", byDefinition(numbered(3), "self"), nil)
	who.refused(429, "too-many", "POST", "/api/v1/games", byDefinition(numbered(4), "self"))
}

// TestDefinitionMemory sends hundreds of definitions from one address. It checks that they take a bounded
// amount of memory, and that a live game with a custom definition takes little more than a game of chess.
func TestDefinitionMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("plays hundreds of games")
	}
	const many = 200
	unbound := limited(func(l *limit.Limits) { *l = l.WithoutPerAddress() })
	games := func(variant func(i int) string) int {
		s := open(t, nil, unbound, func(_ *server.Options, r *hub.Options) { r.GamesPerSession = 1 << 20 })
		who := s.somebody()
		who.want(201, "POST", "/api/v1/games", byDefinition("chess", "self"), nil)
		before := heap()
		for i := range many {
			who.want(201, "POST", "/api/v1/games", byDefinition(variant(i), "self"), nil)
		}
		grown := heap() - before
		runtime.KeepAlive(s)
		return grown
	}
	chess := games(func(int) string { return "chess" })
	written := games(numbered)
	t.Logf("%d live games take %d bytes with chess and %d with %d definitions", many, chess, written, many)
	// A compiled definition takes a few kilobytes.
	if extra := (written - chess) / many; extra > 16<<10 {
		t.Errorf("a live game with a definition takes %d bytes more than a game of chess", extra)
	}

	// Position requests leave only cached definitions in memory.
	s := open(t, nil, unbound)
	ask := func(from, to int) int {
		for i := from; i < to; i++ {
			s.somebody().want(200, "POST", "/api/v1/position", string(wire.Encode(wire.PositionRequest{Variant: numbered(i)})), nil)
		}
		return heap()
	}
	first := ask(0, many)
	last := ask(many, 10*many)
	runtime.KeepAlive(s)
	kept := compiled(t, 9*many)
	t.Logf("%d more definitions leave %d bytes; compiled they would take %d", 9*many, last-first, kept)
	if last-first > kept/4 {
		t.Errorf("%d more definitions leave %d bytes; compiled they take %d", 9*many, last-first, kept)
	}
}

// compiled returns the memory, in bytes, that many compiled definitions take while in use. It is the baseline
// for TestDefinitionMemory.
func compiled(t *testing.T, many int) int {
	known := variant.Builtin()
	before := heap()
	var all []rules.Rules
	for i := range many {
		v, err := known.Choose(numbered(i))
		if err != nil {
			t.Fatalf("Choose: %v", err)
		}
		all = append(all, v)
	}
	grown := heap() - before
	runtime.KeepAlive(all)
	return grown
}

// heap returns the number of heap bytes in use.
func heap() int {
	runtime.GC()
	runtime.GC() // the second collection empties the pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// FuzzCreateGame requests games with arbitrary definitions. The server must create each game as requested or
// reject it with a message. Another server, which has not seen the definition, must be able to load the game.
func FuzzCreateGame(f *testing.F) {
	f.Add(backRank, "")
	f.Add(numbered(3), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	f.Add(`{"name":"chess"}`, "")
	f.Add(`{"name":"x","study":true,"start":"8/8/8/8/8/8/8/8 w - - 0 1"}`, "")
	f.Add(`{"name":"x","reflection":{"makes":{"p":"k","k":"k"},"captures":true,"goes_on":"pnbrqk"}}`, "")
	f.Add("portal#00000000000000000000000000000000", "")
	f.Add(`{"name":"x"}#00000000000000000000000000000000`, "")
	f.Add("name = \"x\"", "")
	known := variant.Builtin()
	f.Fuzz(func(t *testing.T, text, position string) {
		store := memory.New()
		here, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{Rules: known}})
		if err != nil {
			t.Fatalf("hub.New: %v", err)
		}
		defer here.Close(context.Background())
		limits := limit.Default().WithoutPerAddress()
		s, err := server.New(server.Options{Rules: known, Hub: here, Limits: &limits, Files: fstest.MapFS{"index.html": {Data: []byte(clientPage)}}})
		if err != nil {
			t.Fatalf("server.New: %v", err)
		}
		r := httptest.NewRequest("POST", "/api/v1/games", bytes.NewReader(wire.Encode(wire.NewGame{Variant: text, Position: position, Opponent: game.Oneself})))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		var got struct {
			Game  wire.Snapshot
			Error wire.Failure
		}
		answer := w.Body.String()
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("json.Unmarshal: %s: %v", answer, err)
		}
		switch {
		case (w.Code == 400 || w.Code == 413) && got.Error.Message != "" && len(answer) < 8<<10:
			return
		case w.Code != 201:
			t.Fatalf("status %d: %s", w.Code, answer)
		}
		elsewhere, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{Rules: variant.Builtin()}})
		if err != nil {
			t.Fatalf("hub.New: %v", err)
		}
		defer elsewhere.Close(context.Background())
		again, err := elsewhere.Snapshot(t.Context(), room.Session{}, got.Game.ID)
		if err != nil || again.Key != got.Game.Key || again.Rules.Info().Definition != got.Game.Definition || len(again.Rules.Info().Differences) > 3 {
			t.Fatalf("%s was loaded as %+v, error %v", answer, again, err)
		}
	})
}
