package space

import "github.com/tainchess/tain/board"

// The position's own words: Extra[0] holds the pins, four bits a slot, and
// above them a bit a slot that tells a turned board; Extra[1] holds the
// squares of pawns that may still go two (3.5).
//
// The Zobrist hash covers pieces by square, pins by slot and double steps, but
// not rotation, which does not tell positions apart (6a.4).
const turnedShift = 16

func pinOf(p *board.Position, slot int) pin { return pin(p.Extra[0] >> (4 * slot) & 15) }

func turned(p *board.Position, slot int) bool { return p.Extra[0]>>(turnedShift+slot)&1 != 0 }

func unmoved(p *board.Position) board.Bitboard { return board.Bitboard(p.Extra[1]) }

var (
	pinKeys  [slots][16]uint64
	stepKeys [64]uint64
)

func init() {
	draw := board.SeededRandom(0x7472692d64) // "tri-d"
	for slot := range pinKeys {
		for n := range pins {
			pinKeys[slot][n] = draw()
		}
	}
	for s := range stepKeys {
		stepKeys[s] = draw()
	}
}

// setPin sets a board on a pin, leaving order and contents alone.
func setPin(p *board.Position, slot int, n pin) {
	p.Hash ^= pinKeys[slot&3][pinOf(p, slot)&15] ^ pinKeys[slot&3][n&15]
	p.Extra[0] = p.Extra[0]&^(15<<(4*slot)) | uint64(n)<<(4*slot)
}

func setTurned(p *board.Position, slot int, yes bool) {
	p.Extra[0] &^= 1 << (turnedShift + slot)
	if yes {
		p.Extra[0] |= 1 << (turnedShift + slot)
	}
}

// setUnmoved changes which pawns may still go two.
func setUnmoved(p *board.Position, pawns board.Bitboard) {
	for changed := unmoved(p) ^ pawns; changed != 0; {
		p.Hash ^= stepKeys[changed.Pop()&63]
	}
	p.Extra[1] = uint64(pawns)
}

// settle puts the two boards of an owner in order, the lower pin first, so
// that one position has one form.
func settle(p *board.Position, side board.Colour) {
	low := 2 * int(side)
	high := low + 1
	lowPin, highPin := pinOf(p, low), pinOf(p, high)
	if lowPin < highPin {
		return
	}
	lowTurned, highTurned := turned(p, low), turned(p, high)
	setPin(p, low, highPin)
	setPin(p, high, lowPin)
	setTurned(p, low, highTurned)
	setTurned(p, high, lowTurned)
	for cell := range 4 {
		a, b := cellSquare(low, cell), cellSquare(high, cell)
		first, second := p.Piece(a), p.Piece(b)
		if first != board.NoPiece {
			p.Take(a, first)
		}
		if second != board.NoPiece {
			p.Take(b, second)
			p.Put(a, second)
		}
		if first != board.NoPiece {
			p.Put(b, first)
		}
	}
	pawns := unmoved(p)
	setUnmoved(p, pawns&^(slotCells(low)|slotCells(high))|
		pawns&slotCells(low)<<4|pawns&slotCells(high)>>4)
}

// zobrist computes a position's Zobrist hash anew.
func zobrist(p *board.Position) uint64 {
	hash := p.Zobrist()
	for slot := range slots {
		hash ^= pinKeys[slot][pinOf(p, slot)&15]
	}
	for pawns := unmoved(p); pawns != 0; {
		hash ^= stepKeys[pawns.Pop()&63]
	}
	return hash
}

// empty returns the position without pieces whose boards stand on these pins,
// White's two first.
func empty(on [slots]pin) board.Position {
	p := board.Empty()
	for slot, n := range on {
		setPin(&p, slot, n)
	}
	p.Hash = zobrist(&p)
	return p
}
