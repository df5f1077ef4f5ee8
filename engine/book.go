package engine

import (
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/rules"
)

// Book knows moves that may be played without thinking.
type Book interface {
	// Move draws a move for a position and reports whether the book knows one.
	Move(p *board.Position, rng *rand.Rand) (board.Move, bool)
}

// OwnBook returns the book that comes with a rule set, nil if there is none.
func OwnBook(r rules.Rules) Book {
	b, err := book.For(r)
	if err != nil || b.Len() == 0 {
		return nil // play goes on without one
	}
	return b
}

// BookMove draws a legal move from a book, which may be nil, and reports whether
// there is one. What is drawn depends on the seed and the position alone, so
// that a game can come again; seed 0 draws differently each time.
func BookMove(b Book, r rules.Rules, p *board.Position, seed uint64) (board.Move, bool) {
	if b == nil {
		return board.NoMove, false
	}
	if seed == 0 {
		seed = rand.Uint64()
	}
	m, ok := b.Move(p, rand.New(rand.NewPCG(seed, p.Hash)))
	if !ok || !rules.Legal(r, p, m) {
		return board.NoMove, false
	}
	return m, true
}
