package locale

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tainchess/tain/internal/tool/catalogue/source"
	"github.com/tainchess/tain/message"
)

// derived matches entries that no Go code mentions literally: entries of the page, and entries whose
// code contains a name. Tests of the terminal, the page and package variant check them.
var derived = regexp.MustCompile(`^(page|variant|gallery|command\.console|command\.key)\.`)

// counted matches codes that end in a number.
var counted = regexp.MustCompile(`-\d+$`)

// uses finds the messages in the code, once for all tests.
var uses = sync.OnceValues(func() ([]source.Use, error) { return source.Uses(filepath.Join("..", "..")) })

// TestCodes compares the messages in the code with the catalogues. Arguments must match, every
// library message must be translated into every language, and every entry must be used. No code ends in a
// number.
func TestCodes(t *testing.T) {
	uses, err := uses()
	if err != nil {
		t.Fatalf("source.Uses: %v", err)
	}
	sections := map[string]bool{}
	for _, c := range English().Codes() {
		section, _, _ := strings.Cut(string(c), ".")
		sections[section] = sections[section] || !derived.MatchString(string(c))
	}
	sentences := map[message.Code]string{} // English texts in the code
	used := map[message.Code]bool{}
	for _, u := range uses {
		section, _, _ := strings.Cut(string(u.Code), ".")
		takes, known := English().Placeholders(u.Code)
		switch {
		case u.English != "":
			if known {
				t.Errorf("%v: %s is in the English catalogue too", u.Place, u.Code)
			}
			parsed, err := message.Parse(u.English)
			if err != nil {
				t.Errorf("%v: %s: %v", u.Place, u.Code, err)
			}
			takes = parsed.Placeholders()
			if before, twice := sentences[u.Code]; twice && before != u.English {
				t.Errorf("%v: %s is %q here and %q elsewhere", u.Place, u.Code, u.English, before)
			}
			sentences[u.Code] = u.English
		case !sections[section]:
			continue // the call does not create a message
		case !known:
			t.Errorf("%v: %s has no entry", u.Place, u.Code)
			continue
		}
		used[u.Code] = true
		if !slices.Equal(u.Args, takes) {
			t.Errorf("%v: %s has the arguments %v, want %v", u.Place, u.Code, u.Args, takes)
		}
	}
	for _, language := range Languages() {
		c, _ := For(language)
		for _, code := range c.Codes() {
			section, _, _ := strings.Cut(string(code), ".")
			if counted.MatchString(string(code)) {
				t.Errorf("%s: %s ends in a number; name its role", language, code)
			}
			if !used[code] && section != "word" && section != "list" && !derived.MatchString(string(code)) {
				t.Errorf("%s: nothing uses %s", language, code)
			}
		}
		for code, sentence := range sentences {
			if language == "en" {
				break
			}
			got, ok := c.Placeholders(code)
			want := message.New(code, sentence, nil).Placeholders()
			if !ok || !slices.Equal(got, want) {
				t.Errorf("%s: %s takes the arguments %v (found: %v), want %v as in English", language, code, got, ok, want)
			}
		}
	}
}
