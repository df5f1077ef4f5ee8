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

	"github.com/tainchess/tain/internal/protocol/wire"
)

// news is a line of a game's stream: the whole game, or a move of it.
type news struct {
	Type   string           `json:"type"`
	Game   json.RawMessage  `json:"game"`
	Ply    int              `json:"ply"`
	Move   *wire.PlayedMove `json:"move"`
	Clocks *wire.Clocks     `json:"clocks"`
}

// Refusal is what the server answers to a request that it does not carry out.
type Refusal struct {
	Status  int
	Code    string
	Message string
}

// Error is the sentence of the server.
func (r *Refusal) Error() string {
	if r.Message == "" {
		return fmt.Sprintf("the server answers with status %d", r.Status)
	}
	return r.Message
}

// client asks a server.
type client struct {
	base, token string
	http        http.Client
}

func newClient(address, token string) (*client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("the server is %q; give its address, such as https://play.example.org", address)
	}
	return &client{base: strings.TrimRight(address, "/"), token: token}, nil
}

// NewToken asks a server for the token of a new bot.
func NewToken(ctx context.Context, address string) (string, error) {
	c, err := newClient(address, "")
	if err != nil {
		return "", err
	}
	var made wire.BotToken
	err = c.post(ctx, "/api/v1/bot/token", struct{}{}, &made)
	return made.Token, err
}

// Bounds of what a server may send, and of how long to wait for an answer.
const (
	mostLine  = 8 << 20
	answerIn  = 30 * time.Second
	silence   = 30 * time.Second // a stream says something every few seconds
	firstWait = 500 * time.Millisecond
	mostWait  = 30 * time.Second
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
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // what cannot be read says nothing
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
	return json.NewDecoder(io.LimitReader(got.Body, mostLine)).Decode(answer)
}

// lines hands over each line of a stream until take has enough, it breaks, or it is
// silent for too long. It reports whether take has enough.
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
	in.Buffer(nil, mostLine)
	for in.Scan() {
		quiet.Reset(silence)
		if line := bytes.TrimSpace(in.Bytes()); len(line) > 0 && !take(line) {
			return true, nil
		}
	}
	return false, in.Err()
}

// again opens a stream again and again until take has enough or the context ends.
// What the server refuses for good, and not only for now, ends it too. Broken is told
// why it cannot be opened, once for each time that it breaks.
func (c *client) again(ctx context.Context, path string, broken func(error), take func(line []byte) bool) error {
	wait, told := firstWait, false
	for {
		enough, err := c.lines(ctx, path, func(line []byte) bool {
			wait, told = firstWait, false
			return take(line)
		})
		var no *Refusal
		switch {
		case enough || ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &no) && no.Status >= 400 && no.Status < 500 && no.Status != http.StatusTooManyRequests && no.Status != http.StatusRequestTimeout:
			return err
		case err != nil && !told:
			told = true
			if errors.Is(err, context.Canceled) { // it was silent for too long
				err = os.ErrDeadlineExceeded
			}
			broken(err)
		}
		select {
		case <-time.After(wait):
			wait = min(2*wait, mostWait)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// follow hands over the events of a bot.
func (c *client) follow(ctx context.Context, path string, broken func(error), take func(wire.BotEvent) bool) error {
	return c.again(ctx, path, broken, func(line []byte) bool {
		var e wire.BotEvent
		return json.Unmarshal(line, &e) != nil || take(e)
	})
}

// hand passes a value on unless the context ends first.
func hand[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}
