package canvas

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want []string
	}{
		{"", 5, nil},
		{"a bb ccc", 4, []string{"a bb", "ccc"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a bcdefgh i", 3, []string{"a", "bcd", "efg", "h i"}},
		{"a b", 0, []string{"a", "b"}},
	} {
		if got := Wrap(test.text, test.most); !slices.Equal(got, test.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", test.text, test.most, got, test.want)
		}
	}
	if got := Shorten("abcdef", 4, "…"); got != "abc…" {
		t.Errorf("Shorten(abcdef, 4) = %q, want abc…", got)
	}
	if got := Shorten("abcdef", 0, "..."); Width(got) > 3 {
		t.Errorf("Shorten(abcdef, 0) = %q, want at most 3 columns", got)
	}
}
