package studies

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/variant"
)

// FuzzCheck checks that Check does not panic, and that titles are safe to display.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{
		"", "[", "[StudyName \"x\"]\n\n1. e4 (1. d4) *\n", "[Variant \"trid\"]\n\n*\n", "[StudyName \"\u202e\x00\"]\n\n*\n", "\ufeff[Event \"x\"]\n\n{[%cal Ge2e4]} *\n",
	} {
		f.Add(text)
	}
	find := variant.Builtin().Find
	f.Fuzz(func(t *testing.T, text string) {
		title, err := Check(text, find, nil)
		if err == nil && (title == "" || utf8.RuneCountInString(title) > maxTitle || strings.ContainsFunc(title, func(r rune) bool { return !unicode.IsPrint(r) })) {
			t.Errorf("title = %q", title)
		}
	})
}

func TestTitles(t *testing.T) {
	for text, want := range map[string]string{
		"": "Study", " \t": "Study", "a\u200bb": "ab", "Mirrors  \t& more": "Mirrors & more", strings.Repeat("♞", 300): strings.Repeat("♞", 100),
	} {
		if got := cleanTitle(text); got != want {
			t.Errorf("cleanTitle(%q) = %q, want %q", text, got, want)
		}
	}
}
