//go:build linux

package main

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
)

// frame is a frame of the WebSocket protocol as a client sends it, masked with
// zeros.
func frame(final bool, opcode byte, payload []byte) []byte {
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

// The opcodes that are used here.
const (
	continuation = 0
	textFrame    = 1
	pong         = 10
)

// rawSocket opens a socket to a game by hand, so that any frame can be sent.
func (a *arms) rawSocket(ctx context.Context, game string) (net.Conn, error) {
	c, err := a.raw(ctx)
	if err != nil {
		return nil, err
	}
	var key [16]byte
	rand.Read(key[:])
	fmt.Fprintf(c, "GET /api/v1/games/%s/socket HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
		game, c.RemoteAddr(), base64.StdEncoding.EncodeToString(key[:]))
	answer, err := http.ReadResponse(bufio.NewReaderSize(c, 1<<10), nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = fmt.Errorf("a socket: status %d", answer.StatusCode)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	go io.Copy(io.Discard, c)
	return c, nil
}

// attackFrames sends pongs and empty continuations as fast as they are taken.
func attackFrames(ctx context.Context, a *arms) {
	c := newCaller(a.url, attackerAddress(0))
	defer c.leave()
	g, err := c.create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		a.note("refused: " + err.Error())
		return
	}
	var pongs, continuations []byte
	for range 500 {
		pongs = append(pongs, frame(true, pong, []byte("0123456789"))...)
		continuations = append(continuations, frame(false, continuation, nil)...)
	}
	a.each(ctx, a.many(60), func(ctx context.Context, i int) string {
		k, err := a.rawSocket(ctx, g.ID)
		if err != nil {
			pause(ctx, 20*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		defer k.Close()
		many := pongs
		if i%2 == 1 {
			many = continuations
			k.Write(frame(false, textFrame, []byte("{")))
		}
		for ctx.Err() == nil {
			if _, err := k.Write(many); err != nil {
				return "cut"
			}
			a.add("frames", 500)
		}
		return "given up"
	})
}

// prepareSync makes a game as long as the server lets it become: one person
// plays both sides on many sockets.
func prepareSync(ctx context.Context, a *arms) error {
	c := newCaller(a.url, attackerAddress(0))
	a.keep(c.leave)
	g, err := c.create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return err
	}
	a.game = g.ID
	var lines []*line
	defer func() {
		for _, l := range lines {
			l.close()
		}
	}()
	for range a.many(60) {
		l, err := c.connect(ctx, g.ID)
		if err != nil {
			break
		}
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return errNoGame
	}
	long, err := newLongGame()
	if err != nil {
		return err
	}
	ending, stop := context.WithTimeout(ctx, time.Duration(a.many(25))*time.Second)
	defer stop()
	for n := 0; len(lines) > 0 && ending.Err() == nil; n++ {
		i := n % len(lines)
		move, ok := long.next()
		if !ok {
			break
		}
		key, err := lines[i].play(ending, long.ply(), long.key(g.Key), move)
		if err != nil { // too many messages on this line, or the game may have no more moves
			lines[i].close()
			lines = append(lines[:i], lines[i+1:]...)
			continue
		}
		if err := long.played(move, key); err != nil {
			return err
		}
	}
	a.add("plies", long.ply())
	return nil
}

// attackSync asks for the whole game on many sockets, and reads little.
func attackSync(ctx context.Context, a *arms) {
	c := newCaller(a.url, attackerAddress(0))
	defer c.leave()
	a.each(ctx, a.many(60), func(ctx context.Context, _ int) string {
		l, err := c.connect(ctx, a.game)
		if err != nil {
			pause(ctx, 50*time.Millisecond)
			return "refused socket"
		}
		defer l.close()
		for n := 0; ctx.Err() == nil; n++ {
			if _, err := l.command(ctx, "sync", ""); err != nil {
				return outcome(ctx, 0, err)
			}
			if h, err := l.await(ctx, func(h *heard) bool { return h.Type == "done" || h.Type == "error" }); err != nil {
				return outcome(ctx, 0, err)
			} else if h.Type == "error" {
				a.note("refused sync")
			} else {
				a.note("synced")
			}
			pause(ctx, 100*time.Millisecond) // as often as the limit of messages allows
		}
		return "given up"
	})
}

// spectators is how many watch the game before which one comes and goes, and
// perAddress how many of them have an address in common.
const (
	spectators = 2000
	perAddress = 50
)

// preparePresence seats many spectators before a game.
func preparePresence(ctx context.Context, a *arms) error {
	c := newCaller(a.url, attackerAddress(0))
	a.keep(c.leave)
	g, err := c.create(ctx, `{"variant":"chess","opponent":"self"}`)
	if err != nil {
		return err
	}
	a.game = g.ID
	var seating sync.WaitGroup
	n := a.many(spectators)
	for group := range (n + perAddress - 1) / perAddress {
		seating.Go(func() {
			from := newCaller(a.url, attackerAddress(1+group))
			a.keep(from.leave)
			for range min(perAddress, n-group*perAddress) {
				l, err := from.connect(ctx, g.ID)
				if err != nil {
					a.note("refused spectator")
					continue
				}
				a.keep(l.close)
				a.note("spectators")
				go func() {
					for {
						h, err := l.next(context.Background())
						if err != nil {
							return
						}
						if h.Type == "here" {
							a.note("here told")
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
	pause(ctx, 2*time.Second) // until they have been told of each other
	a.mu.Lock()
	a.count["here told"] = 0
	a.mu.Unlock()
	return nil
}

// attackPresence comes and goes.
func attackPresence(ctx context.Context, a *arms) {
	c := newCaller(a.url, attackerAddress(0))
	defer c.leave()
	a.each(ctx, 1, func(ctx context.Context, _ int) string {
		l, err := c.connect(ctx, a.game)
		if err != nil {
			pause(ctx, 50*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		pause(ctx, 150*time.Millisecond) // long enough to be seen
		l.close()
		pause(ctx, 150*time.Millisecond)
		return "flaps"
	})
}
