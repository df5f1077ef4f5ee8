// Command bot plays a game of a bot's own against the engine and prints its
// record. The bot looks one move ahead and likes what makes pieces of its own:
// change the function worth, and it has another character.
//
//	go run ./examples/bot [RULE SET [LEVEL]]
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func main() {
	name, level := "nachfolger", 1
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if len(os.Args) > 2 {
		level, _ = strconv.Atoi(os.Args[2])
	}
	if err := play(os.Stdout, name, level); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play plays one game, the bot as White, and writes its record.
func play(out io.Writer, name string, level int) error {
	r, err := variant.Builtin().Choose(name)
	if err != nil {
		return err
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	opponent, err := engine.New(r, engine.Options{Level: level, Seed: 1})
	if err != nil {
		return err
	}
	game := rules.NewLine(r, start)
	for game.Ply() < 300 && !game.Outcome().Over() {
		p := game.Position()
		move := choose(r, &p)
		if p.Side == board.Black {
			found, err := opponent.Choose(context.Background(), game, engine.Limits{}, nil)
			if err != nil {
				return err
			}
			move = found.Best
		}
		if _, err := game.Play(move); err != nil {
			return err
		}
	}
	record := notation.NewGame(r, start, game.Moves()...)
	record.Result = "*"
	if end := game.Outcome(); end.Over() {
		record.Result = string(end.Result)
		record.Line[len(record.Line)-1].After = []string{end.Sentence()}
	}
	if err := record.SetTag("White", "Bot"); err != nil {
		return err
	}
	if err := record.SetTag("Black", fmt.Sprintf("Tain, level %d", level)); err != nil {
		return err
	}
	return notation.WriteGame(out, record)
}

// choose returns the move that is worth most to the side to move, the first of
// equals.
func choose(r rules.Rules, p *board.Position) (best board.Move) {
	most := -1 << 30
	for _, m := range rules.LegalMoves(r, p) {
		if n := worth(r, p, m); n > most {
			best, most = m, n
		}
	}
	return best
}

// worth is what the bot thinks of a move: what is captured and made, for whom,
// and whether it ends the game.
func worth(r rules.Rules, p *board.Position, m board.Move) (sum int) {
	played, err := rules.Play(r, p, m)
	if err != nil {
		return -1 << 30
	}
	for _, c := range rules.Changes(r, p, &played.Next, m) {
		value := values[c.Piece.Role()]
		if c.Piece.Colour() != p.Side {
			value = -value
		}
		switch c.Effect {
		case rules.Captured:
			sum -= value
		case rules.Appeared:
			sum += value
		}
	}
	if end := rules.OutcomeOf(r, &played.Next); end.Over() && end.Result == rules.Wins(p.Side) {
		sum += 1000
	}
	return sum
}

var values = map[board.Role]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}
