package geometry

import (
	"sync"
	"testing"

	"github.com/tainchess/tain/board"
)

// TestOf builds all placements on several goroutines concurrently and compares them with newly built
// placements.
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
					t.Errorf("Of(pins %#x) differs from a newly built placement", words)
				}
			}
		})
	}
	wg.Wait()
}
