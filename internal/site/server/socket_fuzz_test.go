package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/variant"
)

// rawFrame returns a client frame, masked with zeros.
func rawFrame(first byte, payload string) string {
	head := []byte{first, 0x80 | byte(len(payload)), 0, 0, 0, 0}
	if len(payload) > 125 {
		head = []byte{first, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload)), 0, 0, 0, 0}
	}
	return string(head) + payload
}

// FuzzSocket sends arbitrary bytes to a socket after the handshake, and then ends its side of the connection.
// The server must close the socket, no handler may panic, and the game must remain readable.
func FuzzSocket(f *testing.F) {
	const text, binary, more, closing, ping, pong = 0x81, 0x82, 0x80, 0x88, 0x89, 0x8a
	for _, frames := range []string{
		rawFrame(text, `{"type":"ping","n":1}`),
		rawFrame(text, `{"type":"move","n":1,"game":"GAME","ply":0,"key":"","move":"e2e4"}`),
		rawFrame(text, `{"type":"sync","n":1,"game":"GAME"}`) + rawFrame(text, `{"type":"resign","n":2,"game":"GAME"}`),
		rawFrame(0x01, `{"type":`) + rawFrame(0x00, ``) + rawFrame(more, `"ping","n":1}`),
		rawFrame(ping, "are you there") + rawFrame(pong, "yes") + rawFrame(closing, "\x03\xe8bye"),
		rawFrame(text, "\xff\xfe") + rawFrame(binary, "\x00") + rawFrame(0xf1, "reserved"),
		rawFrame(text, strings.Repeat(" ", 5000)), "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "\x81", "",
	} {
		f.Add([]byte(frames))
	}
	store, book := memory.New(), &logbook{}
	log := slog.New(slog.NewTextHandler(book, nil))
	hub, err := hub.New(context.Background(), store, hub.Options{Options: room.Options{Rules: variant.Builtin(), Log: log}})
	if err != nil {
		f.Fatalf("hub.New: %v", err)
	}
	limits := limit.Default().WithoutPerAddress()
	s, err := server.New(server.Options{
		Rules: variant.Builtin(), Hub: hub, Limits: &limits, Log: log, Files: fstest.MapFS{"index.html": {Data: []byte(clientPage)}},
	})
	if err != nil {
		f.Fatalf("server.New: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatalf("net.Listen: %v", err)
	}
	serving, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(serving, l) }()
	f.Cleanup(func() {
		stop()
		<-ended
	})
	secret := strings.Repeat("A", 22)
	me := room.SessionOf(secret)
	var shot room.Snapshot
	f.Fuzz(func(t *testing.T, frames []byte) {
		now, err := hub.Snapshot(t.Context(), me, shot.ID)
		if err != nil || now.Result != nil || now.Ply > 60 {
			if shot, err = hub.Create(t.Context(), me, game.Request{Variant: "chess", Opponent: game.Oneself}); err != nil {
				t.Fatalf("hub.Create: %v", err)
			}
		}
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatalf("net.Dial: %v", err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(30 * time.Second))
		fmt.Fprintf(c, "GET /api/v1/games/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: tain=%s\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", shot.ID, l.Addr(), secret)
		in := bufio.NewReader(c)
		answer, err := http.ReadResponse(in, nil)
		if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("handshake: %v, error %v", answer, err)
		}
		go func() {
			c.Write([]byte(strings.ReplaceAll(string(frames), "GAME", shot.ID)))
			c.(*net.TCPConn).CloseWrite()
		}()
		var late net.Error
		if _, err := io.Copy(io.Discard, in); errors.As(err, &late) && late.Timeout() {
			t.Fatal("the server did not close the socket")
		}
		if _, err := hub.Snapshot(t.Context(), me, shot.ID); err != nil {
			t.Fatalf("reading the game: %v", err)
		}
		if said := book.String(); strings.Contains(said, "panicked") {
			t.Fatal(said)
		}
	})
}
