package bot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// update is one line of a game's stream: the whole game or a move.
type update struct {
	Type   string           `json:"type"`
	Game   json.RawMessage  `json:"game"`
	Ply    int              `json:"ply"`
	Move   *wire.PlayedMove `json:"move"`
	Clocks *wire.Clocks     `json:"clocks"`
}

// Refusal is an error response from the server.
type Refusal struct {
	Status  int
	Code    string
	Message string
}

// Error returns the server's message.
func (r *Refusal) Error() string {
	if r.Message == "" {
		return fmt.Sprintf("the server responded with status %d", r.Status)
	}
	return r.Message
}

// client sends requests to a server.
type client struct {
	base, token string
	http        http.Client
}

func newClient(address, token string) (*client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("invalid server address %q; use an address such as https://play.example.org", address)
	}
	return &client{base: strings.TrimRight(address, "/"), token: token}, nil
}

// NewToken requests a token for a new bot without an account.
func NewToken(ctx context.Context, address string) (string, error) {
	c, err := newClient(address, "")
	if err != nil {
		return "", err
	}
	var made wire.BotToken
	err = c.post(ctx, "/api/v1/bot/token", struct{}{}, &made)
	return made.Token, err
}

// owner returns the account of the client's token, or nil if the token is not that of an account. If the server cannot be
// reached, it calls broken once and tries again.
func (c *client) owner(ctx context.Context, broken func(error)) (*wire.TokenOwner, error) {
	if !strings.HasPrefix(c.token, people.TokenPrefix) {
		return nil, nil
	}
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		owner, err := c.readOwner(ctx)
		if err == nil || ctx.Err() != nil || permanent(err) {
			return owner, err
		}
		if wait == firstWait {
			broken(err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

func (c *client) readOwner(ctx context.Context) (*wire.TokenOwner, error) {
	ctx, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	answer, err := c.request(ctx, http.MethodGet, "/api/v1/token", nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var owner wire.TokenOwner
	return &owner, json.NewDecoder(io.LimitReader(answer.Body, maxLine)).Decode(&owner)
}

// Limits on response sizes and waiting times.
const (
	maxLine   = 8 << 20
	answerIn  = 30 * time.Second
	silence   = 30 * time.Second // timeout for a stream, on which the server sends a line every few seconds
	firstWait = 500 * time.Millisecond
	maxWait   = 30 * time.Second
)

func (c *client) request(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode < 300 {
		return answer, nil
	}
	defer answer.Body.Close()
	var failed struct {
		Error struct{ Code, Message string } `json:"error"`
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // on error, the status is enough
	_ = json.Unmarshal(text, &failed)
	return nil, &Refusal{answer.StatusCode, failed.Error.Code, failed.Error.Message}
}

func (c *client) post(ctx context.Context, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	got, err := c.request(ctx, http.MethodPost, path, text)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if answer == nil {
		return nil
	}
	return json.NewDecoder(io.LimitReader(got.Body, maxLine)).Decode(answer)
}

// lines passes each line of a stream to take until take returns false, the stream breaks, or the stream is
// silent for too long. Enough reports whether take returned false.
func (c *client) lines(ctx context.Context, path string, take func(line []byte) bool) (enough bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	quiet := time.AfterFunc(silence, cancel)
	defer quiet.Stop()
	answer, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	in := bufio.NewScanner(answer.Body)
	in.Buffer(nil, maxLine)
	for in.Scan() {
		quiet.Reset(silence)
		if line := bytes.TrimSpace(in.Bytes()); len(line) > 0 && !take(line) {
			return true, nil
		}
	}
	return false, in.Err()
}

// permanent reports whether the server has rejected a request, and would do so again.
func permanent(err error) bool {
	var no *Refusal
	return errors.As(err, &no) && no.Status >= 400 && no.Status < 500 && no.Status != http.StatusTooManyRequests && no.Status != http.StatusRequestTimeout
}

// follow opens a stream and reopens it when it breaks, until take returns false, the context ends, or the
// server permanently rejects the request. Of several errors without a line between them, broken receives only
// the first.
func (c *client) follow(ctx context.Context, path string, broken func(error), take func(line []byte) bool) error {
	wait, reported := firstWait, false
	for {
		enough, err := c.lines(ctx, path, func(line []byte) bool {
			wait, reported = firstWait, false
			return take(line)
		})
		switch {
		case enough || ctx.Err() != nil:
			return ctx.Err()
		case permanent(err):
			return err
		case err != nil && !reported:
			reported = true
			if errors.Is(err, context.Canceled) { // the stream was silent for too long
				err = os.ErrDeadlineExceeded
			}
			broken(err)
		}
		select {
		case <-time.After(wait):
			wait = min(2*wait, maxWait)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// events passes the events of a bot to take, until take returns false.
func (c *client) events(ctx context.Context, path string, broken func(error), take func(wire.BotEvent) bool) error {
	return c.follow(ctx, path, broken, func(line []byte) bool {
		var e wire.BotEvent
		return json.Unmarshal(line, &e) != nil || take(e)
	})
}

// hand sends a value on a channel. It returns false if the context ends first.
func hand[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}
