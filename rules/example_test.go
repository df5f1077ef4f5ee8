package rules_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// This example parses a position, counts its legal moves, plays a move and formats the result.
func Example() {
	r, ok := variant.Builtin().Find("mirrorsquare")
	if !ok {
		return
	}
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(rules.LegalMoves(r, &p)), "legal moves")
	played, err := rules.Play(r, &p, "e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(describe.Sentence(r, &p, played.Move))
	fmt.Println(r.Guide().FormatPosition(&played.Next))
	_, err = rules.Play(r, &played.Next, "e8d8")
	fmt.Println(err)
	// Output:
	// 20 legal moves
	// White pawn to e4; a black pawn appears on d5
	// rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
	// d8 is occupied by your own queen
}

// A line stores all its positions, so it can count repetitions.
func ExampleLine() {
	r, ok := variant.Builtin().Find("chess")
	if !ok {
		return
	}
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := rules.NewLine(r, p)
	for _, move := range []string{"f3", "e5", "g4", "Qh4"} {
		if _, err := line.PlayText(move); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(line.Ply(), line.Outcome().String())
	line.Undo()
	fmt.Println(line.Ply(), line.Outcome().Over())
	// Output:
	// 4 checkmate: Black wins
	// 3 false
}
