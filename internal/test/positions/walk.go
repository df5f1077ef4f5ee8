package positions

import (
	"iter"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Choice picks the next move of a random game.
type Choice func(dice *rand.Rand, p *board.Position, legal []board.Move) board.Move

// Any picks each legal move with equal probability.
func Any(dice *rand.Rand, _ *board.Position, legal []board.Move) board.Move {
	return legal[dice.IntN(len(legal))]
}

// Captures picks again, up to three times, if the move is not a capture. This empties the
// board, which opens long lines.
func Captures(dice *rand.Rand, p *board.Position, legal []board.Move) board.Move {
	m := Any(dice, p, legal)
	for range 3 {
		if p.Piece(m.To()) != board.NoPiece {
			break
		}
		m = Any(dice, p, legal)
	}
	return m
}

// Walk yields the positions of a random game, each with the move played in it, up to plies of
// them. A position without legal moves comes last, without a move.
func Walk(r rules.Rules, p board.Position, dice *rand.Rand, plies int, pick Choice) iter.Seq2[*board.Position, board.Move] {
	return func(yield func(*board.Position, board.Move) bool) {
		for range plies {
			legal := rules.LegalMoves(r, &p)
			m := board.NoMove
			if len(legal) > 0 {
				m = pick(dice, &p, legal)
			}
			if !yield(&p, m) || m == board.NoMove {
				return
			}
			var next board.Position
			r.Apply(&p, m, &next)
			p = next
		}
	}
}

// Games walks through several games from the starting position. The same seed gives the same
// games.
func Games(t T, r rules.Rules, seed uint64, games, plies int, pick Choice) iter.Seq2[*board.Position, board.Move] {
	t.Helper()
	start := From(t, r, "")
	return func(yield func(*board.Position, board.Move) bool) {
		for game := range games {
			for p, m := range Walk(r, start, Dice(seed, game), plies, pick) {
				if !yield(p, m) {
					return
				}
			}
		}
	}
}

// Dice returns the random source for one game of a seed.
func Dice(seed uint64, game int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(game))) }
