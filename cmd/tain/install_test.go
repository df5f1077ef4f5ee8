package main

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	numbered "github.com/tainchess/tain/internal/version"
)

// leanLimit is the maximum size of the lean program, in bytes.
const leanLimit = 30_000_000

// command runs a program and returns its output, standard error included.
func command(t *testing.T, dir string, env []string, name string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestLean builds the program without the server, and checks its size, its commands and what it prints for a
// command that it lacks.
func TestLean(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	tain := filepath.Join(t.TempDir(), "tain")
	if out, err := command(t, "", nil, "go", "build", "-tags", "lean", "-ldflags", "-s -w", "-o", tain, "."); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if info, err := os.Stat(tain); err != nil || info.Size() >= leanLimit {
		t.Errorf("os.Stat: %v, %v; want less than %d bytes", info.Size(), err, leanLimit)
	}
	deps, err := command(t, "", nil, "go", "list", "-tags", "lean", "-deps", ".")
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, deps)
	}
	for _, left := range []string{"nats-io", "pgx", "sqlite", "internal/site/server", "tain/web"} {
		if strings.Contains(deps, left) {
			t.Errorf("the lean program contains %s", left)
		}
	}
	for line, want := range map[string]string{
		"line nachfolger f4 c6 Ne5 Qc7":      "checkmate: Black wins",
		"analyse triboard --depth 2":         "best: ",
		"perft chess 2":                      "400",
		"version":                            "built without the server; to get everything, install a package",
		"serve --addr :0":                    "tain: this program lacks serve: it was built without the server (-tags lean); to get everything, install a package",
		"admin ban 192.0.2.7 --reason flood": "tain: this program lacks admin: ",
		"worker":                             "tain: this program lacks worker: ",
		"load --help":                        "tain: this program lacks load: ",
		"backup":                             "tain: this program lacks backup: ",
		"restore x":                          "tain: this program lacks restore: ",
		"store copy":                         "tain: this program lacks store: ",
		"selfplay chess x --cluster postgres://tain@localhost/tain": "tain: this program lacks --cluster: ",
	} {
		out, err := command(t, t.TempDir(), []string{"LC_ALL=C"}, tain, strings.Fields(line)...)
		if !strings.Contains(out, want) || (err != nil) != strings.Contains(want, "lacks") {
			t.Errorf("tain %s: %v, printed %q, want %q", line, err, out, want)
		}
	}
	if out, err := command(t, "", nil, tain, "help"); err != nil || strings.Contains(out, "tain serve") || strings.Contains(out, "Run a server") {
		t.Errorf("tain help: %v\n%s", err, out)
	}
}

// packModule writes the files in a checkout's index to a module proxy in a folder, as the given version. Like Go
// itself, it leaves out nested modules.
func packModule(t *testing.T, proxy, number string) {
	t.Helper()
	const module, root = "github.com/tainchess/tain", "../.."
	listed, err := command(t, root, nil, "git", "ls-files", "-z")
	if err != nil {
		t.Skipf("this is not a git checkout: %v", err)
	}
	files := strings.Split(strings.Trim(listed, "\x00"), "\x00")
	folder := filepath.Join(proxy, module, "@v")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatalf("os.MkdirAll: %v", err)
	}
	var nested []string
	for _, f := range files {
		if at, ok := strings.CutSuffix(f, "/go.mod"); ok {
			nested = append(nested, at+"/")
		}
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range files {
		inside := false
		for _, n := range nested {
			inside = inside || strings.HasPrefix(f, n)
		}
		if inside {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, f))
		if os.IsNotExist(err) {
			continue // deleted, but not yet committed
		}
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		entry, err := w.CreateHeader(&zip.FileHeader{Name: module + "@" + number + "/" + f, Method: zip.Store})
		if err == nil {
			_, err = entry.Write(text)
		}
		if err != nil {
			t.Fatalf("writing the module: %v", err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatalf("writing the module: %v", err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	for name, text := range map[string][]byte{
		"list": []byte(number + "\n"), number + ".info": []byte(`{"Version": "` + number + `"}`), number + ".mod": mod, number + ".zip": packed.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
}

// TestGoInstall installs the latest version with go install from a module proxy in a folder. The other modules
// come from the module cache. The program must say that it lacks the page, and how to get it.
func TestGoInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	proxy, bin := t.TempDir(), t.TempDir()
	packModule(t, proxy, "v"+numbered.Number())
	cache, err := command(t, "", nil, "go", "env", "GOMODCACHE")
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	flags := os.Getenv("GOFLAGS")
	out, err := command(t, t.TempDir(), []string{
		"GOPROXY=file://" + proxy + ",file://" + filepath.Join(strings.TrimSpace(cache), "cache", "download"),
		"GOMODCACHE=" + t.TempDir(), "GOBIN=" + bin, "GOSUMDB=off", "GONOSUMDB=", "GONOPROXY=", "GOPRIVATE=", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOFLAGS=" + flags + " -modcacherw",
	}, "go", "install", "github.com/tainchess/tain/cmd/tain@latest")
	if err != nil {
		t.Fatalf("go install: %v\n%s", err, out)
	}
	tain := filepath.Join(bin, "tain")
	const how = "; to get everything, install a package from https://github.com/tainchess/tain/releases, or run make web build in the source code (needs Node 20)"
	out, err = command(t, "", nil, tain, "version")
	if err != nil || !strings.HasPrefix(out, "tain "+numbered.Number()) || !strings.Contains(out, "\nbuilt without the page"+how) {
		t.Errorf("tain version: %v, printed %q", err, out)
	}
	if out, err := command(t, "", nil, tain, "perft", "chess", "2"); err != nil || !strings.Contains(out, "400") {
		t.Errorf("tain perft: %v, printed %q", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	serve := exec.CommandContext(ctx, tain, "serve", "--memory", "--addr", "localhost:0")
	serve.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "TAIN_") }) // settings
	notes, err := serve.StderrPipe()
	if err != nil {
		t.Fatalf("serve.StderrPipe: %v", err)
	}
	if err := serve.Start(); err != nil {
		t.Fatalf("serve.Start: %v", err)
	}
	seen := make([]byte, 0, 4096)
	for want := "this program was built without the page, as go install does; the API works" + how; !strings.Contains(string(seen), want); {
		part := make([]byte, 1024)
		n, err := notes.Read(part)
		if seen = append(seen, part[:n]...); err != nil {
			if err != io.EOF {
				t.Errorf("reading standard error: %v", err)
			}
			t.Errorf("tain serve printed %q, want %q", seen, want)
			break
		}
	}
	cancel()
	_ = serve.Wait() // killed
}
