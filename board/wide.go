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

// Wide holds the pieces of a position on a wide board: one with more than 64 squares or with two planes. It also
// holds the pieces on the first 64 squares, of which the position has bitboards.
//
// Positions share their Wide when they are copied, so it must not change. [Position.Fork] makes a copy that may
// change.
type Wide struct {
	Cells   [MaxSquares]Piece
	Colours [2]Set
	// Marks is reserved for use by the rule set.
	Marks [2]Set
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

// Fork sets p to a copy of from, a position on a wide board. Until p is copied, its Wide may change.
func (p *Position) Fork(from *Position) *Wide {
	wide := new(Wide)
	*wide = *from.wide
	*p = *from
	p.wide = wide
	return wide
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
	p.Fork(p)
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

// All yields the squares with pieces of any board in increasing order, with their pieces.
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

// wideKey returns the key of a piece on a square from 64, for Zobrist hashes.
func wideKey(pc Piece, s Square) uint64 {
	return SeededRandom(0x77696465<<16 | uint64(pc)<<8 | uint64(s))() // "wide"
}

func init() {
	draw := SeededRandom(0x77696465) // "wide"
	for s := Square(64); s < MaxSquares; s++ {
		enPassantKeys[s] = draw()
	}
}
