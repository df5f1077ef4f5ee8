//go:build linux

// Package client is an HTTP and WebSocket client for the server that can use any loopback
// address.
package client

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

// maxAnswer is the maximum size of a response in bytes.
const maxAnswer = 16 << 20

// Client is a visitor with a local address and a browser cookie.
type Client struct {
	Base   string
	From   netip.Addr
	http   *http.Client
	Cookie string
	Header http.Header // sent with every request
}

// New returns a client without a cookie. Clients with the same address share nothing else.
func New(base string, from netip.Addr) *Client {
	return &Client{
		Base: base, From: from, Header: http.Header{},
		http: &http.Client{
			Timeout: time.Minute,
			Transport: &http.Transport{
				DialContext: Dialer(from).DialContext, DisableCompression: true, MaxIdleConnsPerHost: 4, IdleConnTimeout: 20 * time.Second,
			},
		},
	}
}

func Dialer(from netip.Addr) *net.Dialer {
	return &net.Dialer{Timeout: 10 * time.Second, LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))}
}

// Again returns a client with the same address but without a cookie, as a new visitor.
func (c *Client) Again() *Client {
	other := *c
	other.Cookie = ""
	return &other
}

// HTTP returns the underlying HTTP client, without the cookie.
func (c *Client) HTTP() *http.Client { return c.http }

// Leave closes idle connections.
func (c *Client) Leave() { c.http.CloseIdleConnections() }

// Ask sends a request, with a JSON body if body is not empty. It decodes the response into a
// value if into is not nil and the status is below 300.
func (c *Client) Ask(ctx context.Context, method, path, body string, into any) (status int, err error) {
	var in io.Reader
	if body != "" {
		in = bytes.NewReader([]byte(body))
	}
	q, err := http.NewRequestWithContext(ctx, method, c.Base+path, in)
	if err != nil {
		return 0, err
	}
	for name, values := range c.Header {
		q.Header[name] = values
	}
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	if c.Cookie != "" {
		q.Header.Set("Cookie", c.Cookie)
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
		c.Cookie = k.Name + "=" + k.Value
	}
	if into != nil && a.StatusCode < 300 {
		err = json.Unmarshal(text, into)
	}
	return a.StatusCode, err
}

// Must is like Ask, but a status of 300 or more is an error.
func (c *Client) Must(ctx context.Context, method, path, body string, into any) error {
	status, err := c.Ask(ctx, method, path, body, into)
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: status %d", method, path, status)
	}
	return err
}

// Create creates a game. what is the request body.
func (c *Client) Create(ctx context.Context, what string) (wire.Snapshot, error) {
	var made wire.OneGame
	err := c.Must(ctx, "POST", "/api/v1/games", what, &made)
	return made.Game, err
}

// Join takes the free seat of a game.
func (c *Client) Join(ctx context.Context, g wire.Snapshot) error {
	return c.Must(ctx, "POST", "/api/v1/games/"+g.ID+"/join", fmt.Sprintf(`{"token":%q}`, g.Invite), nil)
}

// Connect opens a socket to a game.
func (c *Client) Connect(ctx context.Context, id string) (*Socket, error) {
	h := http.Header{}
	if c.Cookie != "" {
		h.Set("Cookie", c.Cookie)
	}
	conn, answer, err := websocket.Dial(ctx, c.Base+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: h})
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("open socket: status %d", answer.StatusCode)
		}
		return nil, err
	}
	conn.SetReadLimit(maxAnswer)
	return &Socket{conn: conn, Game: id}, nil
}

// Socket is a WebSocket to a game.
type Socket struct {
	conn *websocket.Conn
	Game string
	N    int64
}

// Message is the part of a server message that is used here.
type Message struct {
	Type    string
	N       int64
	Ply     int
	Place   int
	Move    struct{ Move, Key string }
	Game    json.RawMessage // an ID or a whole game
	Code    string
	Message string
}

// Snapshot decodes the game in a message, or returns false if the message contains none.
func (h *Message) Snapshot() (g wire.Snapshot, ok bool) {
	return g, h.Type == "game" && json.Unmarshal(h.Game, &g) == nil
}

func (l *Socket) Send(ctx context.Context, text string) error {
	return l.conn.Write(ctx, websocket.MessageText, []byte(text))
}

func (l *Socket) Next(ctx context.Context) (Message, error) {
	var h Message
	_, text, err := l.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	return h, err
}

// Await reads messages until one matches, and returns it.
func (l *Socket) Await(ctx context.Context, fits func(*Message) bool) (Message, error) {
	for {
		h, err := l.Next(ctx)
		if err != nil || fits(&h) {
			return h, err
		}
	}
}

// Move sends a move and returns its number.
func (l *Socket) Move(ctx context.Context, ply int, key, move string) (int64, error) {
	l.N++
	return l.N, l.Send(ctx, fmt.Sprintf(`{"type":"move","n":%d,"game":%q,"ply":%d,"key":%q,"move":%q}`, l.N, l.Game, ply, key, move))
}

// Command sends a command, such as {"type":"resign"}, and returns its number. rest is appended to the
// standard fields and starts with a comma unless it is empty.
func (l *Socket) Command(ctx context.Context, kind, rest string) (int64, error) {
	l.N++
	return l.N, l.Send(ctx, fmt.Sprintf(`{"type":%q,"n":%d,"game":%q%s}`, kind, l.N, l.Game, rest))
}

// Done waits for the response to a command, and returns an error if the server rejects the command.
func (l *Socket) Done(ctx context.Context, n int64) error {
	h, err := l.Await(ctx, func(h *Message) bool { return h.N == n && (h.Type == "done" || h.Type == "error") })
	if err == nil && h.Type == "error" {
		err = fmt.Errorf("rejected with %s: %s", h.Code, h.Message)
	}
	return err
}

// Play plays a move and returns the key of the position after it.
func (l *Socket) Play(ctx context.Context, ply int, key, move string) (next string, err error) {
	n, err := l.Move(ctx, ply, key, move)
	if err != nil {
		return "", err
	}
	h, err := l.Await(ctx, func(h *Message) bool {
		return h.Type == "move" && h.Ply == ply+1 || h.Type == "error" && h.N == n || h.Type == "game" && over(h)
	})
	if err == nil && h.Type != "move" {
		err = fmt.Errorf("rejected with %s: %s", h.Code, h.Message)
	}
	return h.Move.Key, err
}

func over(h *Message) bool {
	g, ok := h.Snapshot()
	return ok && g.Result != nil
}

func (l *Socket) Close() { l.conn.CloseNow() }

// Loopback returns the local address 127.A.B.C.
func Loopback(a, b, c int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, byte(a), byte(b), byte(c)})
}

// HonestAddress and AttackerAddress return the addresses of honest people and attackers.
func HonestAddress(i int) netip.Addr   { return Loopback(1, 0, 1+i) }
func AttackerAddress(i int) netip.Addr { return Loopback(66, i/250, 1+i%250) }

// AttackerNetwork contains all addresses that AttackerAddress returns.
const AttackerNetwork = "127.66.0.0/16"

// Pause waits, and returns false if the context is done first.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Text requests a path and returns the body of the response.
func (c *Client) Text(ctx context.Context, path string) (string, error) {
	q, err := http.NewRequestWithContext(ctx, "GET", c.Base+path, nil)
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
