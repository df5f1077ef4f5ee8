package main_test

import (
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program holds the paths of Node.js, the support files and the WebAssembly program.
type program struct{ node, support, wasm string }

// built is the program under test. TestMain sets it.
var built program

// TestMain builds the program once. The tests are also compiled for the browser; see TestAgreement.
func TestMain(m *testing.M) {
	if runtime.GOOS == "js" {
		os.Exit(m.Run())
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "tain-wasm-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	built.wasm = filepath.Join(dir, "tain.wasm")
	// Build the program as scripts/web does, without the texts for the page and the terminal, and with the
	// same compiler flags.
	lean, err := os.ReadFile("gcflags")
	if err != nil {
		panic(err)
	}
	catalogue := exec.Command("go", "run", "./internal/tool/catalogue", "-browser", dir)
	catalogue.Dir = filepath.Join("..", "..")
	if out, err := catalogue.CombinedOutput(); err != nil {
		panic("the browser's catalogue: " + string(out))
	}
	build := exec.Command("go", append(append([]string{"build", "-overlay", filepath.Join(dir, "overlay.json"), "-trimpath"}, strings.Fields(string(lean))...),
		"-ldflags", "-s -w", "-o", built.wasm, ".")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		panic("building for the browser: " + string(out))
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic(err)
	}
	built.support = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	built.node, _ = exec.LookPath("node") // needNode checks whether it was found
	return m.Run()
}

// needNode skips a test if Node.js is not installed.
func needNode(t *testing.T) {
	t.Helper()
	if built.node == "" {
		t.Skip("node is not installed, so the program for the browser cannot be run here")
	}
}

// node runs a script in testdata with the program.
func node(t *testing.T, script string, args ...string) {
	t.Helper()
	args = append([]string{filepath.Join("testdata", script), built.support, built.wasm}, args...)
	if out, err := exec.CommandContext(t.Context(), built.node, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// TestSize limits the compressed size of the program, which the page downloads.
func TestSize(t *testing.T) {
	const most = 3_050_000
	text, err := os.ReadFile(built.wasm)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var size counter
	w, err := gzip.NewWriterLevel(&size, gzip.BestCompression)
	if err != nil {
		t.Fatalf("gzip.NewWriterLevel: %v", err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatalf("w.Write: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("w.Close: %v", err)
	}
	t.Logf("%d bytes, %d compressed", len(text), size)
	if size > most {
		t.Errorf("the compressed program has %d bytes; want at most %d", size, most)
	}
}

// counter counts the bytes written to it.
type counter int

func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

// TestPromises calls the program in the same way as the page.
func TestPromises(t *testing.T) {
	needNode(t)
	node(t, "promises.mjs")
}
