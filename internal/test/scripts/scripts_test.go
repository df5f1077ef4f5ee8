// Package scripts tests the build scripts on simulated machines that lack required tools. Each script
// must print one sentence with the problem and its solution.
package scripts

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// basics lists programs that every system has.
var basics = []string{"bash", "env", "dirname", "awk", "cat", "mkdir", "sort", "head", "printf"}

// fakes are fake programs that report a version.
var fakes = map[string]string{
	"go 1.19": `case "$1" in env) echo go1.19.8 ;; version) echo go version go1.19.8 linux/amd64 ;; *) echo "go: errors parsing go.mod" >&2; exit 1 ;; esac`,
	// If Go 1.21 or later may not download a newer version, every command inside the module prints only
	// this error.
	"go 1.24": `if [ "$PWD" = / ]; then echo go version go1.24.1 linux/amd64; else echo "go: go.mod requires go >= 1.26.0 (running go 1.24.1; GOTOOLCHAIN=local)" >&2; exit 1; fi`,
	"go 1.26": `case "$1" in env) echo go1.26.8 ;; list) exit 0 ;; *) exit 1 ;; esac`,
	"go off":  `case "$1" in env) echo go1.26.8 ;; *) echo "dial tcp: no such host" >&2; exit 1 ;; esac`,
	"go shut": `case "$1 $2" in "env GOMODCACHE") echo /proc/self/nothing/here ;; env*) echo go1.26.8 ;; *) exit 1 ;; esac`,
	"node 18": `if [ "$1" = --version ]; then echo v18.20.4; else echo 18; fi`,
	"npm 9":   `exit 1`,
}

func TestMissingTools(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatalf("filepath.Abs: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for _, c := range []struct {
		name, script string
		with         []string
		env          string
		says         string
	}{
		{"no Go", "setup", nil, "", "setup: Go not found; install Go 1.26.0 or newer: https://go.dev/doc/install"},
		{"Go 1.19", "setup", []string{"go 1.19"}, "", "setup: Go is go1.19.8; install 1.26.0 or newer: https://go.dev/doc/install"},
		{"Go 1.24", "setup", []string{"go 1.24"}, "", "setup: Go is go1.24.1; install 1.26.0 or newer: https://go.dev/doc/install"},
		{"no network", "setup", []string{"go off"}, "", "setup: cannot fetch the modules of go.mod; connect to the network once, or set GOPROXY"},
		{"an unwritable cache", "setup", []string{"go shut"}, "", "setup: cannot write to Go's module cache /proc/self/nothing/here; change its owner, or choose another with GOMODCACHE=DIR"},
		{"nothing missing", "setup", []string{"go 1.26"}, "", ""},
		{"no Node", "web", []string{"go 1.26"}, "", "web: Node not found; install Node 20 or newer with npm: https://nodejs.org"},
		{"Node 18", "web", []string{"go 1.26", "node 18", "npm 9"}, "", "web: Node is v18.20.4; install 20 or newer: https://nodejs.org"},
		{"no git", "release", []string{"go 1.26"}, "", "release: git not found; install it, or set REVISION and SOURCE_DATE_EPOCH"},
		{"a file for a folder", "release", []string{"go 1.26"}, "OUT=" + file, "release: cannot write to folder " + file + "; choose another with OUT=DIR"},
		{"no release", "release-again", nil, "", "release-again: no release in xyz; build one with scripts/release, and name its folder"},
		{"no image", "test-image", nil, "", "test-image: no image xyz; build one with scripts/release, and name its file, such as release/tain_0.1.0_image_amd64.tar"},
		{"no apt-get", "install", nil, "", "install: apt-get not found; install xyz yourself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := t.TempDir()
			for _, name := range basics {
				at, err := exec.LookPath(name)
				if err != nil {
					t.Skip("this system has no " + name)
				}
				if err := os.Symlink(at, filepath.Join(path, name)); err != nil {
					t.Fatalf("os.Symlink: %v", err)
				}
			}
			for _, fake := range c.with {
				name, _, _ := strings.Cut(fake, " ")
				if err := os.WriteFile(filepath.Join(path, name), []byte("#!/usr/bin/env bash\n"+fakes[fake]+"\n"), 0o777); err != nil {
					t.Fatalf("os.WriteFile: %v", err)
				}
			}
			cmd := exec.Command(filepath.Join(root, "scripts", c.script), "xyz")
			cmd.Env = []string{"PATH=" + path}
			if c.env != "" {
				cmd.Env = append(cmd.Env, c.env, "REVISION=x", "SOURCE_DATE_EPOCH=1")
			}
			var errs bytes.Buffer
			cmd.Stderr = &errs
			err := cmd.Run()
			lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
			if got := lines[len(lines)-1]; got != c.says || (err == nil) != (c.says == "") {
				t.Errorf("the script ended with %v and printed %q, want %q", err, errs.String(), c.says)
			}
		})
	}
}

// TestPackage checks that make package builds only the files for this machine, once.
func TestPackage(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("this system has no make")
	}
	out, err := exec.Command("make", "-n", "-C", "../../..", "--no-print-directory", "package").CombinedOutput()
	if want := "PLATFORMS=$(go env GOHOSTOS)/$(go env GOHOSTARCH) scripts/release\n"; err != nil || string(out) != want {
		t.Errorf("make -n package: %v, printed %q, want %q", err, out, want)
	}
}
