// Package topology is the shape of an 8x8 board: what a line meets after an
// edge, and everything that follows from it for rules, notation and evaluation.
//
// A board is a [Shape], which tells where one step leads; [New] walks it and
// makes the tables that the rest asks (build.go). The plane and the cylinder,
// whose files a and h are neighbours, come with the package and see faster than
// by walking: a file, and a diagonal of either board, has one square on each
// rank. On such a line the squares seen from one of them follow from two
// subtractions, one on the occupied squares and one on the same with the ranks
// reversed; it does not matter whether the diagonal wraps. A rank is looked up
// by its eight occupancy bits.
package topology

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// Topology says, for one shape of board, where each piece reaches. The tables
// are by the square a piece stands on.
type Topology struct {
	Knight [64]board.Bitboard
	King   [64]board.Bitboard
	// Pawn is where a pawn of a colour captures, and PawnFrom from where a pawn
	// of a colour captures on the square: where forward is not the same on both
	// sides of a seam, that is not where the other colour's pawn captures.
	Pawn, PawnFrom [2][64]board.Bitboard
	// Straight and Diagonal are what a rook and a bishop see on an empty board.
	Straight, Diagonal [64]board.Bitboard

	// Single tells that no two squares are joined by more than one line, so
	// that a piece on such a line is pinned or is not, and one that steps
	// between answers a check.
	Single bool
	// Seam tells that some line leads on over an edge.
	Seam bool
	// Corners tells that there are corners to drive a king into.
	Corners bool
	// Alike tells that the board looks the same from every file.
	Alike bool

	shape        Shape
	slow         bool // lines are walked or mixed; the quicker ways do not fit
	walks        bool // lines are walked
	wraps        bool // pawns capture round the board
	rays         rays
	ahead        [2][64]board.Square // one step forward, NoSquare where there is none
	behind       [2][64]board.Square // whence one step forward leads here
	overSeam     [64]board.Bitboard  // neighbours that no step on the plane reaches
	distance     [64][64]uint8
	edgeDistance [64]uint8
	spans        [2][64]Spans

	lines [64]lines
	ranks [8][256]uint8 // by file and occupancy of the rank

	mixed *mixed // what riders see where that depends on their role, nil elsewhere
}

// rays are the lines from each square in each direction.
type rays [64][8][]Place

// lines are the lines of one square, without the square itself.
type lines struct{ file, up, down board.Bitboard }

// The two boards that come with the package.
var (
	Plane    = quick(false)
	Cylinder = quick(true)
)

// Rook returns the squares a rook sees: up to and with the first occupied one.
func (g *Topology) Rook(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.slow {
		return g.walked(board.Rook, s, occupied)
	}
	return g.QuickRook(s, occupied)
}

// Quick reports whether lines need not be walked and are the same for all
// riders: the functions whose names begin with Quick then answer as the others
// do, and are small enough to become part of a move generator's loops.
func (g *Topology) Quick() bool { return !g.slow }

// Walks reports whether lines are walked, so that a move generator does best to
// play every move.
func (g *Topology) Walks() bool { return g.walks }

// QuickRook is Rook on a board that is Quick.
func (g *Topology) QuickRook(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	shift := s & 56
	rank := board.Bitboard(g.ranks[s&7][uint8(occupied>>shift)]) << shift
	return seen(s, occupied, g.lines[s].file) | rank
}

// Bishop returns the squares a bishop sees.
func (g *Topology) Bishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.slow {
		return g.walked(board.Bishop, s, occupied)
	}
	return g.QuickBishop(s, occupied)
}

// QuickBishop is Bishop on a board that is Quick.
func (g *Topology) QuickBishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	l := &g.lines[s]
	return seen(s, occupied, l.up) | seen(s, occupied, l.down)
}

// Queen returns the squares a queen sees.
func (g *Topology) Queen(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.slow {
		return g.walked(board.Queen, s, occupied)
	}
	return g.QuickRook(s, occupied) | g.QuickBishop(s, occupied)
}

// Sliders returns those of some rooks and bishops, queens among both, that see a
// square. It is asked of every king in every position.
func (g *Topology) Sliders(s board.Square, occupied, rooks, bishops board.Bitboard) (found board.Bitboard) {
	if g.slow {
		return g.walkedSliders(s, occupied, rooks, bishops)
	}
	if rooks != 0 {
		found = g.QuickRook(s, occupied) & rooks
	}
	if bishops != 0 {
		l := &g.lines[s&63]
		found |= (seen(s, occupied, l.up) | seen(s, occupied, l.down)) & bishops
	}
	return found
}

// Attacks returns the squares a piece other than a pawn sees.
func (g *Topology) Attacks(k board.Role, from board.Square, occupied board.Bitboard) board.Bitboard {
	switch {
	case k == board.Knight:
		return g.Knight[from&63]
	case k == board.King:
		return g.King[from&63]
	case g.slow:
		return g.walked(k, from, occupied)
	case k == board.Bishop:
		return g.QuickBishop(from, occupied)
	case k == board.Rook:
		return g.QuickRook(from, occupied)
	default:
		return g.QuickRook(from, occupied) | g.QuickBishop(from, occupied)
	}
}

// walked is what a slider sees on a board that is not Quick.
func (g *Topology) walked(k board.Role, from board.Square, occupied board.Bitboard) (seen board.Bitboard) {
	switch {
	case g.mixed == nil:
		if k != board.Bishop {
			seen = g.walk(from, occupied, 0)
		}
		if k != board.Rook {
			seen |= g.walk(from, occupied, 1)
		}
		return seen
	case k == board.Rook:
		return g.MixedRook(from, occupied)
	case k == board.Bishop:
		return g.MixedBishop(from, occupied)
	}
	return g.MixedQueen(from, occupied)
}

// walkedSliders is Sliders on a board that is not Quick.
func (g *Topology) walkedSliders(s board.Square, occupied, rooks, bishops board.Bitboard) (found board.Bitboard) {
	if g.mixed != nil {
		return g.mixed.sliders(s, occupied, rooks, bishops)
	}
	// Most squares lie on no line of a slider.
	if rooks &= g.Straight[s&63]; rooks != 0 {
		found = g.walked(board.Rook, s, occupied) & rooks
	}
	if bishops &= g.Diagonal[s&63]; bishops != 0 {
		found |= g.walked(board.Bishop, s, occupied) & bishops
	}
	return found
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

// walk goes along every other line, from the first, square by square. It stays a
// call, so that the quick ways that never make it stay small.
//
//go:noinline
func (g *Topology) walk(s board.Square, occupied board.Bitboard, first int) (seen board.Bitboard) {
	for d := first; d < len(g.rays[s&63]); d += 2 {
		for _, at := range g.rays[s&63][d] {
			seen |= at.Square.Bit()
			if occupied.Has(at.Square) {
				break
			}
		}
	}
	return seen
}

// Line returns the places that a line of a rider leads over from a square on an
// empty board, one after the other. It ends at the latest before the square it
// began on: a rider meets its own image there. The list is not to be changed.
func (g *Topology) Line(k board.Role, s board.Square, d Direction) []Place {
	if g.mixed != nil {
		return g.mixed.riders[k&7].rays[s&63][d.number()]
	}
	return g.rays[s&63][d.number()]
}

// Leap tells where a knight's leap, a king's step or a pawn's capture lands: on
// the copy of the board where it began or on another.
func (g *Topology) Leap(from, to board.Square) Place {
	at := Place{Square: to}
	if !Plane.King[from&63].Has(to) && !Plane.Knight[from&63].Has(to) && from.File() != to.File() {
		if at.Copy = -1; to.File() < from.File() {
			at.Copy = 1
		}
	}
	return at
}

// OverSeam reports whether a king's step leads over an edge.
func (g *Topology) OverSeam(from, to board.Square) bool { return g.overSeam[from&63].Has(to) }

// Distance returns how many steps a king needs from one square to another on an
// empty board; 15 if it cannot come there.
func (g *Topology) Distance(from, to board.Square) int { return int(g.distance[from&63][to&63]) }

// EdgeDistance returns how far a square lies from the edges of the board: up to 3
// along its file and up to 3 along its rank. A line without an end has no edge
// to be near, and counts 3.
func (g *Topology) EdgeDistance(s board.Square) int { return int(g.edgeDistance[s&63]) }
