package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// TestLanguages holds every language to English: nothing is missing, nothing is
// unknown, every entry can be read and takes the same arguments.
func TestLanguages(t *testing.T) {
	if len(locale.Languages()) < 5 {
		t.Fatalf("there are only %v", locale.Languages())
	}
	sentences, err := english(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range locale.Languages() {
		s := look(language, sentences)
		if n := len(s.missing); n > 0 {
			t.Errorf("%s lacks %d entries, the first is %s: make catalogue lists them", language, n, s.missing[0])
		}
		for _, one := range s.unknown {
			t.Errorf("%s has %s, which English has not", language, one)
		}
		for _, one := range s.wrong {
			t.Errorf("%s has a faulty entry: %s", language, one)
		}
	}
}

// TestBrowser sees that a browser's catalogue has what the rules say and not what
// the page and the terminal say.
func TestBrowser(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	folder := t.TempDir()
	if err := writeBrowser(folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := locale.Load("en", text)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[message.Code]bool{"request.move": true, "command.console.help": false} {
		if _, has := c.Placeholders(code); has != want {
			t.Errorf("the browser's catalogue has %s: %v", code, has)
		}
	}
}
