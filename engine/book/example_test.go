package book_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// Build a book from games and remove bad moves.
func Example() {
	r := chess.Rules
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b := book.New(r)
	for range 3 {
		b.Add(start.Hash, "e2e4", 2) // won
		b.Add(start.Hash, "f2f3", 0) // lost
	}
	b.Prune(2, 0.4)
	for _, e := range b.Entries(&start) {
		fmt.Printf("%s: %d games, %d half points\n", e.Move, e.Games, e.Points)
	}
	m, ok := b.Move(&start, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(r.Guide().FormatSAN(&start, m), ok)
	// Output:
	// e2e4: 3 games, 6 half points
	// e4 true
}
