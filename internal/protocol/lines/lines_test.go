package lines_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/tainchess/tain/internal/protocol/lines"
)

func TestLines(t *testing.T) {
	quit := make(chan struct{})
	long := strings.Repeat("x", lines.MaxLine+1)
	full := strings.Repeat("y", lines.MaxLine-1)
	var got []string
	for l := range lines.Lines(strings.NewReader("  uci \r\n\nis\x00ready\n"+long+"\n"+full+"\nquit"), quit) {
		switch {
		case errors.Is(l.Err, lines.ErrTooLong):
			got = append(got, "too long")
		case l.Err != nil:
			t.Fatal(l.Err)
		case l.Text == full:
			got = append(got, "full")
		default:
			got = append(got, l.Text)
		}
	}
	if want := "uci||is\x00ready|too long|full|quit"; strings.Join(got, "|") != want {
		t.Errorf("lines = %q, want %q", got, want)
	}
}

// TestLinesReadError checks that a read error is sent once, and that reading stops when quit is closed.
func TestLinesReadError(t *testing.T) {
	broken := errors.New("broken pipe")
	in := io.MultiReader(strings.NewReader("one\ntwo\n"), iotest.ErrReader(broken))
	var texts []string
	var err error
	for l := range lines.Lines(in, make(chan struct{})) {
		if texts = append(texts, l.Text); l.Err != nil {
			err = l.Err
		}
	}
	if !errors.Is(err, broken) || len(texts) != 3 {
		t.Errorf("lines %q, error %v; want three lines and the read error", texts, err)
	}
	quit := make(chan struct{})
	incoming := lines.Lines(strings.NewReader(strings.Repeat("go\n", 1000)), quit)
	<-incoming
	close(quit)
	for range incoming { // at most one line read ahead
	}
}

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := lines.NewWriter(&b, nil)
	w.Linef("bad input %s", "a\nb\x00\xffc")
	w.Block("one\ntwo\n\n")
	w.Block("")
	if got, want := b.String(), "bad input a b \uFFFDc\none\ntwo\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if w.Err() != nil {
		t.Error(w.Err())
	}
}

// TestWriterWholeLines checks that lines written by many goroutines are not mixed.
func TestWriterWholeLines(t *testing.T) {
	var b bytes.Buffer
	w := lines.NewWriter(&b, nil)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				w.Linef("info %d", 123456)
			}
		})
	}
	wg.Wait()
	if got := strings.Count(b.String(), "info 123456\n"); got != 800 {
		t.Errorf("%d whole lines; want 800", got)
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriterFails(t *testing.T) {
	failed := 0
	w := lines.NewWriter(closed{}, func() { failed++ })
	w.Linef("one")
	w.Linef("two")
	if failed != 1 || !errors.Is(w.Err(), io.ErrClosedPipe) {
		t.Errorf("fail was called %d times: %v", failed, w.Err())
	}
}
