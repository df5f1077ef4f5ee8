//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// maxAnswer bounds what is read of an answer.
const maxAnswer = 16 << 20

// caller is somebody who asks the server from an address of this machine, with
// the cookie of a browser.
type caller struct {
	base   string
	from   netip.Addr
	http   *http.Client
	cookie string
	header http.Header // sent with every request
}

// newCaller returns somebody without a cookie. Callers from one address share
// nothing but the address.
func newCaller(base string, from netip.Addr) *caller {
	return &caller{
		base: base, from: from, header: http.Header{},
		http: &http.Client{
			Timeout: 30 * time.Second,
			Transport: &http.Transport{
				DialContext: dialer(from).DialContext, DisableCompression: true, MaxIdleConnsPerHost: 4, IdleConnTimeout: 20 * time.Second,
			},
		},
	}
}

func dialer(from netip.Addr) *net.Dialer {
	return &net.Dialer{Timeout: 10 * time.Second, LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))}
}

// again returns the same caller as a new person: without a cookie.
func (c *caller) again() *caller {
	other := *c
	other.cookie = ""
	return &other
}

// leave closes connections that nothing waits for.
func (c *caller) leave() { c.http.CloseIdleConnections() }

// ask sends a request with a JSON body, if it is not empty, and reads the
// answer into a value, if that is not nil and the status is a good one.
func (c *caller) ask(ctx context.Context, method, path, body string, into any) (status int, err error) {
	var in io.Reader
	if body != "" {
		in = bytes.NewReader([]byte(body))
	}
	q, err := http.NewRequestWithContext(ctx, method, c.base+path, in)
	if err != nil {
		return 0, err
	}
	for name, values := range c.header {
		q.Header[name] = values
	}
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	if c.cookie != "" {
		q.Header.Set("Cookie", c.cookie)
	}
	a, err := c.http.Do(q)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err != nil {
		return 0, err
	}
	for _, k := range a.Cookies() {
		c.cookie = k.Name + "=" + k.Value
	}
	if into != nil && a.StatusCode < 300 {
		err = json.Unmarshal(text, into)
	}
	return a.StatusCode, err
}

// want is ask for somebody who expects to be served.
func (c *caller) want(ctx context.Context, method, path, body string, into any) error {
	status, err := c.ask(ctx, method, path, body, into)
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: status %d", method, path, status)
	}
	return err
}

// create begins a game; what is the body of the request.
func (c *caller) create(ctx context.Context, what string) (wire.Snapshot, error) {
	var made wire.OneGame
	err := c.want(ctx, "POST", "/api/v1/games", what, &made)
	return made.Game, err
}

// join takes the free seat.
func (c *caller) join(ctx context.Context, g wire.Snapshot) error {
	return c.want(ctx, "POST", "/api/v1/games/"+g.ID+"/join", fmt.Sprintf(`{"token":%q}`, g.Invite), nil)
}

// connect opens a socket to a game.
func (c *caller) connect(ctx context.Context, id string) (*line, error) {
	h := http.Header{}
	if c.cookie != "" {
		h.Set("Cookie", c.cookie)
	}
	conn, answer, err := websocket.Dial(ctx, c.base+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: h})
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("a socket: status %d", answer.StatusCode)
		}
		return nil, err
	}
	conn.SetReadLimit(maxAnswer)
	return &line{conn: conn, game: id}, nil
}

// line is a socket to a game.
type line struct {
	conn *websocket.Conn
	game string
	n    int64
}

// heard is what the server says on a socket, as far as it matters here.
type heard struct {
	Type    string
	N       int64
	Ply     int
	Place   int
	Move    struct{ Move, Key string }
	Game    json.RawMessage // an ID or a whole game
	Code    string
	Message string
}

// whole reads the game of a message that tells the whole of it.
func (h *heard) whole() (g wire.Snapshot, ok bool) {
	return g, h.Type == "game" && json.Unmarshal(h.Game, &g) == nil
}

func (l *line) say(ctx context.Context, text string) error {
	return l.conn.Write(ctx, websocket.MessageText, []byte(text))
}

func (l *line) next(ctx context.Context) (heard, error) {
	var h heard
	_, text, err := l.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	return h, err
}

// await reads until a message fits.
func (l *line) await(ctx context.Context, fits func(*heard) bool) (heard, error) {
	for {
		h, err := l.next(ctx)
		if err != nil || fits(&h) {
			return h, err
		}
	}
}

// move sends a move and returns its number.
func (l *line) move(ctx context.Context, ply int, key, move string) (int64, error) {
	l.n++
	return l.n, l.say(ctx, fmt.Sprintf(`{"type":"move","n":%d,"game":%q,"ply":%d,"key":%q,"move":%q}`, l.n, l.game, ply, key, move))
}

// command sends something else, such as {"type":"resign"}: rest follows the
// usual fields and begins with a comma if it is not empty.
func (l *line) command(ctx context.Context, kind, rest string) (int64, error) {
	l.n++
	return l.n, l.say(ctx, fmt.Sprintf(`{"type":%q,"n":%d,"game":%q%s}`, kind, l.n, l.game, rest))
}

// done waits for the answer to a command.
func (l *line) done(ctx context.Context, n int64) error {
	h, err := l.await(ctx, func(h *heard) bool { return h.N == n && (h.Type == "done" || h.Type == "error") })
	if err == nil && h.Type == "error" {
		err = fmt.Errorf("refused as %s: %s", h.Code, h.Message)
	}
	return err
}

// play plays a move and returns the key of the position after it.
func (l *line) play(ctx context.Context, ply int, key, move string) (next string, err error) {
	n, err := l.move(ctx, ply, key, move)
	if err != nil {
		return "", err
	}
	h, err := l.await(ctx, func(h *heard) bool {
		return h.Type == "move" && h.Ply == ply+1 || h.Type == "error" && h.N == n || h.Type == "game" && over(h)
	})
	if err == nil && h.Type != "move" {
		err = fmt.Errorf("refused as %s: %s", h.Code, h.Message)
	}
	return h.Move.Key, err
}

func over(h *heard) bool {
	g, ok := h.whole()
	return ok && g.Result != nil
}

func (l *line) close() { l.conn.CloseNow() }

// loopback returns an address of this machine: 127.A.B.C.
func loopback(a, b, c int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, byte(a), byte(b), byte(c)})
}

// honestAddress and attackerAddress return the addresses of the people of each
// kind.
func honestAddress(i int) netip.Addr   { return loopback(1, 0, 1+i) }
func attackerAddress(i int) netip.Addr { return loopback(66, i/250, 1+i%250) }

// pause waits, and reports whether the context has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// text returns an answer as it is.
func (c *caller) text(ctx context.Context, path string) (string, error) {
	q, err := http.NewRequestWithContext(ctx, "GET", c.base+path, nil)
	if err != nil {
		return "", err
	}
	a, err := c.http.Do(q)
	if err != nil {
		return "", err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err == nil && a.StatusCode >= 300 {
		err = fmt.Errorf("GET %s: status %d", path, a.StatusCode)
	}
	return string(text), err
}
