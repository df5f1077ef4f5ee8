// Command solver finds the mate in a puzzle.
//
//	go run ./examples/solver
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/tainchess/tain"
)

func main() {
	g, err := tain.NewGame("triboard", tain.Position("rnbqk2r/pp1ppp1p/2p3p1/b7/8/B1P2PP1/2PPP2P/R2QKBNR b KQkq - 0 1"))
	if err != nil {
		log.Fatal(err)
	}
	found, err := g.Analyse(context.Background(), tain.Limits{Mate: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v mates in %d: %s\n", g.Turn(), found.Mate, strings.Join(found.SAN, " "))
}
