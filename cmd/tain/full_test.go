//go:build linux

package main

import (
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// fullAfter lets no file grow beyond so many bytes until the test ends, as if the disk
// were full. Only tests that run alone may use it.
func fullAfter(t *testing.T, bytes uint64) {
	t.Helper()
	var usual unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &usual); err != nil {
		t.Fatalf("unix.Getrlimit: %v", err)
	}
	signal.Ignore(unix.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: usual.Max}); err != nil {
		t.Fatalf("unix.Setrlimit: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &usual); err != nil {
			t.Fatalf("unix.Setrlimit: %v", err)
		}
		signal.Reset(unix.SIGXFSZ)
	})
}

// TestNoRoomForTables tells which table had no room, where, and how much it needs, and
// leaves nothing of it.
func TestNoRoomForTables(t *testing.T) {
	folder := t.TempDir()
	status, _, errs := call("", "tables", "cylinder", "--piece", "Q", "--folder", "/proc/self")
	if want := "tain: cannot write /proc/self/cylinder: no such file or directory\n"; status != 1 || errs != want {
		t.Errorf("where nothing can be written it ends with %d and says %q, want %q", status, errs, want)
	}
	if err := os.Symlink("/proc/self/fdinfo", filepath.Join(folder, "cylinder")); err != nil {
		t.Fatalf("os.Symlink: %v", err)
	}
	status, _, errs = call("", "tables", "cylinder", "--piece", "Q", "--folder", folder)
	if want := "tain: cannot write " + filepath.Join(folder, "cylinder") + ": no such file or directory\n"; status != 1 || errs != want {
		t.Errorf("where no file can be made it ends with %d and says %q, want %q", status, errs, want)
	}
	if flag.Lookup("test.testlogfile").Value.String() != "" {
		// The log that go test keeps of what a test reads is a file that would be
		// full as well; a process of its own has none.
		self, err := os.Executable()
		if err != nil {
			t.Fatalf("os.Executable: %v", err)
		}
		if out, err := exec.Command(self, "-test.run=^TestNoRoomForTables$").CombinedOutput(); err != nil {
			t.Errorf("the test on a full disk: %v\n%s", err, out)
		}
		return
	}
	folder = t.TempDir()
	fullAfter(t, 300)
	status, _, errs = call("", "tables", "cylinder", "--piece", "Q", "--folder", folder)
	for _, want := range []string{"cannot write table KQK to " + filepath.Join(folder, "cylinder") + ": file too large; it needs ", " KB"} {
		if status != 1 || !strings.Contains(errs, want) {
			t.Errorf("it ends with %d and says %q, want %q", status, errs, want)
		}
	}
	if strings.Contains(errs, ".tain-") {
		t.Errorf("it names a hidden file: %q", errs)
	}
	if left, err := os.ReadDir(filepath.Join(folder, "cylinder")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
