package alice_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/alice"
)

// The bishop gives check on board A, where the king is. None of Black's pieces could arrive there to block.
func Example() {
	start, err := alice.Rules.Guide().ParsePosition(alice.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := rules.NewLine(alice.Rules, start)
	for _, text := range []string{"e4A", "d5A", "Be2A", "dxe4B", "Bb5B"} {
		before := line.Position()
		played, err := line.PlayText(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(describe.Sentence(alice.Rules, &before, played.Move))
	}
	// Output:
	// White pawn to e4A, passes to e4B
	// Black pawn to d5A, passes to d5B
	// White bishop to e2A, passes to e2B
	// Black pawn takes the pawn on e4B, passes to e4A
	// White bishop to b5B, passes to b5A; checkmate
}
