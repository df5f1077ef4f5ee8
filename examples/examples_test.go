// Package examples holds programs written with the library; docs/library.md
// walks through them. They import public packages only.
package examples

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	// The programs are built from this package. Importing it makes go test rerun the
	// tests when the package changes, instead of using cached results.
	_ "github.com/tainchess/tain"
)

// run runs a program.
func run(t *testing.T, in, folder string, args ...string) (out, errs string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "./" + folder}, args...)...)
	cmd.Stdin = strings.NewReader(in)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", folder, err, said.String())
	}
	return string(text), said.String()
}

// TestPrograms runs the programs and checks that docs/library.md shows their output.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds three programs")
	}
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	shown := func(what, text string) {
		t.Helper()
		if text = strings.TrimSpace(text); text == "" || !strings.Contains(string(page), text) {
			t.Errorf("docs/library.md does not show what %s prints:\n%s", what, text)
		}
	}
	game, _ := run(t, "", "bot")
	_, moves, _ := strings.Cut(game, "\n\n")
	shown("the bot", moves)
	if game, _ := run(t, "", "bot", "triboard", "2"); !strings.Contains(game, `[Variant "triboard"]`) {
		t.Errorf("a game of triboard:\n%s", game)
	}
	found, _ := run(t, puzzle, "puzzles")
	shown("the finder", found)
	picture, said := run(t, "", "space")
	shown("the new rule set", said)
	if !strings.HasPrefix(picture, "<svg") {
		t.Errorf("not a picture: %.100q", picture)
	}
}

// TestShortPrograms runs the four short programs and counts their lines.
func TestShortPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds four programs")
	}
	for _, c := range []struct{ folder, in, want string }{
		{"random", "", `^\d+ half-moves, \S.*\n$`},
		{"solver", "", `^black mates in 2: Bxg3\+ hxg3 Qxg3#\n$`},
		{"picture", "", `^<svg(?s:.*)</svg>\s*$`},
		{"opponent", "e4\nKe4\nh3\n", `^Black .*\ntain: Ke4: .*\nBlack .*\n\n$`},
	} {
		if out, _ := run(t, c.in, c.folder); !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%s printed %.300q, want %s", c.folder, out, c.want)
		}
		text, err := os.ReadFile(c.folder + "/main.go")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		_, code, _ := strings.Cut(string(text), "\n)\n") // after the imports
		if n := len(regexp.MustCompile(`(?m)^.*\S.*$`).FindAllString(code, -1)); n > 20 {
			t.Errorf("%s has %d lines; the limit is 20", c.folder, n)
		}
	}
}

// TestLibraryPage compares the code in docs/library.md with the programs and the examples of
// package tain, whose functions have at most 20 lines.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var code strings.Builder
	files, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatalf("filepath.Glob: %v", err)
	}
	for _, file := range append(files, "../example_test.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		code.Write(text)
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	if len(blocks) < 4 {
		t.Fatalf("docs/library.md shows %d pieces of code", len(blocks))
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains(code.String(), strings.TrimSpace(block)) {
			t.Errorf("no program has\n%s", block)
		}
		if n := strings.Count(block, "\n"); n > 22 { // 20 lines, plus the func line and the closing brace
			t.Errorf("a piece of code has %d lines:\n%s", n, block)
		}
	}
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// TestTutorial follows docs/tutorial-go.md in an empty folder: it saves each program
// as main.go and runs each command. UPDATE=1 writes the current output into the page.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds three programs")
	}
	const file = "../docs/tutorial-go.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	folder, text := t.TempDir(), string(page)
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if block[1] == "go" {
			if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(block[2]), 0o644); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
			continue
		}
		var now strings.Builder
		for line := range strings.Lines(block[2]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				now.WriteString(line + follow(t, folder, strings.TrimSpace(command)))
			}
		}
		if now.String() != block[2] && os.Getenv("UPDATE") == "" {
			t.Errorf("the page shows\n%s\nbut the commands print\n%s", block[2], now.String())
		}
		text = strings.Replace(text, "```console\n"+block[2]+"```", "```console\n"+now.String()+"```", 1)
	}
	if _, err := os.Stat(filepath.Join(folder, "mate.svg")); err != nil {
		t.Errorf("os.Stat: %v", err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
}

// follow runs a command of the tutorial and returns its standard output. It uses this
// copy of Tain instead of downloading one.
func follow(t *testing.T, folder, command string) string {
	t.Helper()
	args := strings.Fields(command)[1:]
	if command == "go get github.com/tainchess/tain" {
		root, err := filepath.Abs("..")
		if err != nil {
			t.Fatalf("filepath.Abs: %v", err)
		}
		sums, err := os.ReadFile("../go.sum")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		if err := os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		args = []string{"mod", "edit", "-require=github.com/tainchess/tain@v0.1.0", "-replace=github.com/tainchess/tain=" + root}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -mod=mod", "GOWORK=off")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, errs.String())
	}
	return string(out)
}

// TestImports keeps internal packages out of the programs.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, "./...").Output()
	if err != nil {
		t.Fatalf("exec.Command: %v", err)
	}
	for path := range strings.Lines(string(out)) {
		if strings.Contains(path, "/internal/") {
			t.Errorf("imports %s", path)
		}
	}
}

// puzzle is the end of a game, with a mate over the seam.
const puzzle = `[Variant "triboard"]
[SetUp "1"]
[FEN "rnbqk2r/pp1ppp1p/2p3p1/b7/8/B1P2PP1/2PPP2P/R2QKBNR b KQkq - 0 1"]

1... Bxg3+ 2. hxg3 Qxg3# 0-1
`
