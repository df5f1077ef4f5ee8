// Package topology holds attack tables of 8x8 boards as data: the plane and the
// cylinder, whose files a and h are neighbours.
//
// A file, and a diagonal of either board, has one square on each rank. On such
// a line the squares seen from one of them follow from two subtractions, one
// on the occupied squares and one on the same with the ranks reversed; it does
// not matter whether the diagonal wraps. A rank is looked up by its eight
// occupancy bits. So one piece of code serves both boards and the tables are
// small and quick to make.
package topology

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// Topology says, for one shape of board, where each kind of piece reaches.
type Topology struct {
	Wraps  bool // files a and h are neighbours
	Knight [64]board.Bitboard
	King   [64]board.Bitboard
	Pawn   [2][64]board.Bitboard // where a pawn of a colour captures
	// Straight and Diagonal are what a rook and a bishop see on an empty board.
	Straight, Diagonal [64]board.Bitboard

	lines [64]lines
	ranks [8][256]uint8 // by file and occupancy of the rank
}

// lines are the lines of one square, without the square itself.
type lines struct{ file, up, down board.Bitboard }

// The two boards.
var (
	Plane    = build(false)
	Cylinder = build(true)
)

// Rook returns the squares a rook sees: up to and with the first occupied one.
func (g *Topology) Rook(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	shift := s & 56
	rank := board.Bitboard(g.ranks[s&7][uint8(occupied>>shift)]) << shift
	return seen(s, occupied, g.lines[s].file) | rank
}

// Bishop returns the squares a bishop sees.
func (g *Topology) Bishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	l := &g.lines[s]
	return seen(s, occupied, l.up) | seen(s, occupied, l.down)
}

// Queen returns the squares a queen sees.
func (g *Topology) Queen(s board.Square, occupied board.Bitboard) board.Bitboard {
	return g.Rook(s, occupied) | g.Bishop(s, occupied)
}

// seen looks both ways along a line that has at most one square a rank.
// Subtracting the square's bit from the occupied squares above it flips all
// bits up to the first of them; reversing the ranks does the same downwards.
func seen(s board.Square, occupied, line board.Bitboard) board.Bitboard {
	up := uint64(occupied & line)
	down := bits.ReverseBytes64(up)
	up -= 1 << (s & 63)
	down -= 1 << ((s ^ 56) & 63)
	return board.Bitboard(up^bits.ReverseBytes64(down)) & line
}

var (
	knightSteps = [...][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = [...][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

func build(wraps bool) *Topology {
	g := &Topology{Wraps: wraps}
	for s := board.Square(0); s < 64; s++ {
		for _, d := range knightSteps {
			g.Knight[s] |= g.bit(s, d[0], d[1])
		}
		for _, d := range kingSteps {
			g.King[s] |= g.bit(s, d[0], d[1])
		}
		g.Pawn[board.White][s] = g.bit(s, 1, 1) | g.bit(s, -1, 1)
		g.Pawn[board.Black][s] = g.bit(s, 1, -1) | g.bit(s, -1, -1)
		for n := 1; n < 8; n++ {
			g.lines[s].file |= g.bit(s, 0, n) | g.bit(s, 0, -n)
			g.lines[s].up |= g.bit(s, n, n) | g.bit(s, -n, -n)
			g.lines[s].down |= g.bit(s, -n, n) | g.bit(s, n, -n)
		}
	}
	for file := range 8 {
		for occupied := range 256 {
			g.ranks[file][occupied] = g.rank(file, occupied)
		}
	}
	for s := board.Square(0); s < 64; s++ {
		g.Straight[s], g.Diagonal[s] = g.Rook(s, 0), g.Bishop(s, 0)
	}
	return g
}

// Step returns the square that lies so many files and ranks from another, and
// whether there is one.
func (g *Topology) Step(s board.Square, files, ranks int) (board.Square, bool) {
	f, r := s.File()+files, s.Rank()+ranks
	if g.Wraps {
		f &= 7
	}
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return board.NoSquare, false
	}
	return board.At(f, r), true
}

func (g *Topology) bit(s board.Square, files, ranks int) board.Bitboard {
	if to, ok := g.Step(s, files, ranks); ok {
		return to.Bit()
	}
	return 0
}

// rank walks both ways along a rank. On the cylinder the walk ends at the
// latest before the square it began on: a rider meets its own image there.
func (g *Topology) rank(file, occupied int) uint8 {
	var seen uint8
	for _, step := range [...]int{1, -1} {
		for f := file + step; ; f += step {
			if g.Wraps {
				f &= 7
			}
			if f < 0 || f > 7 || f == file {
				break
			}
			seen |= 1 << f
			if occupied>>f&1 != 0 {
				break
			}
		}
	}
	return seen
}
