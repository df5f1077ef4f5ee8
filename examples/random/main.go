// Command random plays a game of random moves and prints the result.
//
//	go run ./examples/random
package main

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/tainchess/tain"
)

func main() {
	g, err := tain.NewGame("mirrorsquare")
	if err != nil {
		log.Fatal(err)
	}
	for !g.Outcome().Over() {
		moves := g.Moves()
		if err := g.PlayMove(moves[rand.IntN(len(moves))]); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(len(g.Played()), "half-moves,", g.Outcome())
}
