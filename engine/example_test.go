package engine_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

// White's king moves have been answered by king moves, and he owns three kings
// by now. Black to move mates.
func ExampleEngine_Analyse() {
	r := mirrorsquare.Rules
	start, err := r.Guide().ParsePosition("rnb2bnr/pppp1ppp/p1nkpqp1/1p2N3/6P1/1PKP3P/P1PPKPB1/RNBQKR2 b Q - 0 8", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := engine.New(r, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := rules.NewLine(r, start)
	for info, err := range e.Analyse(context.Background(), game, engine.Limits{Depth: 5}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if info.Depth == 5 {
			fmt.Println(engine.FormatScore(info.Score), strings.Join(info.SAN, " "))
		}
	}
	// Output: +M1 Qxe5#
}
