// Command bot plays an example bot against the engine and prints the record. The bot looks one move ahead and
// likes moves that spawn its own pieces. Change the function worth to change how it plays.
//
//	go run ./examples/bot [VARIANT [LEVEL]]
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/tainchess/tain"
)

func main() {
	name, level := "nachfolger", 1
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if len(os.Args) > 2 {
		level, _ = strconv.Atoi(os.Args[2])
	}
	record, err := play(name, level)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(record)
}

// play plays one game, the bot as White, and returns its record.
func play(name string, level int) (string, error) {
	g, err := tain.NewGame(name)
	if err != nil {
		return "", err
	}
	for len(g.Played()) < 300 && !g.Outcome().Over() {
		move := choose(g)
		if g.Turn() == tain.Black {
			if move, err = g.BestMove(context.Background(), tain.Limits{Level: level, Seed: 1}); err != nil {
				return "", err
			}
		}
		if err := g.PlayMove(move); err != nil {
			return "", err
		}
	}
	if err := g.SetTag("White", "Bot"); err != nil {
		return "", err
	}
	if err := g.SetTag("Black", fmt.Sprintf("Tain, level %d", level)); err != nil {
		return "", err
	}
	return g.PGN()
}

// choose returns the move that is worth most to the side to move, or the first of several such moves.
func choose(g *tain.Game) (best tain.Move) {
	most := -1 << 30
	for _, m := range g.Moves() {
		if n := worth(g, m); n > most {
			best, most = m, n
		}
	}
	return best
}

// worth adds up the values of the pieces that a move captures and spawns, with a large
// bonus for a move that wins the game.
func worth(g *tain.Game, m tain.Move) (sum int) {
	side := g.Turn()
	for _, c := range g.Changes(m) {
		value := values[c.Piece.Role]
		if c.Piece.Colour != side {
			value = -value
		}
		switch c.Effect {
		case tain.Captured:
			sum -= value
		case tain.Appeared:
			sum += value
		}
	}
	if err := g.PlayMove(m); err != nil {
		return sum
	}
	defer g.Undo()
	if winner, won := g.Outcome().Winner(); won && winner == side {
		sum += 1000
	}
	return sum
}

var values = map[tain.Role]int{tain.Pawn: 1, tain.Knight: 3, tain.Bishop: 3, tain.Rook: 5, tain.Queen: 9}
