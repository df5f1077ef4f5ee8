package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func consoleDoc(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/console.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return string(text)
}

// TestConsoleSession types the commands of the session in docs/console.md and compares the output.
func TestConsoleSession(t *testing.T) {
	blocks := fences(consoleDoc(t), "console")
	if len(blocks) != 1 {
		t.Fatalf("docs/console.md has %d sessions, want 1", len(blocks))
	}
	command, session, _ := strings.Cut(strings.TrimPrefix(blocks[0], "$ tain "), "\n")
	var typed, said strings.Builder
	for line := range strings.Lines(session) {
		if input, ok := strings.CutPrefix(line, "> "); ok {
			typed.WriteString(input)
		} else {
			said.WriteString(line)
		}
	}
	_, out, errs := call(typed.String(), words(command)...)
	if out != said.String() || errs != "" || strings.Count(typed.String(), "\n") < 15 {
		t.Errorf("the console prints\n%s\n%s\ndocs/console.md shows\n%s", out, errs, said.String())
	}
}

// TestConsoleTable types every command in the tables of docs/console.md, and checks that the console
// recognises it.
func TestConsoleTable(t *testing.T) {
	code := regexp.MustCompile("`([^`]+)`")
	page := consoleDoc(t)
	t.Chdir(t.TempDir()) // save writes a file
	rows := 0
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		rows++
		there, _, _ := strings.Cut(line[1:], "|")
		for _, word := range code.FindAllStringSubmatch(there, -1) {
			typed := strings.NewReplacer("FILE", "game.pgn", "FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").Replace(word[1])
			status, out, errs := call("st 0.05\nsd 1\n"+typed+"\n", "play", "chess", "--side", "both", "--seed", "1")
			if status != 0 || errs != "" || strings.Contains(out, "neither a command nor a legal move") || strings.Contains(out, "needs an argument") {
				t.Errorf("%s: status %d\n%s%s", word[1], status, out, errs)
			}
		}
	}
	if rows < 30 {
		t.Errorf("docs/console.md has %d table rows, want at least 30", rows)
	}
}
