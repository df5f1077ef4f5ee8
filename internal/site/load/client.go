package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// client calls the server's API.
type client struct {
	bases []string // server URLs without a trailing slash
	next  atomic.Int64
	http  *http.Client
}

const (
	setters   = 16      // games set up concurrently
	maxAnswer = 8 << 20 // maximum bytes of a response
	readLimit = 1 << 20 // maximum bytes of a socket message
	// When its node stops, a client makes up to maxTries attempts to reconnect, each after a random delay of
	// up to maxJitter.
	maxJitter = 250 * time.Millisecond
	maxTries  = 20
)

// newClient returns a client that calls the servers in turn. It connects from a given local address, or from
// any address if from is the zero value.
func newClient(addresses string, from netip.Addr) (*client, error) {
	var bases []string
	for address := range strings.SplitSeq(addresses, ",") {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("load: %q is not a server URL such as http://localhost:8080", address)
		}
		bases = append(bases, u.Scheme+"://"+u.Host)
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if from.IsValid() {
		dialer.LocalAddr = net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))
	}
	return &client{
		bases: bases,
		http: &http.Client{Transport: &http.Transport{
			DialContext: dialer.DialContext, MaxIdleConnsPerHost: setters, IdleConnTimeout: 30 * time.Second,
			ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10,
		}},
	}, nil
}

// base returns the next server. Every node of a cluster serves all games and people.
func (c *client) base() string { return c.bases[int(c.next.Add(1))%len(c.bases)] }

// person is a browser with its cookie, which is empty before the first call.
type person struct{ cookie string }

// call sends a request to the API, decodes the response into the given value, and stores the person's cookie.
func (c *client) call(ctx context.Context, who *person, method, path string, body, into any) error {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		in = bytes.NewReader(text)
	}
	base := c.base()
	q, err := http.NewRequestWithContext(ctx, method, base+path, in)
	if err != nil {
		return err
	}
	if body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	if who.cookie != "" {
		q.Header.Set("Cookie", who.cookie)
	}
	a, err := c.http.Do(q)
	if err != nil {
		return fmt.Errorf("load: the server at %s does not respond: %w", base, cause(err))
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("load: the server's response is incomplete: %w", err)
	}
	for _, k := range a.Cookies() {
		who.cookie = k.Name + "=" + k.Value
	}
	if a.StatusCode >= 300 {
		return serverError(a.StatusCode, text)
	}
	return json.Unmarshal(text, into)
}

// serverError returns the error in a server's response, with a hint if the server limits requests.
func serverError(status int, text []byte) error {
	var why struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(text, &why) != nil || why.Error.Message == "" {
		return fmt.Errorf("load: the server responded with status %d", status)
	}
	err := fmt.Errorf("load: the server responded: %s", why.Error.Message)
	if status == http.StatusTooManyRequests {
		err = fmt.Errorf("%w (start the server with --no-limits to measure it)", err)
	}
	return err
}

// cause removes the method and URL that net/http adds to an error.
func cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// connect opens a person's socket to a game.
func (c *client) connect(ctx context.Context, who *person, id string) (*websocket.Conn, error) {
	h := http.Header{}
	if who.cookie != "" {
		h.Set("Cookie", who.cookie)
	}
	conn, answer, err := websocket.Dial(ctx, c.base()+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: h})
	if err != nil {
		if answer != nil && answer.Body != nil {
			text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer)) // an incomplete body is good enough for an error message
			return nil, serverError(answer.StatusCode, text)
		}
		return nil, fmt.Errorf("load: cannot open a socket: %w", cause(err))
	}
	conn.SetReadLimit(readLimit)
	return conn, nil
}

// reconnect opens a socket to another node after its node has stopped.
func (c *client) reconnect(who *person, id string) (conn *websocket.Conn, err error) {
	for range maxTries {
		time.Sleep(rand.N(maxJitter))
		if conn, err = c.connect(context.Background(), who, id); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// create creates a game that only this run joins.
func (c *client) create(ctx context.Context, who *person, variant string, rated bool) (wire.Snapshot, error) {
	var made struct{ Game wire.Snapshot }
	err := c.call(ctx, who, "POST", "/api/v1/games", wire.NewGame{
		Variant: variant, Opponent: game.Friend, Colour: "white", Name: "White", Rated: rated,
		Control: &clock.Control{Initial: time.Hour.Milliseconds(), Increment: 10_000},
	}, &made)
	return made.Game, err
}

// join joins a game as Black.
func (c *client) join(ctx context.Context, who *person, id, token string) error {
	var joined struct{ Game wire.Snapshot }
	return c.call(ctx, who, "POST", "/api/v1/games/"+id+"/join", wire.JoinRequest{Token: token, Name: "Black"}, &joined)
}

// read returns a game as a spectator sees it.
func (c *client) read(ctx context.Context, id string) (wire.Snapshot, error) {
	var got struct{ Game wire.Snapshot }
	err := c.call(ctx, &person{}, "GET", "/api/v1/games/"+id, nil, &got)
	return got.Game, err
}

// figures contains metrics, summed over all servers.
type figures struct {
	memory uint64  // bytes
	work   float64 // CPU seconds since the start
}

// metrics returns the sums of the metrics of all servers. Missing metrics are 0. If a server cannot be read,
// all are 0.
func (c *client) metrics(ctx context.Context) (all figures) {
	for _, base := range c.bases {
		q, err := http.NewRequestWithContext(ctx, "GET", base+"/metrics", nil)
		if err != nil {
			return figures{}
		}
		a, err := c.http.Do(q)
		if err != nil {
			return figures{}
		}
		text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
		a.Body.Close()
		if err != nil {
			return figures{}
		}
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			figure, _ := strconv.ParseFloat(value, 64) // 0 if invalid
			switch name {
			case "process_resident_memory_bytes":
				all.memory += uint64(figure)
			case "process_cpu_seconds_total":
				all.work += figure
			}
		}
	}
	return all
}
