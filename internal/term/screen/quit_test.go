package screen

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
)

// TestQuit checks that Ctrl-Q and Ctrl-C quit, and that only Ctrl-C counts as an interruption.
func TestQuit(t *testing.T) {
	for _, key := range []tea.KeyPressMsg{{Code: 'q', Mod: tea.ModCtrl}, {Code: 'c', Mod: tea.ModCtrl}} {
		s := open(t, "chess", "")
		_, cmd := s.Update(key)
		if cmd == nil {
			t.Fatalf("%v returns no command", key)
		}
		if _, ok := cmd().(tea.QuitMsg); !ok {
			t.Errorf("%v does not quit", key)
		}
		if s.interrupted != (key.Code == 'c') {
			t.Errorf("%v: interrupted = %t", key, s.interrupted)
		}
	}
	s := open(t, "chess", "")
	s.typeMoves("e4")
	var b strings.Builder
	if err := s.printGame(&b); err != nil || !strings.Contains(b.String(), "1. e4 *") {
		t.Errorf("printGame: %v, output %q", err, b.String())
	}
}

// TestScreenEnds runs the screen on streams that are not terminals and checks the error, which
// determines the exit status.
func TestScreenEnds(t *testing.T) {
	r := ruleset(t, "chess")
	start := positions.From(t, r, "")
	for _, c := range []struct {
		keys string
		want error
	}{{"q", nil}, {"\x03", context.Canceled}} {
		in, keyboard, err := os.Pipe()
		if err != nil {
			t.Fatalf("os.Pipe: %v", err)
		}
		out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatalf("os.OpenFile: %v", err)
		}
		ended := make(chan error, 1)
		go func() {
			ended <- Screen(context.Background(), in, out, session.Options{
				Rules: r, Start: start, People: [2]bool{true, true}, Theme: canvas.Dark, Colours: canvas.NoColours,
			})
		}()
		if _, err := keyboard.WriteString(c.keys); err != nil {
			t.Fatalf("keyboard.WriteString: %v", err)
		}
		select {
		case err := <-ended:
			if !errors.Is(err, c.want) {
				t.Errorf("Screen returned %v after %q, want %v", err, c.keys, c.want)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("Screen did not end within 20 s after %q", c.keys)
		}
		keyboard.Close()
		in.Close()
		out.Close()
	}
}
