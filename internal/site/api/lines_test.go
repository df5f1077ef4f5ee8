package api

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// TestLines reports lines one by one, as a search does, and expects that no move is ever listed twice.
func TestLines(t *testing.T) {
	shown := map[int]string{}
	reports := 0
	l := lines{report: func(i wire.SearchInfo) {
		shown[i.Line] = i.Moves[0]
		reports++
	}}
	for _, c := range []struct {
		line       int
		move, want string
		reports    int
	}{
		{1, "e4", "e4", 1},
		{2, "d4", "e4 d4", 1},
		{3, "c4", "e4 d4 c4", 1},
		{1, "e4", "e4 d4 c4", 1}, // at the next depth, e4 is still the best move
		{2, "c4", "e4 c4 d4", 2}, // the line of c4 has moved up
		{3, "g3", "e4 c4 g3", 1},
		{1, "g3", "g3 e4 c4", 3},
		{2, "b3", "g3 b3 e4", 2},
		{3, "g3", "b3 e4 g3", 3},
	} {
		reports = 0
		l.add(wire.SearchInfo{Line: c.line, Moves: []string{c.move}})
		var got []string
		for i := 1; shown[i] != ""; i++ {
			got = append(got, shown[i])
		}
		if strings.Join(got, " ") != c.want || reports != c.reports {
			t.Fatalf("after %s as line %d: %v in %d reports, want %s in %d", c.move, c.line, got, reports, c.want, c.reports)
		}
	}
}
