package nachfolger_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/nachfolger"
)

// A quiet move spawns the successor of the piece that moved. For example, a pawn spawns a knight.
func Example() {
	start, err := nachfolger.Rules.Guide().ParsePosition(nachfolger.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := rules.Play(nachfolger.Rules, &start, "f4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(describe.Sentence(nachfolger.Rules, &start, played.Move))
	// Output:
	// White pawn to f4; a black knight appears on c5
}
