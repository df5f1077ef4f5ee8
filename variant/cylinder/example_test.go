package cylinder_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/cylinder"
)

// The a-file and the h-file are adjacent, so the bishop moves from f1 through h3 and a4 to d7.
func Example() {
	start, err := cylinder.Rules.Guide().ParsePosition(cylinder.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := rules.NewLine(cylinder.Rules, start)
	for _, text := range []string{"g3", "e5", "Bxd7"} {
		before := line.Position()
		played, err := line.PlayText(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(describe.Sentence(cylinder.Rules, &before, played.Move))
	}
	// Output:
	// White pawn to g3
	// Black pawn to e5
	// White bishop takes the pawn on d7 over the seam; check
}
