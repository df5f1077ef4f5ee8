package portal_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/portal"
)

// A pawn blocks the rook to the right. To the left, the rook continues from the other edge.
func Example() {
	start, err := portal.Rules.Guide().ParsePosition("4k3/8/8/8/R1P5/8/8/4K3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range rules.LegalMoves(portal.Rules, &start) {
		if text := rules.FormatSAN(portal.Rules, &start, m); text[0] == 'R' && text[2] == '4' {
			fmt.Println(text)
		}
	}
	// Output:
	// Rb4
	// Rd4
	// Re4+
	// Rf4
	// Rg4
	// Rh4
}
