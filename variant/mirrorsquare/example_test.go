package mirrorsquare_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

// A quiet move spawns a piece of the same role in the opponent's colour on the opposite square.
func Example() {
	start, err := mirrorsquare.Rules.Guide().ParsePosition(mirrorsquare.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := rules.Play(mirrorsquare.Rules, &start, "e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(describe.Sentence(mirrorsquare.Rules, &start, played.Move))
	// Output:
	// White pawn to e4; a black pawn appears on d5
}
