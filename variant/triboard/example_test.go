package triboard_test

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/triboard"
)

// A knight leaves the centre board over the left seam and lands on the h-file.
func Example() {
	start, err := triboard.Rules.Guide().ParsePosition("rnbqkbnr/pp2pppp/2p5/3p4/3P3P/8/PPP1PPP1/RNBQKBNR w KQkq - 0 3", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := rules.Play(triboard.Rules, &start, "Nh2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.FormatUCI(triboard.Rules, &start, played.Move))
	_, err = rules.Play(triboard.Rules, &start, "Rg3")
	fmt.Println(err)
	// Output:
	// b1h2
	// no rook can go to g3
}
