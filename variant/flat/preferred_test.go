package flat

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// TestPreferred checks the order in rule 3.6 of triboard. The last tie-break does not occur on a board with
// eight files.
func TestPreferred(t *testing.T) {
	way := func(b rules.Copy, squares int) track {
		w := make(track, squares)
		w[squares-1] = place{b, board.At(3, 3)}
		return w
	}
	order := []track{
		way(rules.Centre, 3), way(rules.Centre, 7),
		way(rules.Copy(-1), 2), way(rules.Copy(1), 2),
		way(rules.Copy(-1), 4), way(rules.Copy(1), 4),
	}
	for i, a := range order {
		for j, b := range order {
			if got := preferred(a, b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("preferred(way %d, way %d) = %d", i, j, got)
			}
		}
	}
}
