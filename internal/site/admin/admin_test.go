package admin_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/variant"
)

// site is a running server with its admin socket.
type site struct {
	t       *testing.T
	store   *sqlite.Store
	service *admin.Service
	folder  string
	url     string
	stop    func()
}

// serve starts a server with its data in a folder.
func serve(t *testing.T, folder string) *site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	rules := variant.Builtin()
	service, err := admin.New(ctx, store, rules.Find, nil)
	if err != nil {
		t.Fatalf("admin.New: %v", err)
	}
	hub, err := hub.New(ctx, store, hub.Options{Options: room.Options{Rules: rules, Gate: service}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	web, err := server.New(server.Options{Rules: rules, Hub: hub, Operator: service, Files: fstest.MapFS{"index.html": {Data: []byte("<head></head>")}}})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	service.Attach(hub, web)
	socket, err := admin.Listen(folder)
	if err != nil {
		t.Fatalf("admin.Listen: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	ended := make(chan struct{}, 2)
	go func() { service.Serve(ctx, socket); ended <- struct{}{} }()
	go func() { web.Serve(ctx, l); ended <- struct{}{} }()
	s := &site{t: t, store: store, service: service, folder: folder, url: "http://" + l.Addr().String()}
	s.stop = func() {
		cancel()
		<-ended
		<-ended
		store.Close()
		s.stop = func() {}
	}
	t.Cleanup(func() { s.stop() })
	return s
}

// do runs an admin command over the socket.
func (s *site) do(command string, q admin.Request, into any) {
	s.t.Helper()
	answer, err := admin.Call(s.t.Context(), s.folder, command, q)
	if err != nil {
		s.t.Fatalf("admin.Call: %s: %v", command, err)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			s.t.Fatalf("%s answered %s: %v", command, answer, err)
		}
	}
}

func (s *site) refuses(want, command string, q admin.Request) {
	s.t.Helper()
	if answer, err := admin.Call(s.t.Context(), s.folder, command, q); err == nil || !strings.Contains(err.Error(), want) {
		s.t.Errorf("%s %+v: %s, %v; want %q", command, q, answer, err, want)
	}
}

// browser is a client with a cookie.
type browser struct {
	*site
	client *http.Client
}

func (s *site) browser() *browser {
	jar, _ := cookiejar.New(nil) // never fails
	return &browser{s, &http.Client{Jar: jar}}
}

// ask sends a request and returns the status and body of the response.
func (b *browser) ask(path string, q any) (int, []byte) {
	b.t.Helper()
	var w *http.Response
	var err error
	if q == nil {
		w, err = b.client.Get(b.url + path)
	} else {
		text, _ := json.Marshal(q) // encoding a plain struct cannot fail
		w, err = b.client.Post(b.url+path, "application/json", bytes.NewReader(text))
	}
	if err != nil {
		b.t.Fatalf("Post: %v", err)
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err != nil {
		b.t.Fatalf("io.ReadAll: %v", err)
	}
	return w.StatusCode, body
}

// create starts a game and returns its identifier.
func (b *browser) create(name string) string {
	b.t.Helper()
	status, body := b.ask("/api/v1/games", wire.NewGame{Variant: "chess", Opponent: game.Anybody, Colour: "white", Name: name})
	var one wire.OneGame
	if err := json.Unmarshal(body, &one); err != nil || status != http.StatusCreated {
		b.t.Fatalf("create: %d %s", status, body)
	}
	return one.Game.ID
}

func (b *browser) game(id string) wire.Snapshot {
	b.t.Helper()
	status, body := b.ask("/api/v1/games/"+id, nil)
	var one wire.OneGame
	if err := json.Unmarshal(body, &one); err != nil || status != http.StatusOK {
		b.t.Fatalf("create: %d %s", status, body)
	}
	return one.Game
}

// watch opens a socket to a game.
func (b *browser) watch(id string) *websocket.Conn {
	b.t.Helper()
	c, _, err := websocket.Dial(b.t.Context(), strings.Replace(b.url, "http", "ws", 1)+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPClient: b.client})
	if err != nil {
		b.t.Fatalf("websocket.Dial: %v", err)
	}
	c.SetReadLimit(1 << 20)
	b.t.Cleanup(func() { c.CloseNow() })
	return c
}

// waitForMessage reads a socket until a message contains a string, or the socket is closed.
func waitForMessage(t *testing.T, c *websocket.Conn, want string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, text, err := c.Read(ctx)
		if err != nil || want != "" && strings.Contains(string(text), want) {
			return err
		}
	}
}

// TestEndAndDelete ends a watched game and deletes it.
func TestEndAndDelete(t *testing.T) {
	s := serve(t, t.TempDir())
	anna := s.browser()
	id := anna.create("Anna")
	k := anna.watch(id)
	var list admin.Games
	if s.do("games", admin.Request{Running: true}, &list); len(list.Games) != 1 || list.Games[0].White.Name != "Anna" {
		t.Errorf("games: %+v", list)
	}
	var d admin.Done
	if s.do("end", admin.Request{Games: []string{id}}, &d); d.Count != 1 {
		t.Errorf("end: %+v", d)
	}
	if err := waitForMessage(t, k, `"the server operator ended the game"`); err != nil {
		t.Errorf("watchers were not notified: %v", err)
	}
	if s.do("end", admin.Request{Games: []string{id}}, &d); d.Count != 0 {
		t.Errorf("ending a game again: %+v", d)
	}
	if g := anna.game(id); g.Result == nil || g.Result.Reason != string(game.Stopped) {
		t.Errorf("anna.game: %+v", g.Result)
	}
	s.do("delete", admin.Request{Games: []string{id}}, &d)
	if err := waitForMessage(t, k, ""); err == nil {
		t.Error("the watcher is still connected")
	}
	if status, body := anna.ask("/api/v1/games/"+id, nil); status != http.StatusNotFound {
		t.Errorf("anna.ask: %d %s", status, body)
	}
	s.refuses("unknown game", "end", admin.Request{Games: []string{id}})
	s.refuses("unknown game", "delete", admin.Request{Games: []string{"x"}})
	s.refuses("unknown command", "destroy", admin.Request{})
}

// TestOperatorEndsChallenges checks that challenges no longer count towards their creator's limit once an
// operator has ended or deleted them. The server restarts first, so that the games are not in memory.
func TestOperatorEndsChallenges(t *testing.T) {
	for _, command := range []string{"end", "delete"} {
		s := serve(t, t.TempDir())
		anna := s.browser()
		challenge := wire.NewGame{Variant: "chess", Opponent: game.Anybody, Keep: 7}
		var made struct{ Game wire.Snapshot }
		var ids []string
		for range 3 {
			status, body := anna.ask("/api/v1/games", challenge)
			if status != http.StatusCreated || json.Unmarshal(body, &made) != nil {
				t.Fatalf("anna.ask: %d %s", status, body)
			}
			ids = append(ids, made.Game.ID)
		}
		s.stop()
		s = serve(t, s.folder)
		anna.site = s
		if status, body := anna.ask("/api/v1/games", challenge); status == http.StatusCreated {
			t.Fatalf("a fourth challenge was created: %d %s", status, body)
		}
		s.do(command, admin.Request{Games: ids}, nil)
		if status, body := anna.ask("/api/v1/games", challenge); status != http.StatusCreated {
			t.Errorf("after %s: %d %s", command, status, body)
		}
	}
}

// TestBans bans an address and a person, over HTTP, on sockets and after a restart, and lifts the bans.
func TestBans(t *testing.T) {
	s := serve(t, t.TempDir())
	anna := s.browser()
	id := anna.create("Anna")
	k := anna.watch(id)
	s.do("ban", admin.Request{Subject: "127.0.0.1", Reason: "a flood", For: 3_600_000}, nil)
	if err := waitForMessage(t, k, ""); err == nil {
		t.Error("the connection is still open")
	}
	for _, path := range []string{"/", "/api/v1/variants", "/api/v1/games/" + id, "/readyz"} {
		if status, body := anna.ask(path, nil); status != http.StatusForbidden || !strings.Contains(string(body), "a flood") {
			t.Errorf("anna.ask: %s: %d %s", path, status, body)
		}
	}
	s.stop()
	s = serve(t, s.folder)
	anna.site = s
	if status, _ := anna.ask("/", nil); status != http.StatusForbidden {
		t.Errorf("status after a restart = %d", status)
	}
	s.do("unban", admin.Request{Subject: "127.0.0.1"}, nil)
	s.refuses("is not banned", "unban", admin.Request{Subject: "127.0.0.1"})
	if status, _ := anna.ask("/", nil); status != http.StatusOK {
		t.Errorf("status after the ban was lifted = %d", status)
	}

	// A banned person may watch but not play.
	s.do("ban", admin.Request{Subject: id + ":white", Reason: "insults"}, nil)
	if status, body := anna.ask("/api/v1/games", wire.NewGame{Variant: "chess", Opponent: game.Anybody}); status != http.StatusForbidden || !strings.Contains(string(body), "insults") {
		t.Errorf("anna.ask: %d %s", status, body)
	}
	anna.game(id)
	k = anna.watch(id)
	if err := k.Write(t.Context(), websocket.MessageText, []byte(`{"type":"abort","n":1,"game":"`+id+`"}`)); err != nil {
		t.Fatalf("Write: %v", err)
	}
	if err := waitForMessage(t, k, `"code":"banned"`); err != nil {
		t.Errorf("waitForMessage: %v", err)
	}
	s.browser().create("Bert")
	s.do("ban", admin.Request{Subject: id + ":white", Reason: "insults", For: 1}, nil)
	time.Sleep(5 * time.Millisecond)
	anna.create("Anna") // the ban has expired
	var bans admin.Bans
	if s.do("bans", admin.Request{}, &bans); len(bans.Bans) != 0 {
		t.Errorf("bans: %+v", bans)
	}
	var st admin.Status
	if s.do("status", admin.Request{}, &st); st.Bans != 0 {
		t.Errorf("an ended ban is listed: %+v", st)
	}
	for subject, want := range map[string]string{"0.0.0.0/0": "too wide", "1.2.3": "does not name a person", "12ab": "too short", "300.1.1.1/8": "not an address", "deadbeef": "no person matches"} {
		s.refuses(want, "ban", admin.Request{Subject: subject})
	}
}

// TestExpiredBansAreDeleted checks that the store deletes expired bans but no new ban on the same address.
func TestExpiredBansAreDeleted(t *testing.T) {
	s := serve(t, t.TempDir())
	for _, subject := range []string{"192.0.2.1", "192.0.2.2", strings.Repeat("ab", 32)} {
		s.do("ban", admin.Request{Subject: subject, Reason: "insults", For: 1}, nil)
	}
	time.Sleep(5 * time.Millisecond)
	s.do("ban", admin.Request{Subject: "192.0.2.2"}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.service.Retain(ctx, admin.Retention{}); close(ended) }()
	for left := true; left; {
		var x admin.Export
		s.do("export", admin.Request{Person: strings.Repeat("ab", 32)}, &x)
		left = len(x.Bans) > 0
	}
	cancel()
	<-ended
	s.refuses("is not banned", "unban", admin.Request{Subject: "192.0.2.1"})
	// A person known only from a ban can also be found by the first digits of their hash.
	s.do("ban", admin.Request{Subject: strings.Repeat("cd", 32), Reason: "insults"}, nil)
	s.do("unban", admin.Request{Subject: "cdcdcdcd"}, nil)
	s.stop()
	store, err := sqlite.Open(t.Context(), s.folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	defer store.Close()
	if bans, err := store.Bans(t.Context()); err != nil || len(bans) != 1 || bans[0].Subject != "192.0.2.2/32" {
		t.Errorf("Bans = %+v, %v", bans, err)
	}
}

// TestModes stops new games, and then all changes.
func TestModes(t *testing.T) {
	s := serve(t, t.TempDir())
	anna, bert := s.browser(), s.browser()
	id := anna.create("Anna")
	s.do("drain", admin.Request{}, nil)
	if status, body := anna.ask("/api/v1/games", wire.NewGame{Variant: "chess", Opponent: game.Anybody}); status != http.StatusServiceUnavailable {
		t.Errorf("drained: %d %s", status, body)
	}
	if status, body := bert.ask("/api/v1/games/"+id+"/join", wire.JoinRequest{Name: "Bert"}); status != http.StatusOK {
		t.Errorf("a running game does not continue: %d %s", status, body)
	}
	s.do("read-only", admin.Request{}, nil)
	k := anna.watch(id)
	if err := k.Write(t.Context(), websocket.MessageText, []byte(`{"type":"resign","n":1,"game":"`+id+`"}`)); err != nil {
		t.Fatalf("Write: %v", err)
	}
	if err := waitForMessage(t, k, `"code":"closed"`); err != nil {
		t.Errorf("waitForMessage: %v", err)
	}
	var st admin.Status
	if s.do("status", admin.Request{}, &st); st.Mode != admin.ReadOnly || !st.Running {
		t.Errorf("status: %+v", st)
	}
	// The server is still drained, because the modes are independent.
	s.do("read-only", admin.Request{Off: true}, nil)
	if status, body := anna.ask("/api/v1/games", wire.NewGame{Variant: "chess", Opponent: game.Anybody}); status != http.StatusServiceUnavailable {
		t.Errorf("no longer read-only, but still drained: %d %s", status, body)
	}
	s.do("read-only", admin.Request{}, nil)
	s.do("drain", admin.Request{Off: true}, nil)
	if s.do("status", admin.Request{}, &st); st.Mode != admin.ReadOnly {
		t.Errorf("no longer drained, but still read-only: %+v", st)
	}
	s.do("read-only", admin.Request{Off: true}, nil)
	anna.create("Anna")
}

// TestStop stops a server with drain. Until then it accepts new games.
func TestStop(t *testing.T) {
	s := serve(t, t.TempDir())
	stopped := make(chan struct{})
	s.service.Quit = func() { close(stopped) }
	var answer struct{ Mode admin.Mode }
	if s.do("drain", admin.Request{Stop: true}, &answer); answer.Mode != admin.Stopping {
		t.Errorf("mode = %q", answer.Mode)
	}
	s.browser().create("Anna")
	<-stopped
}

// TestAnnounce checks that connected clients, new clients and API clients get the notice.
func TestAnnounce(t *testing.T) {
	s := serve(t, t.TempDir())
	anna := s.browser()
	id := anna.create("Anna")
	early := anna.watch(id)
	if err := waitForMessage(t, early, `"type":"game"`); err != nil {
		t.Fatalf("waitForMessage: %v", err)
	}
	s.do("announce", admin.Request{Text: "The server\nrestarts <soon>."}, nil)
	for _, k := range []*websocket.Conn{early, anna.watch(id)} {
		if err := waitForMessage(t, k, `The server restarts`); err != nil {
			t.Errorf("waitForMessage: %v", err)
		}
	}
	for range 8 {
		if _, text, err := anna.watch(id).Read(t.Context()); err != nil || !strings.HasPrefix(string(text), `{"type":"game"`) {
			t.Fatalf("the first message is %.60s, %v; want the game", text, err)
		}
	}
	s.stop()
	s = serve(t, s.folder)
	anna.site = s
	if _, body := anna.ask("/api/v1/notice", nil); !strings.Contains(string(body), "The server restarts") {
		t.Errorf("notice after a restart: %s", body)
	}
	s.do("announce", admin.Request{Off: true}, nil)
	if _, body := anna.ask("/api/v1/notice", nil); !strings.Contains(string(body), `"text":""`) {
		t.Errorf("notice after it was cleared: %s", body)
	}
	s.refuses("no text", "announce", admin.Request{})
	s.refuses("at most 500", "announce", admin.Request{Text: strings.Repeat("x", 501)})
}

// TestPeople renames, exports and erases a person in a watched game.
func TestPeople(t *testing.T) {
	s := serve(t, t.TempDir())
	anna, bert := s.browser(), s.browser()
	id := anna.create("Rude")
	if status, body := bert.ask("/api/v1/games/"+id+"/join", wire.JoinRequest{Name: "Bert"}); status != http.StatusOK {
		t.Fatalf("bert.ask: %d %s", status, body)
	}
	k := bert.watch(id)
	s.do("rename", admin.Request{Person: id + ":white", Text: "Polite", Reason: "insults"}, nil)
	if err := waitForMessage(t, k, `"Polite"`); err != nil {
		t.Errorf("waitForMessage: %v", err)
	}
	if g := anna.game(anna.create("Rude again")); g.Players.White.Name != "Polite" {
		t.Errorf("name = %q", g.Players.White.Name)
	}
	s.refuses("is reserved", "rename", admin.Request{Person: id + ":white", Text: "Admin"})
	s.refuses("not a visible name", "rename", admin.Request{Person: id + ":white", Text: "\u200b"})

	const seen = 1_800_000_000_000
	for _, side := range []game.Side{game.White, game.Black} {
		if err := s.store.Seen(t.Context(), id, side, seen); err != nil {
			t.Fatalf("Seen: %v", err)
		}
		if err := s.store.SetAhead(t.Context(), id, side, game.Ahead{Lines: [][]string{{"e7e5", string(side)}}}); err != nil {
			t.Fatalf("SetAhead: %v", err)
		}
	}
	var x admin.Export
	s.do("export", admin.Request{Person: id + ":white"}, &x)
	bits, _ := hex.DecodeString(x.Person)
	for _, id := range []string{"one", "two"} {
		one := studies.Study{ID: id, Owner: game.Hash(bits), Title: "<é>", PGN: "1. e4 *", Version: 1}
		if err := s.store.CreateStudy(t.Context(), one, studies.Bounds{Person: 2, All: 2}); err != nil {
			t.Fatalf("CreateStudy: %v", err)
		}
	}
	x = admin.Export{}
	s.do("export", admin.Request{Person: id + ":white"}, &x)
	for _, g := range x.Games {
		if g.ID == id && (g.White.Seen != seen || g.Black.Seen != 0 || len(g.White.Ahead) != 1 || g.Black.Ahead != nil) {
			t.Errorf("exported seats %+v and %+v; want times and lines of White only", g.White, g.Black)
		}
	}
	text, _ := json.Marshal(x)
	if len(x.Games) != 2 || len(x.Studies) != 2 || x.Name != "Polite" || !strings.Contains(string(text), "Bert") {
		t.Errorf("json.Marshal: %s", text)
	}
	var parts bytes.Buffer
	if err := s.service.WriteExport(t.Context(), &parts, game.Hash(bits)); err != nil {
		t.Fatalf("WriteExport: %v", err)
	}
	var whole admin.Export
	if err := json.Unmarshal(parts.Bytes(), &whole); err != nil || !reflect.DeepEqual(whole, x) {
		t.Errorf("WriteExport: %v\n%s\nwant\n%s", err, &parts, text)
	}
	var other admin.Export
	s.do("export", admin.Request{Person: id + ":black"}, &other)
	if strings.Contains(string(text), other.Person) {
		t.Error("the export contains another person's hash")
	}

	s.do("erase", admin.Request{Person: x.Person}, nil)
	if err := waitForMessage(t, k, `"Anonymous"`); err != nil {
		t.Errorf("waitForMessage: %v", err)
	}
	g := bert.game(id)
	if g.Players.White.Name != "Anonymous" || g.Players.Black.Name != "Bert" || g.Result == nil || g.Seat != wire.Black {
		t.Errorf("bert.game: %+v %+v", g.Players.White, g.Result)
	}
	if _, body := anna.ask("/api/v1/my/games", nil); !strings.Contains(string(body), `"games":[]`) {
		t.Errorf("an erased person still has %s", body)
	}
	var after admin.Export
	if s.do("export", admin.Request{Person: x.Person}, &after); len(after.Games) != 0 || after.Name != "" {
		t.Errorf("games after erasing: %+v", after)
	}
	s.stop() // the record can still be read from the store
	s = serve(t, s.folder)
	bert.site = s
	if g := bert.game(id); g.Players.White.Name != "Anonymous" {
		t.Errorf("bert.game: %+v", g.Players.White)
	}
}

// TestRetention checks that only games that ended long ago are deleted or anonymised.
func TestRetention(t *testing.T) {
	s := serve(t, t.TempDir())
	anna := s.browser()
	over, runs := anna.create("Anna"), anna.create("Anna")
	s.do("end", admin.Request{Games: []string{over}}, nil)
	time.Sleep(5 * time.Millisecond)
	var d admin.Done
	if s.do("prune", admin.Request{Older: 3_600_000}, &d); d.Count != 0 {
		t.Errorf("recent games were pruned: %+v", d)
	}
	if s.do("prune", admin.Request{Older: 1, DryRun: true}, &d); d.Count != 1 {
		t.Errorf("prune: %+v", d)
	}
	if s.do("prune", admin.Request{Older: 1, Anonymise: true}, &d); d.Count != 1 || anna.game(over).Players.White.Name != "Anonymous" || anna.game(runs).Players.White.Name != "Anna" {
		t.Errorf("prune with anonymise: %+v %+v", d, anna.game(over).Players)
	}
	if s.do("prune", admin.Request{Older: 1, Anonymise: true}, &d); d.Count != 0 {
		t.Errorf("anonymised twice: %+v", d)
	}
	if s.do("prune", admin.Request{Older: 1}, &d); d.Count != 1 {
		t.Errorf("prune: %+v", d)
	}
	if status, _ := anna.ask("/api/v1/games/"+over, nil); status != http.StatusNotFound {
		t.Errorf("status of a deleted game = %d", status)
	}
	anna.game(runs)
	s.refuses("--older", "prune", admin.Request{})
}

// TestSocket checks that only the owner can open the socket, that a leftover socket file is harmless, and
// that bad requests are rejected.
func TestSocket(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, admin.Socket), nil, 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if _, err := admin.Call(t.Context(), folder, "status", admin.Request{}); !errors.Is(err, admin.ErrNoServer) {
		t.Errorf("without a server: %v", err)
	}
	s := serve(t, folder)
	info, err := os.Stat(filepath.Join(folder, admin.Socket))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("os.Stat: %v, %v", info.Mode(), err)
	}
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(folder, admin.Socket))
	}}}
	defer client.CloseIdleConnections()
	for _, body := range []string{"", "{", "[]", `{"unknown":1}`, `{"for":"x"}`, strings.Repeat("x", 2<<20)} {
		w, err := client.Post("http://admin/ban", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatalf("Post: %v", err)
		}
		if w.Body.Close(); w.StatusCode == http.StatusOK {
			t.Errorf("a request with the body %.20q succeeded", body)
		}
	}
	s.do("sizes", admin.Request{}, nil)
	s.stop()
	if _, err := admin.Call(t.Context(), folder, "status", admin.Request{}); !errors.Is(err, admin.ErrNoServer) {
		t.Errorf("after the server stopped: %v", err)
	}
}
