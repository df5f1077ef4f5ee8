package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// TestLanguages checks that every language has the same entries as English, and that each entry can be
// parsed and takes the same arguments.
func TestLanguages(t *testing.T) {
	if len(locale.Languages()) < 5 {
		t.Fatalf("locale.Languages() = %v, want at least 5", locale.Languages())
	}
	sentences, err := english(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatalf("english: %v", err)
	}
	for _, language := range locale.Languages() {
		s := look(language, sentences)
		if n := len(s.missing); n > 0 {
			t.Errorf("%s lacks %d entries, the first is %s: make catalogue lists them", language, n, s.missing[0])
		}
		for _, one := range s.unknown {
			t.Errorf("%s has %s, which English lacks", language, one)
		}
		for _, one := range s.wrong {
			t.Errorf("%s has an invalid entry: %s", language, one)
		}
	}
}

// TestBrowser checks that the browser's catalogue has an entry that the rules use, but not one that only the
// terminal uses.
func TestBrowser(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	folder := t.TempDir()
	if err := writeBrowser(folder); err != nil {
		t.Fatalf("writeBrowser: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "en.json"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	c, err := locale.Load("en", text)
	if err != nil {
		t.Fatalf("locale.Load: %v", err)
	}
	for code, want := range map[message.Code]bool{"request.move": true, "command.console.help": false} {
		if _, has := c.Placeholders(code); has != want {
			t.Errorf("the browser's catalogue has %s: %v; want %v", code, has, !has)
		}
	}
}
