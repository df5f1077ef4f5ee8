package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// interrupting is an input without end during which Ctrl-C is pressed.
type interrupting struct {
	text string
	left int // how often the text comes before that
	stop context.CancelFunc
}

func (in *interrupting) Read(p []byte) (int, error) {
	if in.left--; in.left == 0 {
		in.stop()
	}
	return copy(p, in.text), nil
}

// TestInterruptedJSON reads what a command has written when it is cli.Interrupted:
// one JSON document that says so.
func TestInterruptedJSON(t *testing.T) {
	const game = "[Event \"x\"]\n\n1. e4 e5 2. Ke2 *\n\n"
	for _, c := range []struct{ command, text string }{
		{"convert --to fen --json -", game},
		{"convert --to fen --json -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"},
		{"pgn check --json -", game},
		{"perft --check - chess --json", "start | 2 | 400\n"},
	} {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		var out, errs bytes.Buffer
		in := &interrupting{text: strings.Repeat(c.text, 50), left: 100, stop: stop}
		if status := run(ctx, strings.Fields(c.command), in, &out, &errs); status != cli.Interrupted {
			t.Errorf("%s ends with %d", c.command, status)
		}
		if got := errs.String(); got != "tain: interrupted\n" {
			t.Errorf("%s says %q", c.command, got)
		}
		var doc struct {
			Results []any
			Error   struct{ Message string }
		}
		d := json.NewDecoder(&out)
		if err := d.Decode(&doc); err != nil {
			t.Errorf("the output of tain %s is not JSON: %v", c.command, err)
		}
		if doc.Error.Message != "interrupted" {
			t.Errorf("%s gives the error %q", c.command, doc.Error.Message)
		}
		if err := d.Decode(new(any)); err != io.EOF {
			t.Errorf("%s: more follows the document: %v", c.command, err)
		}
	}
}

// TestInterruptedCopy presses Ctrl-C while a copy still waits for a database that
// does not answer, and has a folder be copied to itself: each is told in a sentence.
func TestInterruptedCopy(t *testing.T) {
	source := t.TempDir()
	kept, err := sqlite.Open(t.Context(), source)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	kept.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	defer silent.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		if conn, err := silent.Accept(); err == nil {
			defer conn.Close()
			stop()
			<-t.Context().Done()
		}
	}()
	var out, errs bytes.Buffer
	args := []string{"store", "copy", source, "postgres://anna@" + silent.Addr().String() + "/x?sslmode=disable"}
	if status := run(ctx, args, strings.NewReader(""), &out, &errs); status != cli.Interrupted || errs.String() != "tain: interrupted\n" {
		t.Errorf("it ends with %d and says %q", status, errs.String())
	}
	errs.Reset()
	if status := run(t.Context(), []string{"store", "copy", source, filepath.Join(source, sqlite.File)}, strings.NewReader(""), &out, &errs); status != 1 || !strings.Contains(errs.String(), "cannot be copied to itself") {
		t.Errorf("it ends with %d and says %q", status, errs.String())
	}
}
