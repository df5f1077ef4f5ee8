package tain_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/tainchess/tain"
)

// This example plays the game from the README.
func Example() {
	g, err := tain.NewGame("nachfolger")
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"f4", "c6", "Ne5", "Qc7"} {
		m, err := g.ParseMove(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(g.Explain(m))
		if err := g.PlayMove(m); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(g.Outcome())
	// Output:
	// White pawn to f4; a black knight appears on c5
	// Black pawn to c6; a white knight appears on f3
	// White knight to e5; a black bishop appears on d4
	// Black queen to c7, goes on to f2; checkmate
	// checkmate: Black wins
}

// A definition describes a custom game. Here a knight's quiet move spawns an enemy pawn on the opposite wing.
func ExampleNewGame_definition() {
	g, err := tain.NewGame(`
		name = "breeders"
		[reflection]
		map = "files"
		makes = { n = "p" }
	`)
	if err != nil {
		log.Fatal(err)
	}
	m, err := g.ParseMove("Nc3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Explain(m))
	// Output: White knight to c3; a black pawn appears on f3
}

// Play returns the reason if a move cannot be played.
func ExampleGame_Play() {
	g, err := tain.NewGame("triboard", tain.Position("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = g.Play("a5h6")
	fmt.Println(err)
	m, err := g.Play("axh7")
	fmt.Println(m, err)
	// Output:
	// tain: a5h6: en passant over the seam lands on h7, not h6
	// a5h7 <nil>
}

// Changes lists the effects of a move.
func ExampleGame_Changes() {
	g, err := tain.NewGame("mirrorsquare")
	if err != nil {
		log.Fatal(err)
	}
	m, err := g.ParseMove("e4")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range g.Changes(m) {
		fmt.Println(c.Piece, c.Effect, c.From, c.To)
	}
	// Output:
	// white pawn moves e2 e4
	// black pawn appears - d5
}

// ReadPGN returns one game at a time.
func ExampleReadPGN() {
	records := strings.NewReader(`[White "Anna"]
[Black "Ben"]
[Variant "nachfolger"]

1. f4 c6 2. Ne5 Qc7@f2# 0-1

1. e4 e5 2. Ke3 *
`)
	for g, err := range tain.ReadPGN(records) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Tag("White"), "against", g.Tag("Black"), g.Played(), g.Outcome())
	}
	// Output:
	// Anna against Ben [f2f4 c7c6 f3e5 d8c7] checkmate: Black wins
	// tain: line 7, column 13 (game 2): 2. Ke3: a king on e1 cannot reach e3
}
