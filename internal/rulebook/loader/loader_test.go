package loader_test

import (
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/variant"
)

// TestBuiltin reads every rulebook there is and plays what its diagrams claim.
func TestBuiltin(t *testing.T) {
	known := variant.Builtin()
	for _, r := range known.All() {
		book, err := loader.Load(r, known.Find, loader.Language{})
		if err != nil {
			t.Errorf("loader.Load: %v", err)
			continue
		}
		if err := rulebook.Illustrate(&book, r, nil); err != nil {
			t.Errorf("rulebook.Illustrate: %v", err)
		}
		if book.Variant != r.Info().Name || book.Title != r.Info().Title || len(book.Sections) < 4 {
			t.Errorf("%s: the book is %q of %q, %d sections", r.Info().Name, book.Title, book.Variant, len(book.Sections))
		}
	}
}
