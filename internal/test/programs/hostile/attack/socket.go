//go:build linux

package attack

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// Frame returns a WebSocket frame sent by a client, masked with zeros.
func Frame(final bool, opcode byte, payload []byte) []byte {
	head := []byte{opcode, 0x80}
	if final {
		head[0] |= 0x80
	}
	switch n := len(payload); {
	case n < 126:
		head[1] |= byte(n)
	case n < 1<<16:
		head[1] |= 126
		head = binary.BigEndian.AppendUint16(head, uint16(n))
	default:
		head[1] |= 127
		head = binary.BigEndian.AppendUint64(head, uint64(n))
	}
	return append(append(head, 0, 0, 0, 0), payload...)
}

// Opcodes used here.
const (
	Continuation = 0
	TextFrame    = 1
	Pong         = 10
)

// RawSocket opens a WebSocket to a game without a WebSocket library, so that any frame can be sent. cookie may
// be empty.
func (a *Force) RawSocket(ctx context.Context, game, cookie string) (net.Conn, error) {
	c, err := a.Raw(ctx)
	if err != nil {
		return nil, err
	}
	var key [16]byte
	rand.Read(key[:])
	fmt.Fprintf(c, "GET /api/v1/games/%s/socket HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
		game, c.RemoteAddr(), cookie, base64.StdEncoding.EncodeToString(key[:]))
	answer, err := http.ReadResponse(bufio.NewReaderSize(c, 1<<10), nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = fmt.Errorf("open socket: status %d", answer.StatusCode)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	go io.Copy(io.Discard, c)
	return c, nil
}

// attackFrames sends pong frames and empty continuation frames as fast as possible.
func attackFrames(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	g, err := c.Create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		a.Note("refused: " + err.Error())
		return
	}
	var pongs, continuations []byte
	for range 500 {
		pongs = append(pongs, Frame(true, Pong, []byte("0123456789"))...)
		continuations = append(continuations, Frame(false, Continuation, nil)...)
	}
	a.Each(ctx, a.many(60), func(ctx context.Context, i int) string {
		k, err := a.RawSocket(ctx, g.ID, "")
		if err != nil {
			client.Pause(ctx, 20*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		defer k.Close()
		many := pongs
		if i%2 == 1 {
			many = continuations
			k.Write(Frame(false, TextFrame, []byte("{")))
		}
		for ctx.Err() == nil {
			if _, err := k.Write(many); err != nil {
				return "cut"
			}
			a.Add("frames", 500)
		}
		return "given up"
	})
}

// prepareSync plays a game for six seconds, or until it reaches the server's length limit. One person plays
// both sides, on many sockets.
func prepareSync(ctx context.Context, a *Force) error {
	c := a.client()
	a.keep(c.Leave)
	g, err := c.Create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return err
	}
	a.game = g.ID
	var lines []*client.Socket
	defer func() {
		for _, l := range lines {
			l.Close()
		}
	}()
	for range a.many(60) {
		l, err := c.Connect(ctx, g.ID)
		if err != nil {
			break
		}
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return errNoGame
	}
	long, err := client.NewLongGame()
	if err != nil {
		return err
	}
	ending, stop := context.WithTimeout(ctx, time.Duration(a.many(6))*time.Second)
	defer stop()
	for n := 0; len(lines) > 0 && ending.Err() == nil; n++ {
		i := n % len(lines)
		move, ok := long.Next()
		if !ok {
			break
		}
		key, err := lines[i].Play(ending, long.Ply(), long.Key(g.Key), move)
		if err != nil { // too many messages on this socket, or the game is too long
			lines[i].Close()
			lines = append(lines[:i], lines[i+1:]...)
			continue
		}
		if err := long.Played(move, key); err != nil {
			return err
		}
	}
	a.Add("plies", long.Ply())
	return nil
}

// attackSync requests the whole game on many sockets, as often as the message limit allows.
func attackSync(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, a.many(60), func(ctx context.Context, _ int) string {
		l, err := c.Connect(ctx, a.game)
		if err != nil {
			client.Pause(ctx, 50*time.Millisecond)
			return "refused socket"
		}
		defer l.Close()
		for n := 0; ctx.Err() == nil; n++ {
			if _, err := l.Command(ctx, "sync", ""); err != nil {
				return outcome(ctx, 0, err)
			}
			if h, err := l.Await(ctx, func(h *client.Message) bool { return h.Type == "done" || h.Type == "error" }); err != nil {
				return outcome(ctx, 0, err)
			} else if h.Type == "error" {
				a.Note("refused sync")
			} else {
				a.Note("synced")
			}
			client.Pause(ctx, 100*time.Millisecond) // as often as the message limit allows
		}
		return "given up"
	})
}

// spectators is the number of spectators of the game that one visitor keeps joining and leaving.
// perAddress is the number of spectators that share an address.
const (
	spectators = 2000
	perAddress = 50
)

// PreparePresence connects many spectators to a game.
func PreparePresence(ctx context.Context, a *Force) error {
	c := a.client()
	a.keep(c.Leave)
	g, err := c.Create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return err
	}
	a.game = g.ID
	var seating sync.WaitGroup
	n := a.many(spectators)
	for group := range (n + perAddress - 1) / perAddress {
		seating.Go(func() {
			from := client.New(a.url, client.AttackerAddress(MostAddresses+group))
			a.keep(from.Leave)
			for range min(perAddress, n-group*perAddress) {
				l, err := from.Connect(ctx, g.ID)
				if err != nil {
					a.Note("refused spectator")
					continue
				}
				a.keep(l.Close)
				a.Note("spectators")
				go func() {
					for {
						h, err := l.Next(context.Background())
						if err != nil {
							return
						}
						if h.Type == "here" {
							a.Note("presence updates")
						}
					}
				}()
			}
		})
		if group%8 == 7 {
			seating.Wait()
		}
	}
	seating.Wait()
	client.Pause(ctx, 2*time.Second) // until they have been notified of each other
	a.mu.Lock()
	a.count["presence updates"] = 0
	a.mu.Unlock()
	return nil
}

// Presence joins and leaves repeatedly.
func Presence(ctx context.Context, a *Force) {
	c := a.client()
	defer c.Leave()
	a.Each(ctx, 1, func(ctx context.Context, _ int) string {
		l, err := c.Connect(ctx, a.game)
		if err != nil {
			client.Pause(ctx, 50*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		client.Pause(ctx, 150*time.Millisecond) // long enough to be noticed
		l.Close()
		client.Pause(ctx, 150*time.Millisecond)
		return "flaps"
	})
}
