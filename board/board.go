// Package board defines the values that all rule sets share: squares, bitboards, pieces, moves and positions.
//
// The types, from small to large: [Square] and [Bitboard], a set of squares; [Piece], a [Colour] and a
// [Role]; [Move], the player's choice without its effects, and [MoveList], which does not allocate; and
// [Position], with its Zobrist hash.
//
// A Position is a plain value. Moves are played on a copy and never undone, so rules that spawn pieces, move
// several pieces or move whole boards need no unmake. The pieces on a wide board are behind a pointer (see
// [Wide]), so use [Position.Equal] to compare positions. The package contains no rules: it does not define
// which squares are neighbours or how pieces move.
package board

import "math/bits"

// Square is one of the squares of a position. On a flat board a1 is 0, b1 is 1 and h8 is 63; a rule set with a
// different board assigns its own names. A wide board has up to 256 squares; see [Wide].
type Square uint16

// NoSquare is returned or stored when there is no square.
const NoSquare Square = MaxSquares

// MaxSquares is the maximum number of squares of a board.
const MaxSquares = 256

// At returns the flat square at a file and a rank, both counted from 0.
func At(file, rank int) Square { return Square(rank<<3 | file) }

// File returns the file of a flat square, 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of a flat square, 0 for the first to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Mirror returns the reflection of a flat square: the opposite square, rotated 180°
// about the centre.
func (s Square) Mirror() Square { return 63 - s }

// Bit returns the set that contains only this square.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// String returns the name of a flat square, such as e4, or - for any other value.
func (s Square) String() string {
	if s > 63 {
		return "-"
	}
	return squareNames[2*int(s) : 2*int(s)+2]
}

// squareNames holds the names of the flat squares in one string, so that String does not allocate;
// describing a move calls String for every square.
const squareNames = "a1b1c1d1e1f1g1h1" + "a2b2c2d2e2f2g2h2" + "a3b3c3d3e3f3g3h3" + "a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5" + "a6b6c6d6e6f6g6h6" + "a7b7c7d7e7f7g7h7" + "a8b8c8d8e8f8g8h8"

// ParseSquare parses the name of a flat square, ignoring case.
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

// Has reports whether the set contains the square.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of a non-empty set.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Pop removes the lowest square of a non-empty set and returns it.
func (b *Bitboard) Pop() Square {
	s := Square(bits.TrailingZeros64(uint64(*b)))
	*b &= *b - 1
	return s
}

// Many reports whether the set has two squares or more.
func (b Bitboard) Many() bool { return b&(b-1) != 0 }

// Mirror returns the set rotated 180° about the centre.
func (b Bitboard) Mirror() Bitboard { return Bitboard(bits.Reverse64(uint64(b))) }

// Flip returns the set with the ranks in reverse order.
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

// Name returns "White" or "Black".
func (c Colour) Name() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// MarshalText returns the result of String.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Role is the type of a piece, without its colour: one of the six roles of chess, or one of the [Further]
// roles of a rule set with other pieces.
type Role uint8

// The roles. From Pawn to Queen, each succeeds the one before it in nachfolger.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// MaxFurther is the number of further roles.
const MaxFurther = 16

// further is the slot that all further roles share in [Position]. A role has its slot in bits 0-2 and, in bits
// 4-7, the number of a further role. In a [Piece], bit 3 is the colour.
const further = 7

// Further returns the n-th further role, counted from 0: the role of a piece that chess does not have. The
// rule set defines its name and letter.
func Further(n int) Role { return further | Role(n)<<4 }

// Further returns the number of a further role, and false for a role of chess.
func (k Role) Further() (n int, ok bool) { return int(k >> 4), k&further == further }

var roleNames = [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

// String returns the English name in lower case, or "none" for a further role.
func (k Role) String() string {
	if int(k) < len(roleNames) {
		return roleNames[k]
	}
	return "none"
}

const roleLetters = " PNBRQK"

// Letter returns the capital letter, P for a pawn, or a space for a further role.
func (k Role) Letter() byte {
	if int(k) < len(roleLetters) {
		return roleLetters[k]
	}
	return ' '
}

// ParseRole parses the letter of a role, ignoring case.
func ParseRole(letter byte) (Role, bool) {
	for k := Pawn; k <= King; k++ {
		if roleLetters[k] == letter&^0x20 {
			return k, true
		}
	}
	return NoRole, false
}

// Piece is a role and a colour; the zero value is NoPiece.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NewPiece returns the piece with a colour and a role.
func NewPiece(c Colour, k Role) Piece { return Piece(c)<<3 | Piece(k) }

// Role returns the role.
func (p Piece) Role() Role { return Role(p &^ 8) }

// Colour returns the colour, which is undefined for an empty square.
func (p Piece) Colour() Colour { return Colour(p >> 3 & 1) }

// Enemy reports whether there is a piece and it belongs to the opponent of a side.
func (p Piece) Enemy(side Colour) bool { return p != NoPiece && p.Colour() != side }

// Letter returns the FEN letter: a capital for White.
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

// ParsePiece parses a FEN letter.
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
