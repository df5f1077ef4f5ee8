// Command puzzles reads games and prints the positions in which one move alone
// mates in two: its proof is the mate solver's, for the move and against every
// other.
//
//	go run ./examples/puzzles < games.pgn
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func main() {
	if err := find(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// find writes the puzzles of all games. A game that cannot be read is told of
// and passed over.
func find(out io.Writer, in io.Reader) error {
	games := notation.NewReader(in, variant.Builtin().Find)
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			fmt.Fprintln(out, "#", err)
			continue
		}
		if err := findIn(out, g); err != nil {
			return err
		}
	}
}

// findIn goes through the positions of a game.
func findIn(out io.Writer, g *notation.Game) error {
	evaluator, err := eval.New(g.Rules, eval.Learnt)
	if err != nil {
		return err
	}
	solver := search.New(g.Rules, evaluator, search.Options{})
	line := rules.NewLine(g.Rules, g.Start)
	for _, m := range g.Moves() {
		p := line.Position()
		if solution := only(solver, g.Rules, &p); solution != nil {
			fmt.Fprintf(out, "%s: %s\n\t%s\n", g.Rules.Info().Name, g.Rules.Guide().FormatPosition(&p),
				strings.Join(engine.SAN(g.Rules, &p, solution), " "))
		}
		if _, err := line.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// only returns the mate in two if there is one, none in one, and no other move
// has it.
func only(solver *search.Searcher, r rules.Rules, p *board.Position) []board.Move {
	const enough = 200_000 // nodes
	ctx := context.Background()
	line, proved := solver.SolveMate(ctx, p, nil, 2, enough)
	if !proved || len(line) < 3 {
		return nil
	}
	others := slices.DeleteFunc(rules.LegalMoves(r, p), func(m board.Move) bool { return m == line[0] })
	if len(others) == 0 {
		return nil
	}
	if other, proved := solver.SolveMate(ctx, p, others, 2, enough); !proved || other != nil {
		return nil
	}
	return line
}
