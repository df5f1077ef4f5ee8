package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/grid"
)

// Squares numbers the squares of a board in positions. On a board of at most 8x8 squares they have the same
// numbers as on a chessboard. On any other board they are numbered without gaps, rank by rank, as in package grid.
type Squares struct {
	Grid  *grid.Board
	All   board.Set // squares that exist
	Width int       // difference between the numbers of a square and the square above it
	Wide  bool      // the board has more than 64 squares or two planes, so positions need a [board.Wide]
	names []string  // of the squares that exist, by number
}

// NewSquares numbers the squares of a board.
func NewSquares(g *grid.Board) Squares {
	b := Squares{Grid: g, Width: g.Files, Wide: g.Planes > 1 || g.Files*g.Ranks > 64}
	if g.Files <= 8 && g.Ranks <= 8 && !b.Wide {
		b.Width = 8
	}
	for n := range g.Size() {
		if s := grid.Square(n); g.Exists(s) {
			at := b.Number(s)
			b.All.Add(at)
			b.names = append(b.names, make([]string, int(at)+1-len(b.names))...)
			b.names[at] = g.Name(s)
		}
	}
	return b
}

// Number returns the number of a square in positions.
func (b *Squares) Number(s grid.Square) board.Square {
	if b.Wide {
		return board.Square(s)
	}
	return b.At(b.Grid.File(s), b.Grid.Rank(s))
}

// OnGrid is the inverse of Number.
func (b *Squares) OnGrid(s board.Square) grid.Square {
	return b.Grid.At(b.File(s), b.Rank(s), b.Plane(s))
}

// Empty returns a position without pieces.
func (b *Squares) Empty() board.Position {
	if b.Wide {
		return board.EmptyWide()
	}
	return board.Empty()
}

// At returns the square of the first plane at a file and a rank.
func (b *Squares) At(file, rank int) board.Square { return board.Square(rank*b.Width + file) }

// File returns the file of a square, counted from 0.
func (b *Squares) File(s board.Square) int { return int(s) % b.Width }

// Rank returns the rank of a square, counted from 0.
func (b *Squares) Rank(s board.Square) int {
	if b.Grid.Planes > 1 {
		return int(s) / b.Width % b.Grid.Ranks
	}
	return int(s) / b.Width
}

// Plane returns the plane of a square, counted from 0.
func (b *Squares) Plane(s board.Square) int {
	if b.Grid.Planes > 1 {
		return int(s) / (b.Width * b.Grid.Ranks)
	}
	return 0
}

// Along returns the square at a file on the rank and the plane of another square.
func (b *Squares) Along(s board.Square, file int) board.Square {
	return s + board.Square(file-b.File(s))
}

// Twin returns the same square of the other plane.
func (b *Squares) Twin(s board.Square) board.Square {
	area := board.Square(b.Width * b.Grid.Ranks)
	if s < area {
		return s + area
	}
	return s - area
}

// Name returns the name of a square. Names are stored, because the description of a position with its moves names
// every square of the board twice for each move.
func (b *Squares) Name(s board.Square) string {
	if int(s) < len(b.names) && b.names[s] != "" {
		return b.names[s]
	}
	return b.Grid.Name(b.OnGrid(s))
}

// Named returns the square with a name, and false if the board has none.
func (b *Squares) Named(name string) (board.Square, bool) {
	s, ok := b.Grid.Parse(name)
	if !ok || !b.Grid.Exists(s) {
		return board.NoSquare, false
	}
	return b.Number(s), true
}

// Beyond returns the square in front of another, as a side sees them, or NoSquare.
func (b *Squares) Beyond(s board.Square, side board.Colour) board.Square {
	forward := 1 - 2*int(side&1)
	if rank := b.Rank(s) + forward; rank < 0 || rank >= b.Grid.Ranks {
		return board.NoSquare
	}
	return s + board.Square(forward*b.Width)
}
