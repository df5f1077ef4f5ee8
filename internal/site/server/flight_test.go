package server_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// lent is a file system that, like an embedded one, copies files in ReadFile but not in Open.
type lent struct{ fstest.MapFS }

// ReadFile copies a file.
func (l lent) ReadFile(name string) ([]byte, error) {
	f, err := l.MapFS.ReadFile(name)
	return bytes.Clone(f), err
}

// Open opens a file without copying it.
func (l lent) Open(name string) (fs.File, error) { return l.MapFS.Open(name) }

// withLargeFile adds a large incompressible file.
func withLargeFile(size int) change {
	noise := make([]byte, size)
	dice := rand.NewChaCha8([32]byte{})
	dice.Read(noise)
	return func(o *server.Options, _ *hub.Options) {
		files := o.Files.(fstest.MapFS)
		files["large.wasm"] = &fstest.MapFile{Data: noise}
		o.Files = lent{files}
	}
}

// unread requests a path on many connections and reads none of the responses.
func (s *site) unread(connections int, path string) (hangUp func()) {
	s.t.Helper()
	return s.unreadFrom("127.0.0.1", connections, path)
}

// unreadFrom is like unread, but connects from the given local address.
func (s *site) unreadFrom(address string, connections int, path string) (hangUp func()) {
	s.t.Helper()
	var held []net.Conn
	local := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	for range connections {
		c, err := local.DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			s.t.Fatalf("net.Dial: %v", err)
		}
		c.(*net.TCPConn).SetReadBuffer(4 << 10)
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: tain\r\n\r\n", path)
		held = append(held, c)
	}
	return func() {
		for _, c := range held {
			c.Close()
		}
	}
}

// TestUnreadFiles requests a large file on almost as many connections as an address may open, and reads none of
// the responses. It checks that the server does not hold a copy per connection.
func TestUnreadFiles(t *testing.T) {
	t.Parallel()
	const size = 5 << 20
	s, stop := serve(t, nil, withLargeFile(size), limited(func(l *limit.Limits) { l.Burst, l.StrangerBurst = 1e6, 1e6 }))
	defer stop()
	me := s.somebody()
	me.header.Set("Accept-Encoding", "gzip")
	me.want(200, "GET", "/large.wasm", "", nil) // the first request compresses the file, which is not measured
	before := heap()
	const connections = 250
	hangUp := s.unreadFrom("127.0.0.2", connections, "/large.wasm")
	defer hangUp()
	for stable, last := 0, 0; stable < 10; time.Sleep(25 * time.Millisecond) {
		if now := heap(); now > last+last/50 {
			stable, last = 0, now
		} else {
			stable++
		}
	}
	grown := heap() - before
	t.Logf("%d unread connections take %d KB", connections, grown>>10)
	if grown > 12<<20 {
		t.Errorf("%d unread connections take %d MB of a file of %d MB", connections, grown>>20, size>>20)
	}
	whole := s.somebody().want(200, "GET", "/large.wasm", "", nil)
	if len(whole.body) != size {
		t.Errorf("another client got %d bytes of the file", len(whole.body))
	}
}

// TestSlowReaders checks that a client that does not read is disconnected, and that its
// memory is released.
func TestSlowReaders(t *testing.T) {
	s, stop := serve(t, nil, withLargeFile(8<<20), limited(func(l *limit.Limits) {
		l.Patience, l.Burst, l.StrangerBurst = 200*time.Millisecond, 1e6, 1e6
	}))
	defer stop()
	hangUp := s.unread(8, "/large.wasm")
	defer hangUp()
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_readers_dropped_total 8\n") })
	waitFor(t, func() bool { return server.InFlight(s.server) == 0 })
}

// TestInFlight checks that the unread responses of an address are limited, and that other addresses are still
// served.
func TestInFlight(t *testing.T) {
	s, stop := serve(t, nil, withLargeFile(8<<20), limited(func(l *limit.Limits) {
		l.InFlight, l.Burst, l.StrangerBurst = 20<<10, 1e6, 1e6
	}), func(o *server.Options, _ *hub.Options) { o.TrustedProxies = limit.PrivateNetworks() })
	defer stop()
	hangUp := s.unread(2, "/large.wasm")
	defer hangUp()
	waitFor(t, func() bool { return server.InFlight(s.server) == 16<<10 })
	me := s.somebody()
	me.refused(503, "busy", "GET", "/large.wasm", "")
	if r := me.ask("GET", "/large.wasm", ""); r.Header.Get("Content-Encoding") != "" || r.Header.Get("Retry-After") == "" {
		t.Errorf("refusal headers = %v", r.Header)
	}
	me.refused(503, "busy", "POST", "/api/v1/line", `{"variant":"chess","moves":[`+shuffle(100, "Nf3", "Nf6", "Ng1", "Ng8")+`]}`)
	me.want(200, "GET", "/learn", "", nil)
	me.header.Set("X-Forwarded-For", "9.9.9.9")
	me.want(200, "GET", "/large.wasm", "", nil)
}

// TestUnreadFromManyAddresses fills the memory for unread responses from 22 addresses. It checks that an
// honest client is still served and stays connected.
func TestUnreadFromManyAddresses(t *testing.T) {
	s, stop := serve(t, nil, withLargeFile(8<<20), limited(func(l *limit.Limits) {
		l.InFlight, l.AllInFlight, l.Burst, l.StrangerBurst = 40<<10, 512<<10, 1e6, 1e6
	}))
	defer stop()
	white, _, g := s.begin("chess")
	w, _ := white.connect(g.ID)
	for i := range 22 {
		defer s.unreadFrom(fmt.Sprintf("127.0.1.%d", i+1), 5, "/large.wasm")()
	}
	waitFor(t, func() bool { return server.InFlight(s.server) >= 384<<10 })
	way := from(t, "127.0.2.1")
	for n := range 5 {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/large.wasm", nil)
		a, err := way.RoundTrip(r)
		if err != nil {
			t.Fatalf("request %d: %v", n, err)
		}
		size, err := io.Copy(io.Discard, a.Body)
		a.Body.Close()
		if a.StatusCode != 200 || size != 8<<20 {
			t.Errorf("request %d from an honest client: status %d, %d bytes, error %v", n, a.StatusCode, size, err)
		}
	}
	if m := w.move(0, g.Key, "e2e4"); m.Type != "done" {
		t.Errorf("a move over an honest socket: %+v", m)
	}
}

// TestLargeBodyIsRejectedEarly checks that a body that is too long is rejected by its
// Content-Length, before any of it is read.
func TestLargeBodyIsRejectedEarly(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Patience = time.Hour }))
	for _, size := range []int{64<<10 + 1, 200 << 10, 1 << 30} {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatalf("net.Dial: %v", err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /api/v1/position HTTP/1.1\r\nHost: tain\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{", size)
		c.SetReadDeadline(time.Now().Add(30 * time.Second))
		answer, err := io.ReadAll(c) // reads until the server closes the connection
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 413") {
			t.Errorf("%d bytes: %v: %.40q", size, err, answer)
		}
	}
}

// TestSmallPicturesFirst checks that a small picture is drawn before large ones that have waited longer.
func TestSmallPicturesFirst(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress(); l.Works = 1 }))
	done := make(chan int, 8)
	draw := func(width int) {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/v1/diagram.png?variant=chess&width="+strconv.Itoa(width), nil)
		w, err := transport.RoundTrip(r)
		if err != nil {
			t.Errorf("RoundTrip: %v", err)
			done <- 0
			return
		}
		io.Copy(io.Discard, w.Body)
		w.Body.Close()
		done <- width
	}
	for i := range 4 {
		go draw(1500 + i)
	}
	waitFor(t, func() bool { return server.Working(s.server) == 4 })
	go draw(100)
	var order []int
	for range 5 {
		order = append(order, <-done)
	}
	if order[0] != 100 && order[1] != 100 {
		t.Errorf("drawing order = %v", order)
	}
}
