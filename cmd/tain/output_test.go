//go:build linux

package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// outputs returns commands that write a file. Each command ends with the flag for the file name.
func outputs(t *testing.T) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	pgn, games := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "games.txt")
	line := "2\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t" +
		strings.Repeat("g1f3/9 g8f6/9 f3g1/9 f6g8/9 ", 4) + "\n"
	for name, text := range map[string]string{pgn: "1. e4 e5 *\n", games: strings.Repeat(line, 40)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	return map[string][]string{
		"draw":       {"draw", "chess", "--format", "svg", "-o"},
		"analyse":    {"analyse", "--pgn", pgn, "--nodes", "50", "-o"},
		"tune":       {"tune", "chess", games, "--epochs", "1", "-o"},
		"book build": {"book", "build", "chess", games, "-o"},
	}
}

// TestOutputFollowsLinks checks that a command replaces or creates the target of a symbolic link, and
// preserves the link and the file mode.
func TestOutputFollowsLinks(t *testing.T) {
	for name, args := range outputs(t) {
		dir := t.TempDir()
		for _, folder := range []string{"far", "far/in", "near"} {
			if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
				t.Fatalf("os.Mkdir: %v", err)
			}
		}
		// The link near/link points to ../deep/../there, and deep points to far/in, so near/link is
		// far/there.
		for link, to := range map[string]string{"deep": "far/in", "near/link": "../deep/../there", "near/new": "../deep/../made"} {
			if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
				t.Skip(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "far/there"), []byte("as it was"), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		for link, target := range map[string]string{"near/link": "far/there", "near/new": "far/made"} {
			link, target = filepath.Join(dir, link), filepath.Join(dir, target)
			status, _, errs := call("", append(args, link)...)
			if status != 0 {
				t.Errorf("%s: status %d, standard error %q", name, status, errs)
				continue
			}
			if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s: the link is now %v, %v", name, info, err)
			}
			if text, err := os.ReadFile(target); err != nil || len(text) < 20 {
				t.Errorf("%s: the file contains %q, %v", name, text, err)
			}
		}
		if info, err := os.Stat(filepath.Join(dir, "far/there")); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the mode of the file is %v, %v; want 0600", name, info.Mode(), err)
		}
		if there, err := os.ReadDir(filepath.Join(dir, "far")); err != nil || len(there) != 3 {
			t.Errorf("%s: the folder contains %v, %v; want 3 entries", name, there, err)
		}
	}
}

// TestOutputToPipe checks that a command writes to a pipe and does not replace it.
func TestOutputToPipe(t *testing.T) {
	for name, args := range outputs(t) {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := unix.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		read := make(chan string, 1)
		go func() {
			text, err := os.ReadFile(pipe)
			read <- fmt.Sprint(string(text), err)
		}()
		if status, _, errs := call("", append(args, pipe)...); status != 0 {
			t.Errorf("%s: status %d, standard error %q", name, status, errs)
		}
		select {
		case text := <-read:
			if len(text) < 20 || !strings.HasSuffix(text, "<nil>") {
				t.Errorf("%s: read %q from the pipe", name, text)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: no data in the pipe after 10 s", name)
		}
		if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("%s: the pipe is now %v, %v", name, info, err)
		}
	}
}

// TestUnwritableOutput checks that an unwritable output file is reported under the name given on the command
// line, before the work begins.
func TestUnwritableOutput(t *testing.T) {
	dir := t.TempDir()
	circle, socket := filepath.Join(dir, "circle"), filepath.Join(dir, "socket")
	if err := os.Symlink("circle", circle); err != nil {
		t.Skip(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	for name, args := range outputs(t) {
		if name == "tune" {
			args = append(args[:2:2], "--epochs", "1000000000", args[2], "-o")
		}
		for file, want := range map[string]string{
			filepath.Join(dir, "missing", "x"): "no such file or directory",
			dir:                                "is a directory",
			circle:                             "its symbolic links form a loop",
			socket:                             "no such device or address",
		} {
			status, out, errs := call("", append(args, file)...)
			if status != 1 || out != "" || errs != "tain: cannot write "+file+": "+want+"\n" {
				t.Errorf("%s to %s: status %d, output %q, standard error %q", name, file, status, out, errs)
			}
		}
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) != 2 {
		t.Errorf("the folder contains %v, %v; want 2 entries", there, err)
	}
}

// TestAppendToPipe checks that games cannot be appended to a pipe.
func TestAppendToPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"selfplay", "chess", pipe, "--games", "1"},
		{"match", "chess", "--games", "1", "--nodes", "1", "--pgn", pipe},
	} {
		if status, _, errs := call("", args...); status != 1 || !strings.Contains(errs, pipe+": it is a pipe; name a regular file") {
			t.Errorf("%q: status %d, standard error %q", args, status, errs)
		}
	}
}
