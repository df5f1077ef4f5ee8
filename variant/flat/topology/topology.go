// Package topology describes the lines on an 8x8 board, in particular how they continue beyond an edge. It
// provides tables for rules, notation and evaluation.
//
// There are three kinds of boards. On the [Plane], lines end at the edge. On the [Cylinder], the a-file and
// the h-file are adjacent. [Seam] returns boards on which only some roles cross that seam, or on which
// sliders hop over it. build.go computes the tables, and topology.go contains the lookups.
//
// On the plane and the cylinder, a file or a diagonal has at most one square per rank. Attacks along such a
// line are computed with two subtractions, one on the occupied squares and one on the same set with the ranks
// reversed. This also works for diagonals that wrap. Attacks along a rank are looked up by its eight
// occupancy bits.
package topology

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// Topology holds the attack tables for one board, indexed by square. It is immutable.
type Topology struct {
	Knight [64]board.Bitboard
	King   [64]board.Bitboard
	// Pawn holds the squares that a pawn attacks, and PawnFrom holds the squares from which a pawn attacks
	// the square. The first index is the colour of the pawn.
	Pawn, PawnFrom [2][64]board.Bitboard
	// Straight and Diagonal hold the squares that a rook and a bishop attack on an empty board. If a queen
	// attacks other squares than the two together, both include the squares of the queen.
	Straight, Diagonal [64]board.Bitboard
	// Single is true if at most one line joins any two squares, so that pins and check masks are exact.
	Single bool
	// Seam is true if some pieces can cross an edge.
	Seam bool
	// Corners is true if there are corners into which a king can be driven.
	Corners bool
	// Alike is true if the board looks the same from every file.
	Alike bool

	wraps        bool // pawns capture over the seam
	rays         rays
	overSeam     [64]board.Bitboard // steps of a king that do not exist on the plane
	distance     [64][64]uint8
	edgeDistance [64]uint8
	spans        [2][64]Spans

	lines [64]lines
	ranks [8][256]uint8 // indexed by file and occupancy of the rank

	mixed *mixed // lines by role; nil if lines are the same for all sliders
}

// rays holds the lines from each square in each direction.
type rays [64][8][]Place

// Place is a square on one of several copies of the board in a row. A line starts on copy 0; copy 1 is the
// next one to the right and -1 the next one to the left.
type Place struct {
	Square board.Square
	Copy   int8
}

// lines holds the lines through a square, excluding the square itself.
type lines struct{ file, up, down board.Bitboard }

// Direction is one of the eight directions of a king. Files is 1 to the right, -1 to the left or 0. Ranks is
// 1 up, -1 down or 0.
type Direction struct{ Files, Ranks int8 }

// Straights and Diagonals are the directions of rooks and bishops.
var (
	Straights = [4]Direction{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	Diagonals = [4]Direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// number returns the index of a direction in rays.
func (d Direction) number() int { return numbers[int(d.Ranks+1)*3+int(d.Files+1)] }

var numbers = [9]int{5, 4, 3, 6, 0, 2, 7, 0, 1}

// Quick reports whether lines are the same for all sliders. If they are, callers may use QuickRook and
// QuickBishop, which are small enough to be inlined. Otherwise they must use MixedRook, MixedBishop and
// MixedQueen.
func (g *Topology) Quick() bool { return g.mixed == nil }

// Attacks returns the squares that a piece other than a pawn attacks. Each line ends with the first occupied
// square.
func (g *Topology) Attacks(k board.Role, from board.Square, occupied board.Bitboard) board.Bitboard {
	switch {
	case k == board.Knight:
		return g.Knight[from&63]
	case k == board.King:
		return g.King[from&63]
	case g.mixed != nil:
		return g.mixedAttacks(k, from, occupied)
	case k == board.Bishop:
		return g.QuickBishop(from, occupied)
	case k == board.Rook:
		return g.QuickRook(from, occupied)
	default:
		return g.QuickRook(from, occupied) | g.QuickBishop(from, occupied)
	}
}

// Rook returns the squares that a rook attacks.
func (g *Topology) Rook(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.mixed != nil {
		return g.MixedRook(s, occupied)
	}
	return g.QuickRook(s, occupied)
}

// Bishop returns the squares that a bishop attacks.
func (g *Topology) Bishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.mixed != nil {
		return g.MixedBishop(s, occupied)
	}
	return g.QuickBishop(s, occupied)
}

// Queen returns the squares that a queen attacks.
func (g *Topology) Queen(s board.Square, occupied board.Bitboard) board.Bitboard {
	if g.mixed != nil {
		return g.MixedQueen(s, occupied)
	}
	return g.QuickRook(s, occupied) | g.QuickBishop(s, occupied)
}

// QuickRook is like Rook, but requires a board for which Quick returns true.
func (g *Topology) QuickRook(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	shift := s & 56
	rank := board.Bitboard(g.ranks[s&7][uint8(occupied>>shift)]) << shift
	return seen(s, occupied, g.lines[s].file) | rank
}

// QuickBishop is like Bishop, but requires a board for which Quick returns true.
func (g *Topology) QuickBishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	s &= 63
	l := &g.lines[s]
	return seen(s, occupied, l.up) | seen(s, occupied, l.down)
}

// Sliders returns the given rooks and bishops that attack a square. Queens must be in both sets. The move
// generator calls it for every king in every position.
func (g *Topology) Sliders(s board.Square, occupied, rooks, bishops board.Bitboard) (found board.Bitboard) {
	if g.mixed != nil {
		return g.mixed.sliders(s, occupied, rooks, bishops)
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

// seen returns the squares attacked in both directions along a line with at most one square per rank.
// Subtracting the square's bit from the occupied squares above it flips all bits up to the first of them. The
// same subtraction with the ranks reversed gives the attacks in the other direction.
func seen(s board.Square, occupied, line board.Bitboard) board.Bitboard {
	up := uint64(occupied & line)
	down := bits.ReverseBytes64(up)
	up -= 1 << (s & 63)
	down -= 1 << ((s ^ 56) & 63)
	return board.Bitboard(up^bits.ReverseBytes64(down)) & line
}

// mixed holds the lines of sliders on a board on which they hop or only some of them cross the seam.
type mixed struct {
	riders   [8]rider
	hops     [64]hops
	crossing Crossing
	crosses  [8]bool
	alike    bool // a queen attacks the same squares as a rook and a bishop together
	// straight and diagonal hold the squares that each role attacks along ranks and files, and along
	// diagonals, on an empty board.
	straight, diagonal [8][64]board.Bitboard
}

// rider describes how a role slides: along the lines of the plane or of the cylinder and, if it hops, also
// along the continuations of its diagonals. A hop along a rank is the same as a step around the cylinder.
type rider struct {
	straight, diagonal *Topology
	hops               bool
	rays               *rays
}

// hops holds the continuations of the diagonals through a square beyond the left and right edges.
type hops struct {
	edges board.Bitboard // the squares where the continuations start
	n     uint8
	list  [4]hop
}

// hop is the continuation of a diagonal beyond an edge.
type hop struct {
	edge board.Bitboard // the edge square of the hop
	to   board.Square   // the landing square of the hop
	line board.Bitboard // the squares after the landing square
}

// mixedAttacks is like Attacks, for a slider on a board for which Quick returns false.
func (g *Topology) mixedAttacks(k board.Role, from board.Square, occupied board.Bitboard) board.Bitboard {
	switch k {
	case board.Rook:
		return g.MixedRook(from, occupied)
	case board.Bishop:
		return g.MixedBishop(from, occupied)
	}
	return g.MixedQueen(from, occupied)
}

// QueenAlike reports whether a queen attacks the same squares as a rook and a bishop together.
func (g *Topology) QueenAlike() bool { return g.mixed == nil || g.mixed.alike }

// MixedRook is like Rook, but requires a board for which Quick returns false.
func (g *Topology) MixedRook(s board.Square, occupied board.Bitboard) board.Bitboard {
	return g.mixed.riders[board.Rook].straight.QuickRook(s, occupied)
}

// MixedBishop is like Bishop, but requires a board for which Quick returns false.
func (g *Topology) MixedBishop(s board.Square, occupied board.Bitboard) board.Bitboard {
	return g.mixed.diagonals(&g.mixed.riders[board.Bishop], s, occupied)
}

// MixedQueen is like Queen, but requires a board for which Quick returns false.
func (g *Topology) MixedQueen(s board.Square, occupied board.Bitboard) board.Bitboard {
	r := &g.mixed.riders[board.Queen]
	return r.straight.QuickRook(s, occupied) | g.mixed.diagonals(r, s, occupied)
}

// sliders implements Topology.Sliders. It tests the lines on an empty board first, because most squares are
// not on a line of any slider.
func (m *mixed) sliders(s board.Square, occupied, rooks, bishops board.Bitboard) (found board.Bitboard) {
	s &= 63
	var queens board.Bitboard
	if !m.alike {
		queens = rooks & bishops
		rooks, bishops = rooks&^queens, bishops&^queens
	}
	if rooks &= m.straight[board.Rook][s]; rooks != 0 {
		found = m.riders[board.Rook].straight.QuickRook(s, occupied) & rooks
	}
	if bishops &= m.diagonal[board.Bishop][s]; bishops != 0 {
		found |= m.diagonals(&m.riders[board.Bishop], s, occupied) & bishops
	}
	if queens == 0 {
		return found
	}
	r := &m.riders[board.Queen]
	if queens&m.straight[board.Queen][s] != 0 {
		found |= r.straight.QuickRook(s, occupied) & queens
	}
	if queens&m.diagonal[board.Queen][s] != 0 {
		found |= m.diagonals(r, s, occupied) & queens
	}
	return found
}

// diagonals returns the squares that a slider attacks along its diagonals.
func (m *mixed) diagonals(r *rider, s board.Square, occupied board.Bitboard) board.Bitboard {
	all := r.diagonal.QuickBishop(s, occupied)
	if !r.hops {
		return all
	}
	hops := &m.hops[s&63]
	open := (all&^occupied | s.Bit()) & hops.edges
	if open == 0 {
		return all
	}
	for i := range hops.n {
		if h := &hops.list[i&3]; h.edge&open != 0 {
			all |= h.to.Bit()
			if !occupied.Has(h.to) {
				all |= seen(h.to, occupied, h.line)
			}
		}
	}
	return all
}

const (
	fileA board.Bitboard = 0x0101010101010101
	fileH board.Bitboard = fileA << 7
	rank3 board.Bitboard = 0xff << 16
	rank6 board.Bitboard = 0xff << 40
)

// PawnAttacks returns the squares that pawns attack towards the a-file and towards the h-file, including over
// the seam.
func (g *Topology) PawnAttacks(side board.Colour, pawns board.Bitboard) (left, right board.Bitboard) {
	if side == board.White {
		left, right = (pawns&^fileA)<<7, (pawns&^fileH)<<9
		if g.wraps {
			left |= (pawns & fileA) << 15
			right |= (pawns & fileH) << 1
		}
		return left, right
	}
	left, right = (pawns&^fileA)>>9, (pawns&^fileH)>>7
	if g.wraps {
		left |= (pawns & fileA) >> 1
		right |= (pawns & fileH) >> 15
	}
	return left, right
}

// Spans holds the squares that matter for a pawn on a square.
type Spans struct {
	Ahead  board.Bitboard // squares in front of the pawn on its file
	Front  board.Bitboard // Ahead and the same ranks on adjacent files, where enemy pawns stop the pawn
	Beside board.Bitboard // the complete adjacent files
}

// Spans returns the spans of a pawn of a side on a square.
func (g *Topology) Spans(side board.Colour, s board.Square) *Spans { return &g.spans[side&1][s&63] }

// Line returns the places on a slider's line from a square on an empty board, in order. A line that wraps
// around ends before its starting square. The caller must not modify the result.
func (g *Topology) Line(k board.Role, s board.Square, d Direction) []Place {
	if g.mixed != nil {
		return g.mixed.riders[k&7].rays[s&63][d.number()]
	}
	return g.rays[s&63][d.number()]
}

// OverSeam reports whether a step between two squares crosses the seam.
func (g *Topology) OverSeam(from, to board.Square) bool { return g.overSeam[from&63].Has(to) }

// Distance returns the number of king moves between two squares on an empty board.
func (g *Topology) Distance(from, to board.Square) int { return int(g.distance[from&63][to&63]) }

// EdgeDistance returns the distance of a square from the edges of the board. It is the sum of up to 3 along
// the file and up to 3 along the rank. A rank without ends counts as 3.
func (g *Topology) EdgeDistance(s board.Square) int { return int(g.edgeDistance[s&63]) }

// Leap returns the place where a knight, king or pawn lands.
func Leap(from, to board.Square) Place {
	at := Place{Square: to}
	switch files := to.File() - from.File(); {
	case files > 2:
		at.Copy = -1
	case files < -2:
		at.Copy = 1
	}
	return at
}

// Ahead returns the square one step forward for a side, or NoSquare on its last rank.
func Ahead(side board.Colour, s board.Square) board.Square {
	to := s + 8 - 16*board.Square(side&1)
	if to > 63 {
		return board.NoSquare
	}
	return to
}

// Behind returns the square one step backward for a side, or NoSquare on its first rank.
func Behind(side board.Colour, s board.Square) board.Square { return Ahead(side^1, s) }

// Pushed reports whether a pawn move is a single or double push.
func Pushed(from, to board.Square) bool { return (from^to)&7 == 0 }

// Crossed returns the square that a double push crosses, or NoSquare if the move is not a double push.
func Crossed(from, to board.Square) board.Square {
	if from^to != 16 {
		return board.NoSquare
	}
	return (from + to) / 2
}

// Pushes returns the destinations of single and double pushes.
func Pushes(side board.Colour, pawns, occupied board.Bitboard) (one, two board.Bitboard) {
	if side == board.White {
		one = pawns << 8 &^ occupied
		return one, (one & rank3) << 8 &^ occupied
	}
	one = pawns >> 8 &^ occupied
	return one, (one & rank6) >> 8 &^ occupied
}

// Map maps each square to its image. No square is its own image, and the image of an image is the square
// itself. The value is a mask that flips the file (7), the rank (56) or both (63) in a square's number.
type Map uint8

// Maps from squares to images.
const (
	Rotate Map = 63 // rotates by 180°: a1 and h8
	Files  Map = 7  // swaps left and right: a1 and h1
	Ranks  Map = 56 // swaps top and bottom: a1 and a8
)

// Image returns the image of a square.
func (m Map) Image(s board.Square) board.Square { return s ^ board.Square(m) }

// Images returns the images of a set of squares. For Rotate, which the built-in games use, the call is
// inlined.
func (m Map) Images(b board.Bitboard) board.Bitboard {
	if m == Rotate {
		return b.Mirror()
	}
	return m.flipped(b)
}

// flipped is like Images, for maps other than Rotate.
func (m Map) flipped(b board.Bitboard) board.Bitboard {
	if m == Ranks {
		return b.Flip()
	}
	return board.Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(b))))
}

// Crossing is the way in which pieces cross the seam between the a-file and the h-file.
type Crossing uint8

// Ways to cross the seam.
const (
	NoCrossing Crossing = iota // crossing is not allowed
	Wrap                       // the files are adjacent, as on a cylinder
	Hop                        // a slider continues on the same rank at the opposite edge
)
