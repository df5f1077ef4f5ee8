package trid_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/trid"
)

// An attack board with more than one piece on it cannot move.
func Example() {
	start, err := trid.Rules.Guide().ParsePosition(trid.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = rules.Play(trid.Rules, &start, "QL1-QL2")
	fmt.Println(err)
	// Output:
	// the board on QL1 carries 4 pieces: a board with more than one piece cannot move
}
