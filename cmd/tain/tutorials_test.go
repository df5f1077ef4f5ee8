package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

var anyFence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// TestTutorials follows the tutorials in an empty folder. It saves each definition in a file and runs each
// command, in order. With -update it writes the current output into the pages.
func TestTutorials(t *testing.T) {
	for name, commands := range map[string]int{"tutorial-play": 7, "tutorial-define": 12, "commands": 4} {
		t.Run(name, func(t *testing.T) {
			file, err := filepath.Abs("../../docs/" + name + ".md")
			if err != nil {
				t.Fatalf("filepath.Abs: %v", err)
			}
			text := read(t, file)
			t.Chdir(t.TempDir())
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			ran := 0
			for _, fence := range anyFence.FindAllStringSubmatch(text, -1) {
				switch kind, block := fence[1], fence[2]; kind {
				case "toml":
					name := nameField.FindStringSubmatch(block)
					if name == nil {
						t.Fatalf("no name in\n%s", block)
					}
					if err := os.WriteFile(name[1]+".toml", []byte(block), 0o644); err != nil {
						t.Fatalf("os.WriteFile: %v", err)
					}
				case "console":
					ran++
					now := transcript(t, block)
					if now != block && !*update {
						t.Errorf("the page shows\n%s\nbut the commands print\n%s", block, now)
					}
					text = strings.Replace(text, "```console\n"+block+"```", "```console\n"+now+"```", 1)
				default:
					t.Errorf("a block of kind %q is not tested", kind)
				}
			}
			if ran < commands {
				t.Errorf("the page has %d console blocks, want at least %d", ran, commands)
			}
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatalf("os.WriteFile: %v", err)
				}
			}
		})
	}
}

// transcript runs the commands in a block and returns the block with their current output. A server or a
// console session has a block to itself. Lines typed in a session begin with "> ". Sessions are checked but
// not updated.
func transcript(t *testing.T, block string) string {
	t.Helper()
	command, rest, _ := strings.Cut(strings.TrimPrefix(block, "$ tain "), "\n")
	if command == "serve" {
		return "$ tain serve\n" + serveGreeting(t)
	}
	if !strings.Contains("\n"+rest, "\n> ") {
		return rerun(t, block)
	}
	var typed, shown strings.Builder
	for line := range strings.Lines(rest) {
		if input, ok := strings.CutPrefix(line, "> "); ok {
			typed.WriteString(input)
		} else {
			shown.WriteString(line)
		}
	}
	_, out, errs := call(typed.String(), words(command)...)
	if got := out + errs; got != shown.String() {
		t.Errorf("the session shows\n%s\nbut the console prints\n%s", block, got)
	}
	return block
}

// serveGreeting starts a server on a free port and returns its first line of output, in which the port is
// replaced by the default one.
func serveGreeting(t *testing.T) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	screen := &firstLine{done: stop}
	run(ctx, []string{"serve", "--addr", "localhost:0", "--data", t.TempDir()}, strings.NewReader(""), screen, screen)
	line, _, _ := strings.Cut(screen.text.String(), "\n")
	return regexp.MustCompile(`localhost:\d+`).ReplaceAllString(line, "localhost:8080") + "\n"
}

// firstLine is a writer that calls done after the first line.
type firstLine struct {
	lock sync.Mutex
	text bytes.Buffer
	done func()
}

func (f *firstLine) Write(data []byte) (int, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.text.Write(data)
	if bytes.ContainsRune(f.text.Bytes(), '\n') {
		f.done()
	}
	return len(data), nil
}
