package chess_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// Castling is written as a king move of two squares.
func Example() {
	start, err := chess.Rules.Guide().ParsePosition(chess.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := rules.NewLine(chess.Rules, start)
	for _, text := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"} {
		if _, err := line.PlayText(text); err != nil {
			fmt.Println(err)
			return
		}
	}
	p := line.Position()
	fmt.Println(chess.Rules.Guide().FormatPosition(&p))
	// Output:
	// r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4
}
