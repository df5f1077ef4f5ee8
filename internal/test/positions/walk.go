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

// Captures prefers captures: while the move is not a capture, it picks again, at most three times. This
// empties the board and opens long lines.
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

// Walk yields at most plies positions of a random game, each with the move played in it. If the game
// ends, the last position comes with board.NoMove.
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

// Dice returns the random source for a game, given a seed and the game's number.
func Dice(seed uint64, game int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(game))) }
