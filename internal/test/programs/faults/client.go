//go:build linux

package main

import (
	"bytes"
	"context"
	crypto "crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// Timeouts and limits of the client. The timeouts are those of the page (web/src/game/socket.ts and live.ts).
const (
	minBackoff      = 400 * time.Millisecond
	maxBackoff      = 15 * time.Second
	promptTries     = 4
	maxJitter       = 250 * time.Millisecond
	openTimeout     = 8 * time.Second
	responseTimeout = 3 * time.Second
	heartbeat       = 1500 * time.Millisecond
	maxAnswer       = 16 << 20
)

// backoff returns the delay before the next attempt.
func backoff(attempt int) time.Duration {
	most := min(maxBackoff, minBackoff<<min(max(0, attempt-promptTries+1), 10))
	return most/2 + rand.N(most/2)
}

// client behaves like a browser: it sends a cookie with every request.
type client struct {
	base   string
	http   *http.Client
	cookie string
}

// newClient returns a client with a cookie, as if from an earlier visit. Without a cookie, a client
// whose first response is lost would return as another person.
func newClient(base string) *client {
	secret := make([]byte, 16)
	_, _ = crypto.Read(secret) // never fails
	return &client{base: base, cookie: "tain=" + base64.RawURLEncoding.EncodeToString(secret), http: &http.Client{Timeout: openTimeout, Transport: &http.Transport{DisableKeepAlives: true}}}
}

// ask sends a request and decodes the response.
func (c *client) ask(ctx context.Context, method, path string, body, into any) error {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		in = bytes.NewReader(text)
	}
	q, err := http.NewRequestWithContext(ctx, method, c.base+path, in)
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	if c.cookie != "" {
		q.Header.Set("Cookie", c.cookie)
	}
	a, err := c.http.Do(q)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	for _, k := range a.Cookies() {
		c.cookie = k.Name + "=" + k.Value
	}
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err == nil && a.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: status %d: %.200s", method, path, a.StatusCode, text)
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// insist retries a request until it succeeds, at most 100 times.
func (c *client) insist(ctx context.Context, method, path string, body, into any) (err error) {
	for range 100 {
		if err = c.ask(ctx, method, path, body, into); err == nil || ctx.Err() != nil {
			return err
		}
		pause(ctx, 200*time.Millisecond)
	}
	return err
}

// serverMessage is the part of a server message that is used here.
type serverMessage struct {
	Type    string
	N       int64
	Ply     int
	Move    struct{ Move, Key string }
	Game    json.RawMessage
	Code    string
	Message string
	lost    bool // whether the connection was lost; the other fields are then empty
	opened  bool // whether the connection is new
}

// whole decodes the game in a message, or returns false if the message contains none.
func (h *serverMessage) whole() (g wire.Snapshot, ok bool) {
	return g, h.Type == "game" && json.Unmarshal(h.Game, &g) == nil
}

// socket is a connection to a game. Like the page, it reconnects when the connection is lost. Messages
// from the server are sent to the channel news.
type socket struct {
	c     *client
	game  string
	news  chan serverMessage
	say   chan string
	n     int64
	quiet bool // suppresses pings
}

func (c *client) open(ctx context.Context, game string) *socket {
	k := &socket{c: c, game: game, news: make(chan serverMessage, 64), say: make(chan string)}
	go k.run(ctx)
	return k
}

// run keeps a connection open until the context is done.
func (k *socket) run(ctx context.Context) {
	defer close(k.news)
	for attempt := 0; ctx.Err() == nil; {
		spoke, elsewhere := k.once(ctx)
		if spoke {
			attempt = 0
		}
		k.deliver(ctx, serverMessage{lost: true})
		wait := backoff(attempt)
		if elsewhere && attempt == 0 {
			wait = rand.N(maxJitter)
		}
		attempt++
		for over := time.After(wait); wait > 0; {
			select {
			case <-ctx.Done():
				return
			case <-k.say: // discard messages while disconnected
			case <-over:
				wait = 0
			}
		}
	}
}

func (k *socket) deliver(ctx context.Context, h serverMessage) {
	select {
	case k.news <- h:
	case <-ctx.Done():
	}
}

// once runs one connection until it closes or times out. It reports whether a message was received, and
// whether the server redirected the client.
func (k *socket) once(ctx context.Context) (spoke, elsewhere bool) {
	h := http.Header{}
	if k.c.cookie != "" {
		h.Set("Cookie", k.c.cookie)
	}
	dialing, cancel := context.WithTimeout(ctx, openTimeout)
	conn, _, err := websocket.Dial(dialing, k.c.base+"/api/v1/games/"+k.game+"/socket", &websocket.DialOptions{HTTPClient: k.c.http, HTTPHeader: h})
	cancel()
	if err != nil {
		return false, false
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxAnswer)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	came := make(chan serverMessage)
	var ended error
	go func() {
		defer close(came)
		for {
			_, text, err := conn.Read(ctx)
			if err != nil {
				ended = err
				return
			}
			var one serverMessage
			if json.Unmarshal(text, &one) != nil {
				continue
			}
			select {
			case came <- one:
			case <-ctx.Done():
				return
			}
		}
	}()
	first := true
	answer := time.NewTimer(responseTimeout) // the server responds to every message, so a silent connection is lost
	waiting := true
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	send := func(text string) bool {
		writing, cancel := context.WithTimeout(ctx, responseTimeout)
		defer cancel()
		if !waiting {
			waiting = true
			answer.Reset(responseTimeout)
		}
		return conn.Write(writing, websocket.MessageText, []byte(text)) == nil
	}
	for {
		select {
		case one, ok := <-came:
			if !ok {
				return spoke, websocket.CloseStatus(ended) == websocket.StatusServiceRestart
			}
			spoke, waiting = true, false
			answer.Stop()
			one.opened, first = first, false
			k.deliver(ctx, one)
		case text := <-k.say:
			if !send(text) {
				return spoke, false
			}
		case <-beat.C:
			if !k.quiet && !send(`{"type":"ping","n":0}`) {
				return spoke, false
			}
		case <-answer.C:
			return spoke, false
		case <-ctx.Done():
			return spoke, false
		}
	}
}

// send sends a message and returns its number. rest is appended to the standard fields.
func (k *socket) send(ctx context.Context, kind, rest string) (int64, error) {
	k.n++
	text := fmt.Sprintf(`{"type":%q,"n":%d,"game":%q%s}`, kind, k.n, k.game, rest)
	select {
	case k.say <- text:
		return k.n, nil
	case <-ctx.Done():
		return k.n, ctx.Err()
	}
}
