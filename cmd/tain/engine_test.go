package main

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
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
