package variant_test

import (
	"fmt"
	"log"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// The game of the README.
func Example() {
	r, _ := variant.Builtin().Find("nachfolger")
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		log.Fatal(err)
	}
	line := rules.NewLine(r, start)
	for _, text := range []string{"f4", "c6", "Ne5", "Qc7"} {
		before := line.Position()
		played, err := line.PlayText(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rules.Tell(r, &before, played.Move))
	}
	fmt.Println(line.Outcome().Sentence())
	// Output:
	// White pawn to f4; a black knight appears on c5
	// Black pawn to c6; a white knight appears on f3
	// White knight to e5; a black bishop appears on d4
	// Black queen to c7, goes on to f2; checkmate
	// checkmate: Black wins
}
