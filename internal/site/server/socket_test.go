package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
)

// heard contains the fields of a server message that the tests read.
type heard struct {
	Type    string
	N       *int64
	Code    string
	Message string
	Ply     int
	Now     int64
	Game    json.RawMessage
	Move    struct{ Move, SAN, Key, Text string }
}

// client is a socket to a game.
type client struct {
	t    *testing.T
	conn *websocket.Conn
	id   string
	n    int64
}

// connect opens a socket and reads the game.
func (a *asker) connect(id string) (*client, wire.Snapshot) {
	a.site.t.Helper()
	w, _, err := a.dial(id)
	if err != nil {
		a.site.t.Fatalf("dial: %v", err)
	}
	return w, w.snapshot()
}

// dial opens a socket. It returns the response even if the server rejects the socket.
func (a *asker) dial(id string) (*client, *http.Response, error) {
	h := a.header.Clone()
	if a.cookie != "" {
		h.Set("Cookie", "tain="+a.cookie)
	}
	conn, answer, err := websocket.Dial(a.site.t.Context(), a.site.URL+"/api/v1/games/"+id+"/socket",
		&websocket.DialOptions{HTTPHeader: h, HTTPClient: &http.Client{Transport: transport}})
	if err != nil {
		return nil, answer, err
	}
	conn.SetReadLimit(1 << 20)
	a.site.t.Cleanup(func() { conn.CloseNow() })
	return &client{a.site.t, conn, id, 0}, answer, nil
}

// snapshot waits for a game snapshot.
func (w *client) snapshot() (g wire.Snapshot) {
	w.t.Helper()
	m := w.wait("game")
	if err := json.Unmarshal(m.Game, &g); err != nil {
		w.t.Fatalf("json.Unmarshal: %v", err)
	}
	return g
}

// say sends a text message.
func (w *client) say(text string) {
	w.t.Helper()
	if err := w.conn.Write(w.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		w.t.Fatalf("Write: %v", err)
	}
}

// next returns the next message, or the error with which the socket was closed.
func (w *client) next() (m heard, err error) {
	ctx, stop := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer stop()
	_, text, err := w.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

// wait returns the next message of the given type, and skips other messages.
func (w *client) wait(kind string) heard {
	w.t.Helper()
	for {
		m, err := w.next()
		if err != nil {
			w.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if m.Type == kind {
			return m
		}
	}
}

// closed skips messages until the socket is closed, and returns the close error.
func (w *client) closed() websocket.CloseError {
	w.t.Helper()
	for {
		_, err := w.next()
		if err == nil {
			continue
		}
		code := websocket.CloseStatus(err)
		if code == -1 {
			w.t.Fatalf("socket was disconnected without a close frame: %v", err)
		}
		return websocket.CloseError{Code: code, Reason: err.Error()}
	}
}

// do sends a message with the common fields and returns the reply. rest contains further fields as JSON
// without braces, such as `"ply":0`.
func (w *client) do(kind, rest string) heard {
	w.t.Helper()
	w.n++
	if rest != "" {
		rest = "," + rest
	}
	w.say(fmt.Sprintf(`{"type":%q,"n":%d,"game":%q%s}`, kind, w.n, w.id, rest))
	for {
		m, err := w.next()
		if err != nil {
			w.t.Fatalf("next: %s %s: %v", kind, rest, err)
		}
		if m.N != nil && *m.N == w.n {
			return m
		}
	}
}

// move plays a move and returns the reply.
func (w *client) move(ply int, key, move string) heard {
	w.t.Helper()
	return w.do("move", fmt.Sprintf(`"ply":%d,"key":%q,"move":%q`, ply, key, move))
}

// refusedWith checks that a reply is an error with the given code.
func (w *client) refusedWith(m heard, code string) {
	w.t.Helper()
	if m.Type != "error" || m.Code != code || m.Message == "" {
		w.t.Errorf("got reply %+v, want error code %s", m, code)
	}
}

// begin starts a game between two people and returns both clients and the game.
func (s *site) begin(variant string) (white, black *asker, g wire.Snapshot) {
	s.t.Helper()
	white, black = s.somebody(), s.somebody()
	var made struct{ Game wire.Snapshot }
	white.want(201, "POST", "/api/v1/games", `{"variant":"`+variant+`","opponent":"friend","colour":"white","name":"Ada"}`, &made)
	g = made.Game
	black.want(200, "POST", "/api/v1/games/"+g.ID+"/join", `{"token":"`+g.Invite+`","name":"Grace"}`, &made)
	return white, black, g
}

func TestPlay(t *testing.T) {
	s := open(t, nil)
	white, black, g := s.begin("mirrorsquare")
	w, first := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	watcher, seen := s.somebody().connect(g.ID)
	if first.Seat != wire.White || seen.Seat != wire.Nobody || seen.Invite != "" {
		t.Errorf("seats = %q and %q", first.Seat, seen.Seat)
	}
	if m := w.move(0, first.Key, "e2e4"); m.Type != "done" {
		t.Fatalf("e4: %+v", m)
	}
	at := b.wait("move")
	if at.Ply != 1 || at.Move.SAN != "e4" || at.Move.Key == "" {
		t.Errorf("update to the opponent = %+v", at)
	}
	if told := watcher.wait("move"); told.Move != at.Move {
		t.Errorf("update to the spectator = %+v", told)
	}
	if m := b.move(1, at.Move.Key, "dxe4"); m.Type != "done" {
		t.Fatalf("dxe4: %+v", m)
	}
	if m := w.do("ping", ""); m.Type != "pong" || m.Now == 0 {
		t.Errorf("answer to a ping = %+v", m)
	}
	w.say(fmt.Sprintf(`{"type":"sync","n":77,"game":%q}`, g.ID))
	if now := w.snapshot(); now.Ply != 2 || now.Moves[1].Move != "d5e4" {
		t.Errorf("game = %+v", now)
	}
	b.do("draw", `"ply":2,"do":"offer"`)
	if offered := w.snapshot(); offered.Offers.Draw != wire.Black {
		t.Errorf("offers = %+v", offered.Offers)
	}
	w.do("draw", `"ply":2,"do":"accept"`)
	if over := watcher.snapshot(); over.Result == nil {
		if over = watcher.snapshot(); over.Result == nil || over.Result.Reason != "agreement" {
			t.Errorf("result = %+v", over.Result)
		}
	}
	record := s.somebody().want(200, "GET", "/api/v1/games/"+g.ID+"/pgn", "", nil)
	for _, want := range []string{`[White "Ada"]`, `[Black "Grace"]`, "1. e4", "dxe4", "1/2-1/2"} {
		if !strings.Contains(string(record.body), want) {
			t.Errorf("record lacks %s: %s", want, record.body)
		}
	}
}

// TestInvalidMoves sends invalid and malicious moves.
func TestInvalidMoves(t *testing.T) {
	s := open(t, nil)
	white, black, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	b, _ := black.connect(g.ID)
	other, _ := s.somebody().connect(g.ID)

	w.refusedWith(w.move(0, g.Key, "e2e5"), "unreachable")
	w.refusedWith(w.move(0, g.Key, "e7e5"), "not-your-turn")
	w.refusedWith(w.move(0, g.Key, `e2e4\",\"ply\":7`), "malformed")
	w.refusedWith(w.move(0, g.Key, "<script>alert(1)</script>"), "malformed")
	w.refusedWith(w.move(3, g.Key, "e2e4"), "stale")
	w.refusedWith(w.move(-1, g.Key, "e2e4"), "stale")
	w.refusedWith(w.move(0, "0000000000000000", "e2e4"), "stale")
	b.refusedWith(b.move(0, g.Key, "e2e4"), "not-your-turn")
	other.refusedWith(other.move(0, g.Key, "e2e4"), "no-seat")
	other.refusedWith(other.do("resign", ""), "no-seat")
	w.n++
	w.say(fmt.Sprintf(`{"type":"resign","n":%d,"game":"aaaaaaaaaaaa"}`, w.n))
	w.refusedWith(w.wait("error"), "invalid")

	if m := w.move(0, g.Key, "e2e4"); m.Type != "done" {
		t.Fatalf("e4: %+v", m)
	}
	if again := w.move(0, g.Key, "e2e4"); again.Type != "done" {
		t.Errorf("answer to a repeated move = %+v", again)
	}
	w.refusedWith(w.move(0, g.Key, "d2d4"), "stale")
	var now struct{ Game wire.Snapshot }
	s.somebody().want(200, "GET", "/api/v1/games/"+g.ID, "", &now)
	if now.Game.Ply != 1 {
		t.Errorf("%d moves were played, want 1", now.Game.Ply)
	}
	other.conn.CloseNow()
}

// TestMessagesCost checks that every message on a socket is paid for, and that messages that a person cannot
// pay for are refused.
func TestMessagesCost(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.PersonRate, l.PersonBurst = 0.001, 8 }))
	white, _, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	for range 20 { // fewer than a socket may send at a time, but more than this person can pay for
		if m := w.move(0, g.Key, "e2e5"); m.Code == "too-many" {
			return
		}
	}
	t.Error("twenty illegal moves cost nothing")
}

func TestInvalidMessages(t *testing.T) {
	s := open(t, nil)
	white, _, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	for _, text := range []string{
		``, `null`, `[]`, `7`, `"move"`, `{`, `{"type":"move"`, `{"type":7}`, `{}`, `{"type":""}`,
		`{"type":"chat","n":1,"text":"hello"}`, `{"type":"MOVE"}`,
		`{"type":"resign","n":1,"game":"` + g.ID + `","force":true}`,
		`{"type":"move","n":1,"game":"` + g.ID + `","ply":"0"}`,
		`{"type":"move","n":1e99,"game":"` + g.ID + `"}`,
		`{"type":"resign","n":1,"game":"` + g.ID + `"}{"type":"resign"}`,
		strings.Repeat("[", 2000),
	} {
		w.say(text)
		if m := w.wait("error"); m.Code != "request" || m.Message == "" {
			t.Errorf("wait: %.60q: %+v", text, m)
		}
	}
	if m := w.do("ping", ""); m.Type != "pong" {
		t.Errorf("ping after invalid messages: got answer %+v", m)
	}
	if m := w.do("draw", `"ply":0,"do":"grab"`); m.Type != "error" {
		t.Errorf("answer to an unknown action = %+v", m)
	}
	w.say(`{"type":"ping","n":1,"game":"` + strings.Repeat("x", 5000) + `"}`)
	if how := w.closed(); how.Code != websocket.StatusMessageTooBig {
		t.Errorf("socket closed with %v after an oversized message", how)
	}
	again, _ := white.connect(g.ID)
	if err := again.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"type":"ping"}`)); err != nil {
		t.Fatalf("Write: %v", err)
	}
	if how := again.closed(); how.Code != websocket.StatusUnsupportedData {
		t.Errorf("socket closed with %v after a binary message", how)
	}
}

// TestComputer plays a move against the computer and waits for its reply.
func TestComputer(t *testing.T) {
	s := open(t, nil)
	me := s.somebody()
	var made struct{ Game wire.Snapshot }
	me.want(201, "POST", "/api/v1/games", `{"variant":"mirrorsquare","opponent":"computer","level":1,"colour":"white"}`, &made)
	w, g := me.connect(made.Game.ID)
	if g.Seat != wire.White || g.Players.Black == nil || g.Players.Black.Computer != 1 {
		t.Fatalf("game = %+v", g)
	}
	if m := w.move(0, g.Key, "e2e4"); m.Type != "done" {
		t.Fatalf("e4: %+v", m)
	}
	// The reply may arrive before the acknowledgement is read.
	for g.Ply < 2 {
		time.Sleep(50 * time.Millisecond)
		w.say(fmt.Sprintf(`{"type":"sync","n":9,"game":%q}`, g.ID))
		g = w.snapshot()
	}
}
