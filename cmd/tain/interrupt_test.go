package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
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

// TestInterruptedJSON reads what a command has written when it is interrupted:
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
		if status := run(ctx, strings.Fields(c.command), in, &out, &errs); status != interrupted {
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
			t.Errorf("%s: %v", c.command, err)
		}
		if doc.Error.Message != "interrupted" {
			t.Errorf("%s gives the error %q", c.command, doc.Error.Message)
		}
		if err := d.Decode(new(any)); err != io.EOF {
			t.Errorf("%s: more follows the document: %v", c.command, err)
		}
	}
}
