package learn_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

func TestReadSeries(t *testing.T) {
	for _, c := range []struct {
		text  string
		games []int
		cut   string // the ignored end of the file
		mixed bool
	}{
		{"", nil, "", false},
		{"# settings\n", nil, "", false},
		{"# settings\n1\tx\te2e4\n0\tx\te2e4\n2\tx\te2", []int{0, 1}, "2\tx\te2", false},
		{"# settings\n# game 3\n1\tx\te2e4\n# game 1\n1\tx\t\n1\tx\t\n", []int{0, 1, 2}, "", true},
		{"# game 2\r\n1\tx\te2e4\r\n# game 1\n", []int{1}, "# game 1\n", true},
		{"# game 2\n1\tx\te2e4\n# game 1\n0\tx\td2", []int{1}, "# game 1\n0\tx\td2", true},
		{"# game of the year\n# game 0\n1\tx\te2e4\n", []int{0}, "", false},
	} {
		s, end, err := learn.ReadSeries(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("ReadSeries(%q): %v", c.text, err)
			continue
		}
		if got := slices.Sorted(maps.Keys(s.Have)); !slices.Equal(got, c.games) || c.text[end:] != c.cut || s.Mixed != c.mixed {
			t.Errorf("ReadSeries(%q): games %v, mixed %v, rest %q", c.text, got, s.Mixed, c.text[end:])
		}
	}
	for text, want := range map[string]string{
		"# settings\n1\tx\te2e4\nnonsense\n": "line 3",
		"1\tx\te2e4\n# game 1\n1\tx\te2e4\n": "line 3: duplicate game 1",
	} {
		if _, _, err := learn.ReadSeries(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadSeries(%q): %v; want %q", text, err, want)
		}
	}
}

// TestSeriesInAnyOrder checks that the sorted file depends neither on the order in which games end nor on
// interruptions.
func TestSeriesInAnyOrder(t *testing.T) {
	const settings = learn.Heading + "chess --nodes 1\n"
	r := positions.Rules(t, variant.Builtin(), "chess")
	record := func(number int) *learn.Record {
		return &learn.Record{Points: number % 3, Start: "x", Steps: []learn.Step{{Move: "e2e4"}}}
	}
	want := settings
	for number := range 6 {
		want += record(number).String() + "\n"
	}
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {1, 0, 2, 5, 3, 4}, {5, 4, 3, 2, 1, 0}, {0, 1, 4, 5, 2, 3}} {
		file := settings
		for i := 0; i < len(order); i += 2 { // read the file again after every two games
			s, end, err := learn.ReadSeries(strings.NewReader(file))
			if err != nil || int(end) != len(file) || len(s.Have) != i {
				t.Fatalf("%q: %d games up to offset %d, error %v", file, len(s.Have), end, err)
			}
			for _, number := range order[i : i+2] {
				file += s.Add(number, record(number))
			}
			if in := slices.IsSorted(order[:i+2]) && order[i+1] == i+1; s.Mixed == in {
				t.Errorf("after games %v: Mixed = %v", order[:i+2], s.Mixed)
			}
			games := 0
			if err := learn.Records(strings.NewReader(file), r, func(learn.Record) error { games++; return nil }); err != nil || games != i+2 {
				t.Errorf("Records(%q): %d games, %v", file, games, err)
			}
		}
		if got, err := learn.SortSeries(strings.NewReader(file)); err != nil || got != want {
			t.Errorf("SortSeries of %v = %q, %v", order, got, err)
		}
	}
	// The missing game is still missing after sorting.
	gap := settings + "# game 3\n0\tx\te2e4\n# game 1\n0\tx\te2e4\n"
	if got, err := learn.SortSeries(strings.NewReader(gap)); err != nil || got != settings+"0\tx\te2e4\n# game 3\n0\tx\te2e4\n" {
		t.Errorf("SortSeries with a missing game = %q, %v", got, err)
	}
}
