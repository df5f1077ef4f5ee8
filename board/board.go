// Package board holds the vocabulary every rule set shares: squares, sets of
// squares, pieces, moves and the position they make up.
//
// From small to large: a [Square] and a [Bitboard], a set of squares; a
// [Piece], which is a [Colour] and a [Role]; a [Move], which states what was
// chosen and not what comes of it, and a [MoveList] that grows no garbage; and
// the [Position] they are played in, with its Zobrist hash.
//
// A [Position] is a plain value without pointers. It is copied and changed,
// never undone, so a rule that makes pieces appear, sends them elsewhere or
// moves a whole board needs no way back. The package knows no rules: it does
// not say which squares are neighbours or what a piece may do.
package board

import "math/bits"

// Square is one of the 64 squares of a position. On a flat board a1 is 0, b1
// is 1 and h8 is 63; a rule set with another board names its squares itself.
type Square uint8

// NoSquare stands where a position or a move names no square.
const NoSquare Square = 64

// At returns the flat square on a file and a rank, both counted from 0.
func At(file, rank int) Square { return Square(rank<<3 | file) }

// File returns the file of a flat square, 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of a flat square, 0 for the first to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Mirror returns the reflection of a flat square: the square turned half round
// the centre of the board.
func (s Square) Mirror() Square { return 63 - s }

// Bit returns the set that holds only this square.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// String returns the name of a flat square, such as e4, or - for none.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return squareNames[2*int(s) : 2*int(s)+2]
}

// squareNames holds the names of the flat squares one after another. Describing a
// move names every square of the board, so String must not allocate.
const squareNames = "a1b1c1d1e1f1g1h1" + "a2b2c2d2e2f2g2h2" + "a3b3c3d3e3f3g3h3" + "a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5" + "a6b6c6d6e6f6g6h6" + "a7b7c7d7e7f7g7h7" + "a8b8c8d8e8f8g8h8"

// ParseSquare reads the name of a flat square, in either case.
func ParseSquare(name string) (Square, bool) {
	if len(name) != 2 {
		return NoSquare, false
	}
	file, rank := name[0]|0x20, name[1]
	if file < 'a' || file > 'h' || rank < '1' || rank > '8' {
		return NoSquare, false
	}
	return At(int(file-'a'), int(rank-'1')), true
}

// Bitboard is a set of squares, one bit each.
type Bitboard uint64

// Has reports whether the set holds the square.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns how many squares the set holds.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of a set that is not empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Pop removes the lowest square of a set that is not empty and returns it.
func (b *Bitboard) Pop() Square {
	s := Square(bits.TrailingZeros64(uint64(*b)))
	*b &= *b - 1
	return s
}

// Many reports whether the set holds two squares or more.
func (b Bitboard) Many() bool { return b&(b-1) != 0 }

// Mirror returns the set turned half round the centre.
func (b Bitboard) Mirror() Bitboard { return Bitboard(bits.Reverse64(uint64(b))) }

// Flip returns the set with the ranks in the opposite order.
func (b Bitboard) Flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// Colour is one of the two sides.
type Colour uint8

// The two sides.
const (
	White Colour = iota
	Black
)

// Other returns the opponent.
func (c Colour) Other() Colour { return c ^ 1 }

// String returns "white" or "black".
func (c Colour) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Name returns the side as a name in a sentence, "White" or "Black".
func (c Colour) Name() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// MarshalText writes the colour's name.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Role is what a piece is, whoever owns it: its piece type.
type Role uint8

// The roles, in the order in which nachfolger lets one follow another.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var roleNames = [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

// String returns the role's English name in lower case.
func (k Role) String() string {
	if int(k) < len(roleNames) {
		return roleNames[k]
	}
	return "none"
}

const roleLetters = " PNBRQK"

// Letter returns the role's capital letter, P for a pawn.
func (k Role) Letter() byte {
	if int(k) < len(roleLetters) {
		return roleLetters[k]
	}
	return ' '
}

// ParseRole reads a role's letter, in either case.
func ParseRole(letter byte) (Role, bool) {
	for k := Pawn; k <= King; k++ {
		if roleLetters[k] == letter&^0x20 {
			return k, true
		}
	}
	return NoRole, false
}

// Piece is a role in a colour; its zero value is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the piece of a role in a colour.
func NewPiece(c Colour, k Role) Piece { return Piece(c)<<3 | Piece(k) }

// Role returns what the piece is.
func (p Piece) Role() Role { return Role(p & 7) }

// Colour returns whose the piece is; for an empty square it means nothing.
func (p Piece) Colour() Colour { return Colour(p >> 3 & 1) }

// Letter returns the piece's letter as FEN writes it: capitals for White.
func (p Piece) Letter() byte {
	if p == NoPiece {
		return '.'
	}
	return p.Role().Letter() | byte(p.Colour())<<5
}

// String returns the piece in words, such as "white knight".
func (p Piece) String() string {
	if p == NoPiece {
		return "empty"
	}
	return p.Colour().String() + " " + p.Role().String()
}

// ParsePiece reads a FEN letter.
func ParsePiece(letter byte) (Piece, bool) {
	k, ok := ParseRole(letter)
	if !ok {
		return NoPiece, false
	}
	if letter&0x20 != 0 {
		return NewPiece(Black, k), true
	}
	return NewPiece(White, k), true
}
