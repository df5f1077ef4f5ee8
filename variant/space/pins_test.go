package space_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/meder"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/trid"
)

// TestFixtures checks that the rule sets in these tests equal those in packages trid and meder.
func TestFixtures(t *testing.T) {
	for tested, played := range map[*space.Rules]*space.Rules{space.Trid: trid.Rules, space.Meder: meder.Rules} {
		if !reflect.DeepEqual(tested.Policy(), played.Policy()) || tested.Info().Name != played.Info().Name ||
			tested.Info().Title != played.Info().Title || tested.Info().PGN != played.Info().PGN {
			t.Errorf("%s: the tests use %+v, but the package has %+v", played.Info().Name, tested.Policy(), played.Policy())
		}
	}
}

// TestPins checks the corners listed in chapter 1, that being neighbours is mutual, and the neighbours of QL3
// (6.1).
func TestPins(t *testing.T) {
	corners := "QL1 a1W QL2 a4W QL3 a3N QL4 a6N QL5 a5B QL6 a8B KL1 d1W KL2 d4W KL3 d3N KL4 d6N KL5 d5B KL6 d8B"
	for _, r := range []*space.Rules{space.Trid, space.Meder} {
		var got []string
		next := map[string][]string{}
		for _, n := range r.Mounts() {
			got = append(got, n.Name, n.Corner)
			next[n.Name] = n.Next
		}
		if strings.Join(got, " ") != corners {
			t.Errorf("%s: pins and corners = %v", r.Info().Name, got)
		}
		for from, all := range next {
			for _, to := range all {
				if !slices.Contains(next[to], from) {
					t.Errorf("%s: %s is next to %s but not vice versa", r.Info().Name, to, from)
				}
			}
		}
		want := "QL2 QL4 KL2 KL3 KL4"
		if r == space.Meder {
			want = "QL1 QL2 QL4 QL5 KL3"
		}
		if got := strings.Join(next["QL3"], " "); got != want {
			t.Errorf("%s: neighbours of QL3 = %s, want %s", r.Info().Name, got, want)
		}
	}
}

func TestMountedBoards(t *testing.T) {
	const text = "W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL2b^:2/2|QL5w:1k/2|KL3w:1K/2|KL6b:2/2 w - - - 0 1"
	p := positions.From(t, space.Trid, text)
	want := []rules.MountedBoard{
		{Mount: "QL2", Owner: board.Black, Turned: true, Quadrants: []string{"a5QL2", "z5QL2", "z4QL2", "a4QL2"}},
		{Mount: "QL5", Owner: board.White, Quadrants: []string{"z4QL5", "a4QL5", "a5QL5", "z5QL5"}},
		{Mount: "KL3", Owner: board.White, Quadrants: []string{"d2KL3", "e2KL3", "e3KL3", "d3KL3"}},
		{Mount: "KL6", Owner: board.Black, Quadrants: []string{"e9KL6", "d9KL6", "d8KL6", "e8KL6"}},
	}
	if got := space.Trid.Boards(&p); !reflect.DeepEqual(got, want) {
		t.Errorf("boards = %v, want %v", got, want)
	}
}
