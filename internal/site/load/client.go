package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"github.com/tainchess/tain/internal/protocol/wire"
)

// client speaks to the server.
type client struct {
	bases []string // the servers' addresses, without a slash at the end
	next  atomic.Int64
	http  *http.Client
}

// maxAnswer bounds what is read of an answer, readLimit a socket's message.
const (
	maxAnswer = 8 << 20
	readLimit = 1 << 20
)

// newClient returns a client that calls servers, by turns, from an address of this
// machine, or from any if that is the zero Addr.
func newClient(addresses string, from netip.Addr) (*client, error) {
	var bases []string
	for address := range strings.SplitSeq(addresses, ",") {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("load: %q is no address of a server; it looks like http://localhost:8080", address)
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

// base is the server that is asked next. The nodes of a cluster all know every game
// and every person, so that whoever asks may come to any of them.
func (c *client) base() string { return c.bases[int(c.next.Add(1))%len(c.bases)] }

// person is a browser: its cookie, once it has one.
type person struct{ cookie string }

// call asks the API. The answer goes into a value, the cookie to the person.
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
		return fmt.Errorf("load: the server at %s does not answer: %w", base, cause(err))
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("load: the server's answer was cut off: %w", err)
	}
	for _, k := range a.Cookies() {
		who.cookie = k.Name + "=" + k.Value
	}
	if a.StatusCode >= 300 {
		return serverError(a.StatusCode, text)
	}
	return json.Unmarshal(text, into)
}

// serverError says why the server refused a request.
func serverError(status int, text []byte) error {
	var why struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(text, &why) != nil || why.Error.Message == "" {
		return fmt.Errorf("load: the server answered with status %d", status)
	}
	err := fmt.Errorf("load: the server refused: %s", why.Error.Message)
	if status == http.StatusTooManyRequests {
		err = fmt.Errorf("%w (start it with --no-limits to measure it)", err)
	}
	return err
}

// cause leaves out the method and address that net/http puts before an error.
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
			text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer)) // what can be read is enough
			return nil, serverError(answer.StatusCode, text)
		}
		return nil, fmt.Errorf("load: cannot open a socket: %w", cause(err))
	}
	conn.SetReadLimit(readLimit)
	return conn, nil
}

// create starts a game that only this run will join.
func (c *client) create(ctx context.Context, who *person, variant string) (wire.Snapshot, error) {
	var made struct{ Game wire.Snapshot }
	err := c.call(ctx, who, "POST", "/api/v1/games", wire.NewGame{
		Variant: variant, Opponent: wire.Friend, Colour: "white", Name: "White",
		Control: &clock.Control{Initial: time.Hour.Milliseconds(), Increment: 10_000},
	}, &made)
	return made.Game, err
}

// join takes the other seat.
func (c *client) join(ctx context.Context, who *person, id, token string) error {
	var joined struct{ Game wire.Snapshot }
	return c.call(ctx, who, "POST", "/api/v1/games/"+id+"/join", wire.JoinRequest{Token: token, Name: "Black"}, &joined)
}

// read returns a game as anybody may see it.
func (c *client) read(ctx context.Context, id string) (wire.Snapshot, error) {
	var got struct{ Game wire.Snapshot }
	err := c.call(ctx, &person{}, "GET", "/api/v1/games/"+id, nil, &got)
	return got.Game, err
}

// figures are what servers tell of themselves, together.
type figures struct {
	memory uint64  // bytes
	work   float64 // seconds of processors since they began
}

// ask asks all servers for their figures; what they do not tell is 0.
func (c *client) ask(ctx context.Context) (all figures) {
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
			figure, _ := strconv.ParseFloat(value, 64) // 0 if it cannot be read
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
