package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/locale"
)

// helpCode is what the codes of the help look like.
var helpCode = regexp.MustCompile(`^command\.(description$|(help|detail|flag|argument)\.)`)

// TestHelpIsInTheCatalogue keeps the catalogue and the help the same: each text
// of a command, a flag or an argument has its entry, and there is no other. With
// UPDATE=1 in the environment it writes them.
func TestHelpIsInTheCatalogue(t *testing.T) {
	file := filepath.Join("..", "..", "internal", "locale", "catalogue", "en.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries map[string]string
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatal(err)
	}
	var c cli
	want := map[string]string{}
	if _, err := newParser(&c, newConsole(context.Background(), nil, os.Stdout, os.Stderr), func(k *kong.Kong) error {
		for _, h := range helpTexts(k) {
			want[h.code] = h.entry()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(want) < 200 {
		t.Fatalf("only %d texts of help were found", len(want))
	}
	if os.Getenv("UPDATE") != "" {
		for code := range entries {
			if helpCode.MatchString(code) {
				delete(entries, code)
			}
		}
		for code, text := range want {
			entries[code] = text
		}
		text, err := locale.Format(entries)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for code, text := range want {
		if entries[code] != text {
			t.Errorf("%s is %q in the catalogue and %q in the help: run UPDATE=1 go test ./cmd/tain -run TestHelpIsInTheCatalogue", code, entries[code], text)
		}
	}
	for code := range entries {
		if _, used := want[code]; !used && helpCode.MatchString(code) {
			t.Errorf("no help has the code %s", code)
		}
	}
}

// TestHelpSpeaks asks for the help of every command in every language.
func TestHelpSpeaks(t *testing.T) {
	defer locale.Speak(nil)
	for _, tag := range locale.Languages() {
		var out, errs bytes.Buffer
		if status := run(context.Background(), []string{"--lang", tag, "perft", "--help"}, nil, &out, &errs); status != 0 {
			t.Fatalf("%s: status %d: %s", tag, status, errs.String())
		}
		c, _ := locale.For(tag)
		for _, want := range []string{
			c.Text(locale.New("command.heading.flags", nil)),
			strings.SplitN(c.Text(locale.New("command.help.perft", nil)), "\n", 2)[0][:20],
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: the help of perft lacks %q:\n%s", tag, want, out.String())
			}
		}
	}
}

// TestLanguageIsChosen asks for a language in each of the ways there are.
func TestLanguageIsChosen(t *testing.T) {
	defer locale.Speak(nil)
	for _, tt := range []struct {
		args []string
		env  map[string]string
		want string
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "fr"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "C"}, "en"},
		{nil, map[string]string{"LANG": "C", "LC_ALL": "fr_CA"}, "fr"},
		{nil, map[string]string{"LC_ALL": "", "LANG": "fr"}, "fr"},
		{nil, map[string]string{"LANG": "fr_FR", "TAIN_LANG": "en"}, "en"},
		{nil, map[string]string{"LANG": "xx_YY.UTF-8"}, "en"},
		{[]string{"--lang", "fr-CH", "variants"}, map[string]string{"LANG": "C"}, "fr"},
		{[]string{"variants", "--lang=en"}, map[string]string{"LANG": "fr_FR"}, "en"},
		{[]string{"line", "--", "--lang=fr"}, nil, "en"},
	} {
		if err := speak(tt.args, func(name string) string { return tt.env[name] }); err != nil {
			t.Errorf("%v %v: %v", tt.args, tt.env, err)
		}
		if got := locale.Spoken().Language(); got != tt.want {
			t.Errorf("%v %v speaks %s, want %s", tt.args, tt.env, got, tt.want)
		}
	}
	if err := speak([]string{"--lang", "xyz"}, os.Getenv); err == nil || !strings.Contains(err.Error(), "xyz") {
		t.Errorf("a language that is not there is answered with %v", err)
	}
}
