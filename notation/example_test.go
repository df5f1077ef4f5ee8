package notation_test

import (
	"fmt"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/chess"
)

// This example reads a position from a test suite, with its best move.
func ExampleParseEPD() {
	e, err := notation.ParseEPD(chess.Rules, `6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range e.Operations {
		fmt.Println(o.Code, o.Operands)
	}
	// Output:
	// bm [Ra8#]
	// id [back rank]
}
