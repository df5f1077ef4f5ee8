package geometry

import (
	"sync"
	"testing"

	"github.com/tainchess/tain/board"
)

// TestOf builds the tables of all placements on several goroutines at once, and compares them with new ones.
func TestOf(t *testing.T) {
	for i := range placements {
		placements[i].Store(nil)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for words := range uint64(1 << 16) {
				white, black := uint8(words), uint8(words>>8)
				if pairIndex[white] == pinPairs || pairIndex[black] == pinPairs {
					continue
				}
				p := board.Empty()
				p.Extra[0] = words
				if got := Of(&p); *got != *newPlacement(white, black) {
					t.Errorf("Of(pins %#x): the table differs from a new one", words)
				}
			}
		})
	}
	wg.Wait()
}
