package board

import (
	"iter"
	"math/bits"
)

// Set is a set of squares of any board, including wide ones.
type Set [MaxSquares / 64]uint64

// SetOf returns the set of the squares of a bitboard.
func SetOf(b Bitboard) Set { return Set{uint64(b)} }

// Has reports whether the set contains a square.
func (a *Set) Has(s Square) bool { return s < NoSquare && a[s>>6&3]>>(s&63)&1 != 0 }

// Add adds a square.
func (a *Set) Add(s Square) { a[s>>6&3] |= 1 << (s & 63) }

// Remove removes a square.
func (a *Set) Remove(s Square) { a[s>>6&3] &^= 1 << (s & 63) }

// Empty reports whether the set has no squares.
func (a *Set) Empty() bool { return a[0]|a[1]|a[2]|a[3] == 0 }

// Many reports whether the set has two squares or more.
func (a *Set) Many() bool { return a.Count() > 1 }

// Or returns the squares of either set.
func (a Set) Or(b Set) Set { return Set{a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]} }

// And returns the squares of both sets.
func (a Set) And(b Set) Set { return Set{a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]} }

// Without returns the squares of a that are not in b.
func (a Set) Without(b Set) Set {
	return Set{a[0] &^ b[0], a[1] &^ b[1], a[2] &^ b[2], a[3] &^ b[3]}
}

// Bitboard returns the squares among the first 64.
func (a *Set) Bitboard() Bitboard { return Bitboard(a[0]) }

// Count returns the number of squares.
func (a *Set) Count() int {
	return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) + bits.OnesCount64(a[2]) + bits.OnesCount64(a[3])
}

// First returns the lowest square, or NoSquare if the set is empty.
func (a *Set) First() Square {
	for i, word := range a {
		if word != 0 {
			return Square(i<<6 + bits.TrailingZeros64(word))
		}
	}
	return NoSquare
}

// Pop removes the lowest square of a set and returns it, or returns NoSquare if the set is empty.
func (a *Set) Pop() Square {
	for i, word := range a {
		if word != 0 {
			a[i] &= word - 1
			return Square(i<<6 + bits.TrailingZeros64(word))
		}
	}
	return NoSquare
}

// All yields the squares in increasing order.
func (a Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i, word := range a {
			for ; word != 0; word &= word - 1 {
				if !yield(Square(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// Wide holds the pieces of a position on a wide board: one with more than 64 squares or with two planes. It also holds
// the pieces on the first 64 squares, for which the position also has bitboards.
//
// Positions share their Wide when they are copied, so it must not change. [Position.Fork] makes a copy that may
// change.
type Wide struct {
	Cells   [MaxSquares]Piece
	Colours [2]Set
}

// EmptyWide returns a wide board without pieces, with White to move at move 1.
func EmptyWide() Position {
	p := Empty()
	p.wide = new(Wide)
	return p
}

// Wide returns the pieces of a position on a wide board, or nil on any other board.
func (p *Position) Wide() *Wide { return p.wide }

// Size returns a number greater than the number of every square with a piece.
func (p *Position) Size() Square {
	if p.wide != nil {
		return MaxSquares
	}
	return 64
}

// beyond is Piece for a square that is not among the first 64.
func (p *Position) beyond(s Square) Piece {
	if p.wide == nil || s >= MaxSquares {
		return NoPiece
	}
	return p.wide.Cells[s]
}

// OccupiedIn returns the occupied squares from 64*word to 64*word+63. The first of these squares is bit 0. On a
// board that is not wide, word must be 0.
func (p *Position) OccupiedIn(word int) Bitboard {
	if word == 0 {
		return p.Occupied()
	}
	return Bitboard(p.wide.Colours[White][word&3] | p.wide.Colours[Black][word&3])
}

// Count returns the number of pieces on any board.
func (p *Position) Count() int {
	if p.wide != nil {
		return p.wide.Colours[White].Count() + p.wide.Colours[Black].Count()
	}
	return p.Occupied().Count()
}

// SquaresOf returns the squares of a side's pieces on any board.
func (p *Position) SquaresOf(c Colour) Set {
	if p.wide != nil {
		return p.wide.Colours[c&1]
	}
	return SetOf(p.ByColour(c))
}

// SquaresWith returns the squares of a side's pieces with a role on any board.
func (p *Position) SquaresWith(c Colour, k Role) Set {
	all := SetOf(p.Pieces(c, k))
	if p.wide != nil {
		for i, word := range p.wide.Colours[c&1][1:] {
			for ; word != 0; word &= word - 1 {
				if s := Square(64*(i+1) + bits.TrailingZeros64(word)); p.wide.Cells[s&255] == NewPiece(c, k) {
					all.Add(s)
				}
			}
		}
	}
	return all
}

// Fork sets p to a copy of from, a position on a wide board. Until p is copied, its Wide may change. Fork stores the
// pieces in room, or allocates memory for them if room is nil.
func (p *Position) Fork(from *Position, room *Wide) *Wide {
	if room == nil {
		room = new(Wide)
	}
	*room = *from.wide
	*p = *from
	p.wide = room
	return room
}

// Set puts a piece on a square of any board, or empties the square.
func (p *Position) Set(s Square, pc Piece) {
	if p.wide == nil {
		if old := p.cells[s&63]; old != NoPiece {
			p.Take(s, old)
		}
		if pc != NoPiece {
			p.Put(s, pc)
		}
		return
	}
	p.Fork(p, nil)
	if old := p.wide.Cells[s&255]; old != NoPiece {
		p.TakeWide(s, old)
	}
	if pc != NoPiece {
		p.PutWide(s, pc)
	}
}

// PutWide places a piece on an empty square of a position that has been forked.
func (p *Position) PutWide(s Square, pc Piece) {
	p.wide.Cells[s&255] = pc
	p.wide.Colours[pc>>3&1].Add(s)
	if s < 64 {
		p.Put(s, pc)
		return
	}
	p.Hash ^= wideKey(pc, s)
}

// TakeWide removes a piece from its square in a position that has been forked.
func (p *Position) TakeWide(s Square, pc Piece) {
	p.wide.Cells[s&255] = NoPiece
	p.wide.Colours[pc>>3&1].Remove(s)
	if s < 64 {
		p.Take(s, pc)
		return
	}
	p.Hash ^= wideKey(pc, s)
}

// All yields the occupied squares of any board in increasing order, each with its piece.
func (p *Position) All() iter.Seq2[Square, Piece] {
	occupied := SetOf(p.Occupied())
	if p.wide != nil {
		for i, word := range p.wide.Colours[Black] {
			occupied[i] = word | p.wide.Colours[White][i]
		}
	}
	return func(yield func(Square, Piece) bool) {
		for s := range occupied.All() {
			if !yield(s, p.Piece(s)) {
				return
			}
		}
	}
}

// Equal reports whether two positions are equal, including their clocks.
func (p *Position) Equal(other *Position) bool {
	a, b := *p, *other
	a.wide, b.wide = nil, nil
	return a == b && (p.wide == other.wide || p.wide != nil && other.wide != nil && *p.wide == *other.wide)
}

// wideKey returns the Zobrist key of a piece on a square from 64 to 255. It computes the key, because a table of all
// keys would be large.
func wideKey(pc Piece, s Square) uint64 {
	return mix(0x77696465<<16 | uint64(pc)<<8 | uint64(s)) // "wide"
}

func init() {
	draw := SeededRandom(0x77696465) // "wide"
	for s := Square(64); s < MaxSquares; s++ {
		enPassantKeys[s] = draw()
	}
	// zobrist.go sets the keys of the first 191 values above NoSquare.
	for s := NoSquare + 192; int(s) < len(enPassantKeys); s++ {
		enPassantKeys[s] = draw()
	}
}
