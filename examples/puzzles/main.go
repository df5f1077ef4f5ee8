// Command puzzles reads games and prints the positions in which exactly one move mates in two. The engine
// proves that the move mates and that no other move does.
//
//	go run ./examples/puzzles < games.pgn
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/tainchess/tain"
)

func main() {
	for g, err := range tain.ReadPGN(os.Stdin) {
		if err != nil {
			fmt.Println("#", err)
			continue
		}
		for _, ok := g.Undo(); ok; _, ok = g.Undo() {
			solution, err := only(g)
			if err != nil {
				log.Fatal(err)
			}
			if solution != nil {
				fmt.Printf("%s: %s\n\t%s\n", g.Variant().Name, g.FEN(), strings.Join(solution, " "))
			}
		}
	}
}

// only returns the mating line if exactly one move mates in two and none mates
// in one.
func only(g *tain.Game) ([]string, error) {
	ctx := context.Background()
	limits := tain.Limits{Mate: 2, Nodes: 200_000}
	found, err := g.Analyse(ctx, limits)
	if err != nil || found.Mate != 2 {
		return nil, err
	}
	limits.Moves = slices.DeleteFunc(g.Moves(), func(m tain.Move) bool { return m == found.Line[0] })
	if len(limits.Moves) == 0 {
		return nil, nil
	}
	other, err := g.Analyse(ctx, limits)
	if err != nil || other.Mate > 0 && other.Mate <= 2 || other.Nodes >= limits.Nodes {
		return nil, err
	}
	return found.SAN, nil
}
