package geometry

import "github.com/tainchess/tain/board"

// Extra[0] of a position holds the pins, with four bits per slot, followed by one bit per slot that is 1 if
// the board is turned. Extra[1] holds the squares of pawns that may still make a double step (3.5).
//
// Besides the parts of a position that [board.Position.Zobrist] covers, the Zobrist hash covers pins by slot and
// double steps. It does not cover rotation, because positions that differ only in rotation are the same (trid 6.4).
const turnedShift = 16

// PinOf returns the pin of the board in a slot.
func PinOf(p *board.Position, slot int) Pin { return Pin(p.Extra[0] >> (4 * slot) & 15) }

// Turned reports whether the board in a slot is turned by 180°.
func Turned(p *board.Position, slot int) bool { return p.Extra[0]>>(turnedShift+slot)&1 != 0 }

// Unmoved returns the squares of the pawns that may still make a double step.
func Unmoved(p *board.Position) board.Bitboard { return board.Bitboard(p.Extra[1]) }

var (
	pinKeys  [BoardCount][16]uint64
	stepKeys [64]uint64
)

func init() {
	draw := board.SeededRandom(0x7472692d64) // "tri-d"
	for slot := range pinKeys {
		for n := range PinCount {
			pinKeys[slot][n] = draw()
		}
	}
	for s := range stepKeys {
		stepKeys[s] = draw()
	}
}

// SetPin sets the pin of the board in a slot. It neither sorts the boards nor moves their pieces.
func SetPin(p *board.Position, slot int, n Pin) {
	p.Hash ^= pinKeys[slot&3][PinOf(p, slot)&15] ^ pinKeys[slot&3][n&15]
	p.Extra[0] = p.Extra[0]&^(15<<(4*slot)) | uint64(n)<<(4*slot)
}

// SetTurned sets whether the board in a slot is turned by 180°.
func SetTurned(p *board.Position, slot int, yes bool) {
	p.Extra[0] &^= 1 << (turnedShift + slot)
	if yes {
		p.Extra[0] |= 1 << (turnedShift + slot)
	}
}

// SetUnmoved sets which pawns may still make a double step.
func SetUnmoved(p *board.Position, pawns board.Bitboard) {
	for changed := Unmoved(p) ^ pawns; changed != 0; {
		p.Hash ^= stepKeys[changed.Pop()&63]
	}
	p.Extra[1] = uint64(pawns)
}

// Settle sorts the two boards of an owner by pin, so that every position has a unique form.
func Settle(p *board.Position, side board.Colour) {
	low := 2 * int(side)
	high := low + 1
	lowPin, highPin := PinOf(p, low), PinOf(p, high)
	if lowPin < highPin {
		return
	}
	lowTurned, highTurned := Turned(p, low), Turned(p, high)
	SetPin(p, low, highPin)
	SetPin(p, high, lowPin)
	SetTurned(p, low, highTurned)
	SetTurned(p, high, lowTurned)
	for cell := range 4 {
		a, b := CellSquare(low, cell), CellSquare(high, cell)
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
	pawns := Unmoved(p)
	SetUnmoved(p, pawns&^(SlotCells(low)|SlotCells(high))|
		pawns&SlotCells(low)<<4|pawns&SlotCells(high)>>4)
}

// Zobrist computes a position's Zobrist hash from scratch.
func Zobrist(p *board.Position) uint64 {
	hash := p.Zobrist()
	for slot := range BoardCount {
		hash ^= pinKeys[slot][PinOf(p, slot)&15]
	}
	for pawns := Unmoved(p); pawns != 0; {
		hash ^= stepKeys[pawns.Pop()&63]
	}
	return hash
}

// Empty returns a position without pieces and with boards on the given pins. White's two boards come first.
func Empty(on [BoardCount]Pin) board.Position {
	p := board.Empty()
	for slot, n := range on {
		SetPin(&p, slot, n)
	}
	p.Hash = Zobrist(&p)
	return p
}
