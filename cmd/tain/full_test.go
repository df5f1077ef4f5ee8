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

// fullAfter limits the size of files until the test ends, as if the disk were full. It must not be used in
// parallel tests.
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

// TestTablesDiskFull checks that the error on a full disk contains the table, the folder and the required
// size, and that no partial file remains.
func TestTablesDiskFull(t *testing.T) {
	folder := t.TempDir()
	status, _, errs := call("", "tables", "cylinder", "--piece", "Q", "--folder", "/proc/self")
	if want := "tain: cannot write /proc/self/cylinder: no such file or directory\n"; status != 1 || errs != want {
		t.Errorf("in /proc/self: status %d, standard error %q, want %q", status, errs, want)
	}
	if err := os.Symlink("/proc/self/fdinfo", filepath.Join(folder, "cylinder")); err != nil {
		t.Fatalf("os.Symlink: %v", err)
	}
	status, _, errs = call("", "tables", "cylinder", "--piece", "Q", "--folder", folder)
	if want := "tain: cannot write " + filepath.Join(folder, "cylinder") + ": no such file or directory\n"; status != 1 || errs != want {
		t.Errorf("in /proc/self/fdinfo: status %d, standard error %q, want %q", status, errs, want)
	}
	if flag.Lookup("test.testlogfile").Value.String() != "" {
		// The limit also applies to the log file of go test, so run the test in a process without a log file.
		self, err := os.Executable()
		if err != nil {
			t.Fatalf("os.Executable: %v", err)
		}
		if out, err := exec.Command(self, "-test.run=^TestTablesDiskFull$").CombinedOutput(); err != nil {
			t.Errorf("the test on a full disk: %v\n%s", err, out)
		}
		return
	}
	folder = t.TempDir()
	fullAfter(t, 300)
	status, _, errs = call("", "tables", "cylinder", "--piece", "Q", "--folder", folder)
	for _, want := range []string{"cannot write table KQK to " + filepath.Join(folder, "cylinder") + ": file too large; it needs ", " KB"} {
		if status != 1 || !strings.Contains(errs, want) {
			t.Errorf("status %d, standard error %q; want 1 and %q", status, errs, want)
		}
	}
	if strings.Contains(errs, ".tain-") {
		t.Errorf("the error names a temporary file: %q", errs)
	}
	if left, err := os.ReadDir(filepath.Join(folder, "cylinder")); err != nil || len(left) > 0 {
		t.Errorf("the folder contains %v, %v; want nothing", left, err)
	}
}
