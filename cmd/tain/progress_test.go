//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tainchess/tain/internal/cli"
)

// terminal opens a pseudo-terminal. The output written to tty can be read from screen.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatalf("os.OpenFile: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatalf("unix.IoctlSetPointerInt: %v", err)
	}
	n, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatalf("unix.IoctlGetInt: %v", err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatalf("os.OpenFile: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// TestProgress checks that a long task, in one step or in many, shows a progress bar on a terminal.
func TestProgress(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte(strings.Repeat(shortGame, 5000)), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for want, command := range map[string]string{
		"perft 7":  "perft chess 7 --threads 1",
		" of 5000": "analyse --nodes 2000 -o " + games + ".out --pgn " + games,
	} {
		screen, tty := terminal(t)
		cmd := exec.Command("tain", strings.Fields(command)...)
		cmd.Stderr = tty
		if err := cmd.Start(); err != nil {
			t.Fatalf("cmd.Start: %v", err)
		}
		seen := make(chan string, 1)
		go func() {
			var text strings.Builder
			part := make([]byte, 4096)
			for !strings.Contains(text.String(), want) || !strings.Contains(text.String(), "%") {
				n, err := screen.Read(part)
				text.Write(part[:n])
				if err != nil {
					break
				}
			}
			seen <- text.String()
		}()
		select {
		case text := <-seen:
			if !strings.Contains(text, want) || !strings.Contains(text, "%") {
				t.Errorf("tain %s: the terminal shows %q, want a progress bar", command, text)
			}
		case <-time.After(60 * time.Second):
			t.Errorf("tain %s: no progress bar after a minute", command)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatalf("Process.Signal: %v", err)
		}
		_ = cmd.Wait() // the test checks the exit status below
		if code := cmd.ProcessState.ExitCode(); code != cli.Interrupted {
			t.Errorf("tain %s: status %d, want %d", command, code, cli.Interrupted)
		}
	}
}

// TestNoProgressForShortWork checks that a short task shows no progress bar.
func TestNoProgressForShortWork(t *testing.T) {
	screen, tty := terminal(t)
	cmd := exec.Command("tain", "perft", "chess", "3")
	cmd.Stderr = tty
	if out, err := cmd.Output(); err != nil || string(out) != "8902\n" {
		t.Fatalf("tain perft chess 3 printed %q, %v", out, err)
	}
	tty.WriteString("end")
	part := make([]byte, 4096)
	n, err := screen.Read(part)
	if err != nil || string(part[:n]) != "end" {
		t.Errorf("the terminal shows %q, %v; want only end", part[:n], err)
	}
}
