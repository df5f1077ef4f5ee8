package perft_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
)

// This example counts the sequences of three legal moves in cylinder chess.
func Example() {
	r, ok := variant.Builtin().Find("cylinder")
	if !ok {
		return
	}
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(perft.Count(r, &p, 3))
	// Output:
	// 9162
}
