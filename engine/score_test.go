package engine_test

import (
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// TestWDL sums to a thousand, grows with the score and is the same for both sides.
func TestWDL(t *testing.T) {
	last := -1
	for score := -3000; score <= 3000; score += 7 {
		win, draw, loss := engine.WDL(score)
		if win+draw+loss != 1000 || win < 0 || draw < 0 || loss < 0 || win < last {
			t.Fatalf("%d: win = %d, draw = %d, loss = %d; want win+draw+loss == 1000 and win >= 0 and draw >= 0 and loss >= 0 and win >= last", score, win, draw, loss)
		}
		if l, d, w := engine.WDL(-score); l != loss || d != draw || w != win {
			t.Errorf("%d: %d %d %d, for the other side %d %d %d", score, win, draw, loss, l, d, w)
		}
		last = win
	}
	if win, draw, loss := engine.WDL(0); win != loss || draw < 300 || draw > 600 { // as in games of equal players
		t.Errorf("an even game: %d %d %d", win, draw, loss)
	}
	if win, _, _ := engine.WDL(search.Mate - 3); win != 1000 {
		t.Errorf("a mate wins %d games", win)
	}
	if _, _, loss := engine.WDL(-search.Mate + 4); loss != 1000 {
		t.Errorf("to be mated loses %d games", loss)
	}
}
