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

// interrupting is an endless input that simulates Ctrl-C after a number of reads.
type interrupting struct {
	text string
	left int // number of reads before Ctrl-C
	stop context.CancelFunc
}

func (in *interrupting) Read(p []byte) (int, error) {
	if in.left--; in.left == 0 {
		in.stop()
	}
	return copy(p, in.text), nil
}

// TestInterruptedJSON checks that an interrupted command writes a single JSON document with the error.
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
			t.Errorf("tain %s: status %d, want %d", c.command, status, cli.Interrupted)
		}
		if got := errs.String(); got != "tain: interrupted\n" {
			t.Errorf("tain %s: standard error is %q", c.command, got)
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
			t.Errorf("tain %s: the error is %q, want interrupted", c.command, doc.Error.Message)
		}
		if err := d.Decode(new(any)); err != io.EOF {
			t.Errorf("tain %s: more output after the document: %v", c.command, err)
		}
	}
}

// TestInterruptedCopy interrupts a copy to a database that does not respond, and copies a folder to itself.
// It checks that both print a single error.
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
		t.Errorf("tain store copy: status %d, standard error %q", status, errs.String())
	}
	errs.Reset()
	if status := run(t.Context(), []string{"store", "copy", source, filepath.Join(source, sqlite.File)}, strings.NewReader(""), &out, &errs); status != 1 || !strings.Contains(errs.String(), "cannot be copied to itself") {
		t.Errorf("tain store copy: status %d, standard error %q", status, errs.String())
	}
}
