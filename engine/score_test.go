package engine_test

import (
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// TestWDL checks that the numbers sum to 1000 and are symmetric, and that wins
// do not decrease as the score rises.
func TestWDL(t *testing.T) {
	last := -1
	for score := -3000; score <= 3000; score += 7 {
		win, draw, loss := engine.WDL(score)
		if win+draw+loss != 1000 || win < 0 || draw < 0 || loss < 0 || win < last {
			t.Fatalf("WDL(%d) = %d, %d, %d; want a sum of 1000 and at least %d wins", score, win, draw, loss, last)
		}
		if l, d, w := engine.WDL(-score); l != loss || d != draw || w != win {
			t.Errorf("WDL(%d) = %d, %d, %d; with the negated score %d, %d, %d", score, win, draw, loss, l, d, w)
		}
		last = win
	}
	// Equal players draw between 30 and 60 percent of their games.
	if win, draw, loss := engine.WDL(0); win != loss || draw < 300 || draw > 600 {
		t.Errorf("WDL(0) = %d, %d, %d", win, draw, loss)
	}
	if win, _, _ := engine.WDL(search.Mate - 3); win != 1000 {
		t.Errorf("WDL of a winning mate score: %d wins; want 1000", win)
	}
	if _, _, loss := engine.WDL(-search.Mate + 4); loss != 1000 {
		t.Errorf("WDL of a losing mate score: %d losses; want 1000", loss)
	}
}
