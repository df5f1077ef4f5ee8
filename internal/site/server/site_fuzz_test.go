package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// FuzzSite has clients send scripted requests, raw bytes and socket frames to a complete server. The server
// runs in a synctest bubble, in which time passes only when all goroutines are blocked. No response may be an
// internal error, no handler may panic, and no goroutine may remain after the server has closed, because
// otherwise the bubble fails.
//
// A script begins with a byte for the limits and for whether the game has both players. Each step consists of
// a kind, two parameters, a length and a string of that length, in which GAME and TOKEN stand for the
// identifier of a game and its invitation.
func FuzzSite(f *testing.F) {
	routes := siteRoutes(f)
	step := func(kind, a, b byte, text string) string { return string([]byte{kind, a, b, byte(len(text))}) + text }
	for i := range routes {
		f.Add([]byte("\x00" + step(stepRequest, byte(i), 0, "")))
	}
	var everything strings.Builder
	for i := range routes {
		everything.WriteString(step(stepRequest, byte(i), byte(i), ""))
	}
	for _, script := range []string{
		everything.String(),
		step(stepSocket, 0, 0, "") + step(stepSocket, 1, 0, "") + step(stepMessage, 0, 0, "e2e4") + step(stepWait, 12, 0, "") + step(stepMessage, 1, 0, "e7e5") +
			step(stepMessage, 0, 1, "offer") + step(stepMessage, 1, 1, "accept") + step(stepMessage, 0, 5, "offer") + step(stepMessage, 1, 5, "accept"),
		step(stepSocket, 0, 0, "") + step(stepWait, 17, 0, "") + step(stepMessage, 0, 2, "") + step(stepClose, 0, 0, "") + step(stepWait, 17, 0, ""),
		step(stepSocket, 2, 1, "") + step(stepFrame, 0, 0x81, `{"type":"seek","n":1}`) + step(stepFrame, 0, 0x89, "ping") + step(stepFrame, 0, 0x88, "\x03\xe8"),
		step(stepRaw, 0, 0, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") + step(stepRaw, 0, 0, "GET /game/GAME?x HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n"),
		step(stepRaw, 1, 0, "POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{") + step(stepWait, 15, 0, ""),
		step(stepRaw, 2, 0, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + step(stepRaw, 3, 0, "GET /api/v1/games/GAME/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n"),
	} {
		f.Add([]byte("\x00" + script))
		f.Add([]byte("\x01" + script))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) == 0 || len(script) > 4096 {
			return
		}
		synctest.Test(t, func(t *testing.T) { runSite(t, routes, script) })
	})
}

// The steps of a script.
const (
	stepRequest = iota // a: route; b: 0 for its method, otherwise another; text: query or body, or empty for the example
	stepRaw            // a: connection; text: bytes
	stepSocket         // a: connection, and player or stranger; b: 0 for the game, 1 for pairing
	stepFrame          // a: connection; b: first byte; text: payload
	stepMessage        // a: connection; b: command; text: its detail
	stepWait           // a: logarithm of the milliseconds
	stepClose          // a: connection
	steps
)

// siteRoute is a route with an example request.
type siteRoute struct{ method, path, query, body string }

// siteRoutes lists the routes of a server. It omits analyses, because time in the bubble does not pass while
// a search is computing, and sheets, which are slow.
func siteRoutes(f testing.TB) (list []siteRoute) {
	text, err := os.ReadFile("../rest/openapi.json")
	if err != nil {
		f.Fatalf("os.ReadFile: %v", err)
	}
	var doc openAPI
	if err := json.Unmarshal(text, &doc); err != nil {
		f.Fatalf("json.Unmarshal: %v", err)
	}
	for path, operations := range doc.Paths {
		if strings.Contains(path, "analyse") || strings.Contains(path, "sheets") {
			continue
		}
		for method, o := range operations {
			r := siteRoute{method: strings.ToUpper(method), path: strings.ReplaceAll(path, "{id}", "GAME"), body: string(o.RequestBody.Content["application/json"].Example)}
			query := url.Values{}
			for _, p := range o.Parameters {
				if example, ok := p.Example.(string); ok && p.In == "path" {
					r.path = strings.ReplaceAll(r.path, "{"+p.Name+"}", example)
				} else if ok {
					query.Set(p.Name, example)
				}
			}
			if len(query) > 0 {
				r.query = "?" + query.Encode()
			}
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b siteRoute) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return list
}

// TestSiteRoutes sends a request to each route, in a bubble like that of FuzzSite, and checks that each gets
// a response.
func TestSiteRoutes(t *testing.T) {
	routes, script := siteRoutes(t), []byte{0}
	for i := range routes {
		script = append(script, stepRequest, byte(i), 0, 0)
	}
	synctest.Test(t, func(t *testing.T) {
		if n := runSite(t, routes, script); n != len(routes) {
			t.Errorf("%d responses from %d routes", n, len(routes))
		}
	})
}

// TestSiteMessages checks that the server can read every command that siteMessage returns.
func TestSiteMessages(t *testing.T) {
	h, err := hub.New(t.Context(), memory.New(), hub.Options{Options: room.Options{Rules: variant.Builtin()}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	defer h.Close(t.Context())
	shot, err := h.Create(t.Context(), room.SessionOf("anna"), game.Request{Variant: "chess", Opponent: game.Friend, Colour: "white"})
	if err != nil {
		t.Fatalf("hub.Create: %v", err)
	}
	types := map[string]bool{}
	for kind := range byte(len(wire.ClientTypes())) {
		text := siteMessage(t, h, shot.ID, kind, "offer")
		f, err := view.ReadFrame([]byte(text))
		if err != nil {
			t.Errorf("ReadFrame(%s): %v", text, err)
		}
		types[f.Type] = true
	}
	if len(types) != len(wire.ClientTypes()) {
		t.Errorf("siteMessage returns the types %v, want %v", types, wire.ClientTypes())
	}
}

// runSite runs a script in a bubble, and returns the number of responses.
func runSite(t *testing.T, routes []siteRoute, script []byte) int {
	saved, book := memory.New(), &logbook{}
	log := slog.New(slog.NewTextHandler(book, nil))
	h, err := hub.New(context.Background(), saved, hub.Options{Options: room.Options{Rules: variant.Builtin(), Log: log}, NewPlayer: func() computer.Player { return firstMove{} }})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	limits := limit.Default()
	if script[0]&1 == 0 {
		limits = limits.WithoutPerAddress()
	}
	s, err := server.New(server.Options{
		Rules: variant.Builtin(), Hub: h, Limits: &limits, Log: log, Studies: saved, Files: fstest.MapFS{"index.html": {Data: []byte(clientPage)}},
	})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	l := newPipes()
	serving, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(serving, l) }()
	secrets := []string{strings.Repeat("A", 22), strings.Repeat("Q", 22), strings.Repeat("g", 22)}
	shot, err := h.Create(t.Context(), room.SessionOf(secrets[0]), game.Request{Variant: "chess", Opponent: game.Friend, Colour: "white"})
	if err == nil && script[0]&2 == 0 {
		_, err = h.Join(t.Context(), room.SessionOf(secrets[1]), shot.ID, shot.Invite, "")
	}
	if err != nil {
		t.Fatalf("hub.Join: %v", err)
	}
	names := strings.NewReplacer("GAME", shot.ID, "TOKEN", shot.Invite)
	var open [8]*siteClient
	send := func(i byte, text string) {
		i %= byte(len(open))
		if open[i] == nil {
			open[i] = dialSite(t, l, int(i))
		}
		open[i].out <- text
	}
	for script = script[1:]; len(script) >= 4; {
		kind, a, b, n := script[0]%steps, script[1], script[2], min(int(script[3]), len(script)-4)
		text := names.Replace(string(script[4 : 4+n]))
		script = script[4+n:]
		secret := secrets[int(a)%len(secrets)]
		switch kind {
		case stepRequest:
			r := routes[int(a)%len(routes)]
			method, query, body := r.method, r.query, r.body
			if b != 0 {
				method = []string{"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"}[b%6]
			}
			if n > 0 && method == "GET" {
				query = "?" + url.PathEscape(text)
			} else if n > 0 {
				body = text
			}
			c := dialSite(t, l, 100)
			c.out <- names.Replace(fmt.Sprintf("%s %s%s HTTP/1.1\r\nHost: localhost\r\nCookie: tain=%s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
				method, r.path, query, secret, len(names.Replace(body))) + body)
			synctest.Wait()
			defer c.close()
		case stepRaw:
			send(a, text)
		case stepSocket:
			path := "/api/v1/games/" + shot.ID + "/socket"
			if b%2 == 1 {
				path = "/api/v1/pairing/socket"
			}
			send(a, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: tain="+secret+
				"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
		case stepFrame:
			send(a, rawFrame(b, text))
		case stepMessage:
			send(a, rawFrame(0x81, siteMessage(t, h, shot.ID, b, text)))
		case stepWait:
			time.Sleep(time.Millisecond << (a % 18))
		case stepClose:
			if c := open[a%byte(len(open))]; c != nil {
				c.close()
				open[a%byte(len(open))] = nil
			}
		}
		synctest.Wait()
	}
	for _, c := range open {
		if c != nil {
			c.close()
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if said := book.String(); strings.Contains(said, "panicked") || strings.Contains(said, "level=ERROR") {
		t.Error(said)
	}
	return int(l.answers.Load())
}

// siteMessage returns a command about the current game.
func siteMessage(t *testing.T, h *hub.Hub, id string, kind byte, detail string) string {
	now, err := h.Snapshot(t.Context(), room.Session{}, id)
	if err != nil {
		t.Fatalf("hub.Snapshot: %v", err)
	}
	// The server rejects a message with a field that its type does not have.
	all := [][]string{
		{"move", "ply", "takebacks", "key", "move"}, {"draw", "ply", "takebacks", "do"}, {"claim", "ply", "takebacks"}, {"takeback", "ply", "takebacks", "do"},
		{"resign"}, {"rematch", "do"}, {"abort"}, {"sync", "ply", "takebacks"}, {"ping"}, {"say", "phrase"}, {"gone", "ply", "takebacks"},
	}
	fields := all[int(kind)%len(all)]
	values := map[string]any{"ply": now.Ply, "takebacks": now.Takebacks, "key": now.Key, "do": detail, "move": detail, "phrase": detail}
	m := map[string]any{"type": fields[0], "n": 1, "game": id}
	for _, field := range fields[1:] {
		m[field] = values[field]
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	return string(text[:min(len(text), 4096)])
}

// siteClient is a connection that writes the texts in a channel and reads all responses.
type siteClient struct {
	conn net.Conn
	out  chan string
	once sync.Once
}

func (c *siteClient) close() {
	c.once.Do(func() {
		close(c.out)
		c.conn.Close()
	})
}

// dialSite connects to a server. The number determines the client's address.
func dialSite(t *testing.T, l *pipes, n int) *siteClient {
	c := &siteClient{conn: l.dial(n), out: make(chan string, 256)}
	go func() {
		for text := range c.out {
			if _, err := io.WriteString(c.conn, text); err != nil {
				for range c.out {
				}
				return
			}
		}
	}()
	go func() {
		in := bufio.NewReader(c.conn)
		for {
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				io.Copy(io.Discard, in)
				return
			}
			body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<12))
			l.answers.Add(1)
			if answer.StatusCode == http.StatusInternalServerError {
				t.Errorf("internal error: %s", body)
			}
			if answer.StatusCode == http.StatusSwitchingProtocols {
				io.Copy(io.Discard, in)
				return
			}
			io.Copy(io.Discard, answer.Body)
		}
	}()
	return c
}

// pipes is a listener for in-memory connections, which work in a bubble. It counts the responses that its
// clients read.
type pipes struct {
	answers atomic.Int64
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// dial connects from an address that the given number determines.
func (p *pipes) dial(n int) net.Conn {
	client, server := net.Pipe()
	select {
	case p.conns <- pipe{server, &net.TCPAddr{IP: net.IPv4(10, 0, 0, byte(n)), Port: 1}}:
	case <-p.closed:
		server.Close()
	}
	return client
}

// Accept returns the next connection.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close makes Accept fail.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr returns a fixed address.
func (*pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80} }

// pipe is an in-memory connection with the address of its client.
type pipe struct {
	net.Conn
	from net.Addr
}

// RemoteAddr returns the client's address.
func (p pipe) RemoteAddr() net.Addr { return p.from }

// firstMove is a computer player that plays the first legal move without searching.
type firstMove struct{}

func (firstMove) Plays(rules.Rules) bool { return true }

func (firstMove) Choose(_ context.Context, line *rules.Line, _ int, _ engine.Limits) (board.Move, error) {
	p := line.Position()
	return rules.LegalMoves(line.Rules(), &p)[0], nil
}

func (firstMove) Judge(context.Context, *rules.Line, engine.Limits) (int, error) { return 0, nil }
