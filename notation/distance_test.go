package notation_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/notation"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("x", 101)
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"cylinder", "cylindre", 2}, {long, long, 101}, {"x", long, 101},
	} {
		if got := notation.Distance(test.a, test.b); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
