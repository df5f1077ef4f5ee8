// Package program finds third-party programs used for comparison in tests, such as Stockfish
// and Polyglot. scripts/programs installs them.
package program

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Find returns the path of a program. If the program is missing, the test fails if TAIN_PROGRAMS is
// set, as in make test, and is skipped otherwise. With -short and without TAIN_PROGRAMS, the test is
// always skipped.
func Find(t testing.TB, name string) string {
	t.Helper()
	if testing.Short() && os.Getenv("TAIN_PROGRAMS") == "" {
		t.Skipf("this test runs %s; use make test", name)
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	if path := filepath.Join("/usr/games", name); executable(path) { // Debian's folder for games
		return path
	}
	if os.Getenv("TAIN_PROGRAMS") != "" {
		t.Fatalf("%s is not installed; scripts/programs installs it", name)
	}
	t.Skipf("%s is not installed; scripts/programs installs it", name)
	return ""
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0
}

// Talk is a line-based conversation with a running program.
type Talk struct {
	t   testing.TB
	in  io.WriteCloser
	out *bufio.Scanner
}

// Start starts a program and stops it when the test ends.
func Start(t testing.TB, path string, args ...string) *Talk {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatalf("StdinPipe: %v", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatalf("StdoutPipe: %v", err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("Start: %v", err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait() // the program was asked to quit, or killed
	})
	return &Talk{t, in, bufio.NewScanner(out)}
}

// Send sends lines to the program.
func (k *Talk) Send(lines ...string) {
	k.t.Helper()
	if _, err := io.WriteString(k.in, strings.Join(lines, "\n")+"\n"); err != nil {
		k.t.Fatalf("io.WriteString: %v", err)
	}
}

// ReadUntil reads and returns the lines up to and including the first one with a prefix.
func (k *Talk) ReadUntil(prefix string) (lines []string) {
	k.t.Helper()
	for k.out.Scan() {
		lines = append(lines, k.out.Text())
		if strings.HasPrefix(k.out.Text(), prefix) {
			return lines
		}
	}
	k.t.Fatalf("the program ended before printing %q: %q", prefix, lines)
	return nil
}
