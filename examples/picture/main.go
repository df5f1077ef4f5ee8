// Command picture plays a move in a game of its own, in which a knight's quiet move spawns an enemy pawn on the
// opposite wing, and writes the board as an SVG picture.
//
//	go run ./examples/picture > board.svg
package main

import (
	"log"
	"os"

	"github.com/tainchess/tain"
)

const game = `name = "breeders"
[reflection]
map = "files"
makes = { n = "p" }`

func main() {
	g, err := tain.NewGame(game)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := g.Play("Nc3"); err != nil {
		log.Fatal(err)
	}
	svg, err := g.SVG()
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.Write(svg); err != nil {
		log.Fatal(err)
	}
}
