// Package linestest provides a client for servers of line-based protocols, for tests.
package linestest

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is the maximum time to wait for a line.
const patience = 20 * time.Second

// Talk is a conversation with a server.
type Talk struct {
	T     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

// Begin starts a server and a conversation with it.
func Begin(t *testing.T, serve func(ctx context.Context, in io.Reader, out io.Writer) error) *Talk {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	k := &Talk{T: t, in: toServer, lines: make(chan string, 10_000), ended: make(chan error, 1)}
	go func() {
		defer close(k.lines)
		for sc := bufio.NewScanner(fromServer); sc.Scan(); {
			k.lines <- sc.Text()
		}
	}()
	go func() {
		err := serve(context.Background(), in, out)
		out.Close()
		in.Close()
		k.ended <- err
	}()
	t.Cleanup(func() { toServer.Close() })
	return k
}

// Send sends lines to the server.
func (k *Talk) Send(lines ...string) {
	k.T.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.T.Fatalf("%s: %v", l, err)
		}
	}
}

// ReadUntil reads and returns the lines up to and including the first one with a prefix. It fails the
// test if none comes.
func (k *Talk) ReadUntil(prefix string) (seen []string) {
	k.T.Helper()
	timeout := time.After(patience)
	for {
		select {
		case l, open := <-k.lines:
			if !open {
				k.T.Fatalf("the server ended before sending %q; received %q", prefix, seen)
			}
			seen = append(seen, l)
			if strings.HasPrefix(l, prefix) {
				return seen
			}
		case <-timeout:
			k.T.Fatalf("timed out waiting for %q; received %q", prefix, seen)
		}
	}
}

// Last reads up to the first line with a prefix and returns that line.
func (k *Talk) Last(prefix string) string {
	k.T.Helper()
	seen := k.ReadUntil(prefix)
	return seen[len(seen)-1]
}

// Close closes the server's input, waits until the server ends, and returns the remaining lines.
func (k *Talk) Close() (rest []string) {
	k.T.Helper()
	k.in.Close()
	for l := range k.lines {
		rest = append(rest, l)
	}
	if err := <-k.ended; err != nil {
		k.T.Errorf("the server ended with %v", err)
	}
	return rest
}

// Contains reports whether any line contains part.
func Contains(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, part) })
}

// ClosedWriter is a writer whose reader has been closed.
type ClosedWriter struct{}

// Write fails with io.ErrClosedPipe.
func (ClosedWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
