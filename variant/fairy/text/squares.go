package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/grid"
)

// Squares numbers the squares of a board in positions. On a board of at most 8x8 squares they have the same
// numbers as on a chessboard. On any other board they are numbered without gaps, rank by rank.
type Squares struct {
	Grid  *grid.Board
	All   board.Bitboard // squares that exist
	Width int            // difference between the numbers of a square and the square above it
}

// NewSquares numbers the squares of a board.
func NewSquares(g *grid.Board) Squares {
	b := Squares{Grid: g, Width: g.Files}
	if g.Files <= 8 && g.Ranks <= 8 {
		b.Width = 8
	}
	for n := range g.Size() {
		if s := grid.Square(n); g.Exists(s) {
			b.All |= b.Number(s).Bit()
		}
	}
	return b
}

// Number returns the number of a square in positions.
func (b *Squares) Number(s grid.Square) board.Square { return b.At(b.Grid.File(s), b.Grid.Rank(s)) }

// OnGrid is the inverse of Number.
func (b *Squares) OnGrid(s board.Square) grid.Square { return b.Grid.At(b.File(s), b.Rank(s), 0) }

// At returns the square at a file and a rank.
func (b *Squares) At(file, rank int) board.Square { return board.Square(rank*b.Width + file) }

// File returns the file of a square, counted from 0.
func (b *Squares) File(s board.Square) int { return int(s) % b.Width }

// Rank returns the rank of a square, counted from 0.
func (b *Squares) Rank(s board.Square) int { return int(s) / b.Width }

// Name returns the name of a square.
func (b *Squares) Name(s board.Square) string { return b.Grid.Name(b.OnGrid(s)) }

// Named returns the square with a name, and false if the board has none.
func (b *Squares) Named(name string) (board.Square, bool) {
	s, ok := b.Grid.Parse(name)
	if !ok || !b.Grid.Exists(s) {
		return board.NoSquare, false
	}
	return b.Number(s), true
}

// beyond returns the square in front of another, as a side sees them.
func (b *Squares) beyond(s board.Square, side board.Colour) board.Square {
	return b.At(b.File(s), b.Rank(s)+1-2*int(side&1))
}
