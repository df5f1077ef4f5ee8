// Command opponent is a bot that answers your moves, one per line.
//
//	go run ./examples/opponent
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"

	"github.com/tainchess/tain"
)

func main() {
	g, err := tain.NewGame("mirrorsquare")
	if err != nil {
		log.Fatal(err)
	}
	for in := bufio.NewScanner(os.Stdin); !g.Outcome().Over() && in.Scan(); {
		if _, err := g.Play(in.Text()); err != nil {
			fmt.Println(err)
		} else if m, err := g.BestMove(context.Background(), tain.Limits{Level: 5}); err == nil { // else the game is over
			fmt.Println(g.Explain(m))
			if err := g.PlayMove(m); err != nil {
				log.Fatal(err)
			}
		}
	}
	fmt.Println(g.Outcome())
}
