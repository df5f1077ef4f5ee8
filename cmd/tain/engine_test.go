package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/variant"
)

// TestConversation runs the engine as chess GUIs do: it waits for each response and keeps the input open.
func TestConversation(t *testing.T) {
	for _, c := range []struct {
		args  []string
		turns [][2]string // input, and the beginning of the expected response
	}{
		{[]string{"uci"}, [][2]string{{"uci", "uciok"}, {"isready", "readyok"}, {"go depth 4", "bestmove "}, {"go infinite\nstop", "bestmove "}}},
		{nil, [][2]string{{"uci", "uciok"}, {"go movetime 20", "bestmove "}}},
		{[]string{"xboard"}, [][2]string{{"xboard\nprotover 2", "feature done=1"}, {"new\nst 0.05\nusermove e2e4", "move "}, {"ping 5", "pong 5"}}},
		{nil, [][2]string{{"xboard\nprotover 2", "feature done=1"}, {"analyze\npost", "2 "}}},
	} {
		cmd := exec.Command("tain", c.args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatalf("cmd.StdinPipe: %v", err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatalf("cmd.StdoutPipe: %v", err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatalf("cmd.Start: %v", err)
		}
		timer := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		answers := bufio.NewScanner(out)
		for _, turn := range c.turns {
			if _, err := io.WriteString(in, turn[0]+"\n"); err != nil {
				t.Fatalf("io.WriteString: %v", err)
			}
			for {
				if !answers.Scan() {
					t.Fatalf("tain %v: no answer %q to %q", c.args, turn[1], turn[0])
				}
				if strings.HasPrefix(answers.Text(), turn[1]) {
					break
				}
			}
		}
		if _, err := io.WriteString(in, "quit\n"); err != nil {
			t.Fatalf("io.WriteString: %v", err)
		}
		for answers.Scan() {
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("tain %v: %v", c.args, err)
		}
		timer.Stop()
		in.Close()
	}
}

// TestProtocolDetection checks that the first input line selects the protocol, and that any other line
// selects --help.
func TestProtocolDetection(t *testing.T) {
	for text, want := range map[string]string{
		"uci\n": "uci", "uci\r\nisready\n": "uci", " uci": "uci", "xboard\n": "xboard",
		"": "--help", "\nuci\n": "--help", "ucinewgame\n": "--help", "quit\n": "--help", "\x00\n": "--help",
		strings.Repeat("x", 100_000): "--help", strings.Repeat("\n", 100): "--help",
	} {
		args, rest := protocolOf(strings.NewReader(text))
		if len(args) != 1 || args[0] != want {
			t.Errorf("protocolOf(%.20q) = %q, want %q", text, args, want)
		}
		if all, err := io.ReadAll(rest); err != nil || string(all) != text {
			t.Errorf("protocolOf(%.20q): the reader returns %.20q, %v; want all input", text, all, err)
		}
	}
}

// TestBotDefinitions checks that tain bot accepts and offers the definition in a file, not only its name.
func TestBotDefinitions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(file, []byte("name = \"mine\"\ncastling = false\n"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	t.Setenv("TAIN_BOT_TOKEN", "tain_x")
	for _, b := range []botCmd{{Accept: []string{file}}, {Offer: file}} {
		b.Program, b.Games = "self", 1
		o, err := b.options(&console{Console: cli.New(t.Context(), variant.Builtin(), strings.NewReader(""), io.Discard, io.Discard)})
		if err != nil {
			t.Fatalf("options: %v", err)
		}
		refs := o.Accept.Variants
		if o.Offer != nil {
			refs = append(refs, o.Offer.Variant)
		}
		if len(refs) != 1 || !strings.Contains(refs[0], `"castling"`) {
			t.Errorf("%+v plays %q; want the definition", b, refs)
		}
	}
}
