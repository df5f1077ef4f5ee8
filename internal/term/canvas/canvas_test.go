package canvas

import "testing"

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
		got := Wrap(test.text, test.most)
		if len(got) != len(test.want) {
			t.Errorf("%q at %d gives %q, want %q", test.text, test.most, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%q at %d gives %q, want %q", test.text, test.most, got, test.want)
			}
		}
	}
	if got := Shorten("abcdef", 4, "…"); got != "abc…" {
		t.Errorf("shortened to %q", got)
	}
	if got := Shorten("abcdef", 0, "..."); Width(got) > 3 {
		t.Errorf("shortened to %q", got)
	}
}
