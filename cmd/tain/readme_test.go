package main

import (
	"os"
	"strings"
	"testing"
)

// fences returns the fenced blocks of one language in a Markdown text.
func fences(text, kind string) (blocks []string) {
	for {
		_, after, found := strings.Cut(text, "\n```"+kind+"\n")
		if !found {
			return blocks
		}
		block, rest, _ := strings.Cut(after, "\n```\n")
		blocks = append(blocks, block+"\n")
		text = rest
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return string(text)
}

// TestReadmeLength limits the README to 900 words.
func TestReadmeLength(t *testing.T) {
	if n := len(strings.Fields(readme(t))); n > 900 {
		t.Errorf("the README has %d words; want at most 900: move text to docs", n)
	}
}

// TestReadme runs the commands in the README and compares their output.
func TestReadme(t *testing.T) {
	blocks := fences(readme(t), "console")
	if len(blocks) < 2 {
		t.Fatalf("found %d console blocks in the README", len(blocks))
	}
	for _, block := range blocks {
		for _, shown := range strings.Split(strings.TrimPrefix(block, "$ "), "\n$ ") {
			line, want, _ := strings.Cut(shown, "\n")
			args := words(strings.TrimPrefix(line, "tain "))
			_, out, errs := call("", args...)
			if got := out + errs; strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s\nprints\n%s\nthe README shows\n%s", line, got, want)
			}
		}
	}
}

// words splits a command line at spaces that are not within double quotes.
func words(line string) (all []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// TestReadmeCode checks that the README contains the tested example program and its output.
func TestReadmeCode(t *testing.T) {
	example, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	text := readme(t)
	code := fences(text, "go")
	if len(code) != 1 {
		t.Fatalf("found %d Go blocks in the README", len(code))
	}
	_, body, _ := strings.Cut(string(example), "func Example() {\n")
	body, output, _ := strings.Cut(body, "\t// Output:\n")
	if got := "\n" + code[0]; strings.TrimSpace(strings.ReplaceAll(got, "\n", "\n\t")) != strings.TrimSpace(body) {
		t.Errorf("the README's program differs from example_test.go:\n%s", code[0])
	}
	output, _, _ = strings.Cut(output, "}")
	printed := strings.ReplaceAll(output, "\t// ", "")
	if !strings.Contains(text, "```\n"+printed+"```\n") {
		t.Errorf("README does not show the program's output:\n%s", printed)
	}
}
