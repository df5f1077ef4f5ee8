package server_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// raw is a socket that can send arbitrary frames.
type raw struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

// raw opens a socket to a game without a WebSocket library.
func (a *asker) raw(id string) *raw {
	a.site.t.Helper()
	var conn net.Conn
	var err error
	if address, secure := strings.CutPrefix(a.site.URL, "https://"); secure {
		conn, err = tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
	} else {
		conn, err = net.Dial("tcp", strings.TrimPrefix(a.site.URL, "http://"))
	}
	if err != nil {
		a.site.t.Fatalf("net.Dial: %v", err)
	}
	a.site.t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET /api/v1/games/%s/socket HTTP/1.1\r\nHost: tain\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: tain=%s\r\n\r\n", id, a.cookie)
	in := bufio.NewReader(conn)
	answer, err := http.ReadResponse(in, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		a.site.t.Fatalf("http.ReadResponse: %v, %v", answer, err)
	}
	return &raw{a.site.t, conn, in}
}

// frame returns a client frame, masked with zeros.
func frame(opcode byte, fin bool, payload string) []byte {
	if fin {
		opcode |= 0x80
	}
	f := []byte{opcode, 0x80 | byte(len(payload)), 0, 0, 0, 0}
	return append(f, payload...)
}

// closed reads until the server closes the socket, and returns the close code, or 0 if there is none.
func (r *raw) closed() int {
	r.t.Helper()
	r.conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	for {
		opcode, payload, err := r.read()
		if err != nil {
			return 0
		}
		if opcode == 8 {
			return int(binary.BigEndian.Uint16(payload))
		}
	}
}

// read returns the next frame from the server.
func (r *raw) read() (opcode byte, payload []byte, err error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(r.in, head); err != nil {
		return 0, nil, err
	}
	length := uint64(head[1])
	if more := map[byte]int{126: 2, 127: 8}[head[1]]; more > 0 {
		long := make([]byte, 8)
		if _, err := io.ReadFull(r.in, long[8-more:]); err != nil {
			return 0, nil, err
		}
		length = binary.BigEndian.Uint64(long)
	}
	payload = make([]byte, length)
	_, err = io.ReadFull(r.in, payload)
	return head[0] & 0xF, payload, err
}

// TestEveryFrameCounts floods a socket with frames that are not messages: unsolicited pongs, empty fragments
// of an endless message, and pings. It checks that the server closes the socket as it would after
// too many messages, and counts one flood.
func TestEveryFrameCounts(t *testing.T) {
	for name, f := range map[string]struct{ first, then []byte }{
		"pongs":               {nil, frame(0xA, true, "")},
		"pongs with payload":  {nil, frame(0xA, true, "hello")},
		"pings":               {nil, frame(9, true, "")},
		"empty continuations": {frame(1, false, "{"), frame(0, false, "")},
		"continuations":       {frame(1, false, "{"), frame(0, false, " ")},
		"messages":            {nil, frame(1, true, `{"type":"ping","n":1}`)},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, nil)
			white, _, g := s.begin("chess")
			r := white.raw(g.ID)
			all := f.first
			for range 200 {
				all = append(all, f.then...)
			}
			if _, err := r.conn.Write(all); err != nil {
				t.Fatalf("Write: %v", err)
			}
			if code := r.closed(); code != int(websocket.StatusPolicyViolation) {
				t.Errorf("closed with %d", code)
			}
			if figures := s.metrics(); !strings.Contains(figures, `tain_sockets_closed_total{reason="flood"} 1`) {
				t.Error("flood was not counted exactly once")
			}
		})
	}
}

// TestSocketIsNotHeader sends a megabyte over a socket. It checks that these bytes do not count as a request
// header, because otherwise every long-lived socket would eventually be closed.
func TestSocketIsNotHeader(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			s, stop := serve(t, nil, limited(func(l *limit.Limits) {
				l.Messages, l.MessageBurst, l.Burst, l.PersonBurst, l.StrangerBurst = 1e6, 1e6, 1e6, 1e6, 1e6
			}), func(o *server.Options, _ *hub.Options) {
				if scheme == "https" {
					secure := httptest.NewTLSServer(nil)
					t.Cleanup(secure.Close)
					o.TLS = &tls.Config{Certificates: secure.TLS.Certificates}
				}
			})
			defer stop()
			_, address, _ := strings.Cut(s.URL, "://")
			s.URL = "http://" + s.Listener.Addr().String() // the same server without TLS, to create the game
			white, _, g := s.begin("chess")
			s.URL = scheme + "://" + address
			r := white.raw(g.ID)
			ping := frame(1, true, `{"type":"ping","n":1}`+strings.Repeat(" ", 100))
			for sent := 0; sent < 1<<20; {
				const batch = 64
				if _, err := r.conn.Write(bytes.Repeat(ping, batch)); err != nil {
					t.Fatalf("disconnected after %d bytes: %v", sent, err)
				}
				sent += batch * len(ping)
				for pongs := 0; pongs < batch; {
					r.conn.SetReadDeadline(time.Now().Add(20 * time.Second))
					_, payload, err := r.read()
					if err != nil {
						t.Fatalf("disconnected after %d bytes: %v", sent, err)
					}
					if strings.Contains(string(payload), `"pong"`) {
						pongs++
					}
				}
				if held := server.InFlight(s.server); held != 0 {
					t.Fatalf("after %[1]d bytes, the socket has %[2]d bytes in flight", sent, held)
				}
			}
		})
	}
}

// TestFramesWithinBounds sends a fragmented message, some pings and the expected pongs. It checks that they
// do not count as a flood.
func TestFramesWithinBounds(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Quiet, l.Messages = 10*time.Millisecond, 0.001 }))
	white, _, g := s.begin("chess")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go s.server.Sweep(ctx)
	r := white.raw(g.ID)
	parts := append(frame(1, false, `{"type":"pi`), frame(0, false, `ng","n"`)...)
	parts = append(parts, frame(9, true, "here?")...) // control frames may come between fragments
	parts = append(parts, frame(0, true, `:7}`)...)
	if _, err := r.conn.Write(parts); err != nil {
		t.Fatalf("Write: %v", err)
	}
	r.conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	pongs, pings := 0, 0
	for pongs < 2 || pings < 60 { // twice the frame limit
		opcode, payload, err := r.read()
		if err != nil {
			t.Fatalf("after %d pings and %d pongs: %v", pings, pongs, err)
		}
		switch {
		case opcode == 9:
			pings++
			if _, err := r.conn.Write(frame(0xA, true, string(payload))); err != nil {
				t.Fatalf("Write: %v", err)
			}
		case opcode == 0xA, opcode == 1 && strings.Contains(string(payload), `"pong"`):
			pongs++
		case opcode == 8:
			t.Fatalf("closed with %d after %d pings", binary.BigEndian.Uint16(payload), pings)
		}
	}
}

// TestInvalidUTF8Closes sends text that is not valid UTF-8.
func TestInvalidUTF8Closes(t *testing.T) {
	s := open(t, nil)
	white, _, g := s.begin("chess")
	r := white.raw(g.ID)
	if _, err := r.conn.Write(frame(1, true, "{\"type\":\"\xff\xfe\"}")); err != nil {
		t.Fatalf("Write: %v", err)
	}
	if code := r.closed(); code != int(websocket.StatusInvalidFramePayloadData) {
		t.Errorf("closed with %d, want 1007", code)
	}
}
