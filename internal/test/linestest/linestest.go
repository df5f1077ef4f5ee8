// Package linestest provides a client for line-based servers, for tests of the protocols.
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

// patience is how long to wait for a line.
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

// Say sends lines.
func (k *Talk) Say(lines ...string) {
	k.T.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.T.Fatalf("%s: %v", l, err)
		}
	}
}

// Hear returns the lines up to and including the first one with a prefix.
func (k *Talk) Hear(prefix string) (seen []string) {
	k.T.Helper()
	timeout := time.After(patience)
	for {
		select {
		case l, open := <-k.lines:
			if !open {
				k.T.Fatalf("the conversation ended before %q; received %q", prefix, seen)
			}
			seen = append(seen, l)
			if strings.HasPrefix(l, prefix) {
				return seen
			}
		case <-timeout:
			k.T.Fatalf("no %q; received %q", prefix, seen)
		}
	}
}

// Last returns the first line with a prefix, discarding the lines before it.
func (k *Talk) Last(prefix string) string {
	k.T.Helper()
	seen := k.Hear(prefix)
	return seen[len(seen)-1]
}

// Close ends the conversation and returns the remaining lines.
func (k *Talk) Close() (rest []string) {
	k.T.Helper()
	k.in.Close()
	for l := range k.lines {
		rest = append(rest, l)
	}
	if err := <-k.ended; err != nil {
		k.T.Errorf("the conversation ended with %v", err)
	}
	return rest
}

// Contains reports whether any line contains part.
func Contains(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, part) })
}

// Deaf is a writer whose reader is gone.
type Deaf struct{}

// Write fails with io.ErrClosedPipe.
func (Deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
