package board

// Castling is a set of castling rights.
type Castling uint8

// The four rights.
const (
	WhiteShort Castling = 1 << iota
	WhiteLong
	BlackShort
	BlackLong
)

// String returns the rights as in FEN, or - if there are none.
func (c Castling) String() string {
	if c&15 == 0 {
		return "-"
	}
	var text []byte
	for i, letter := range []byte("KQkq") {
		if c>>i&1 != 0 {
			text = append(text, letter)
		}
	}
	return string(text)
}

// Position holds the pieces, the side to move, castling and en passant rights, and the clocks. It is a value:
// copy it and change the copy. Its bitboards cover the first 64 squares; on a wide board, all pieces are in its
// [Wide].
//
// The zero value is not valid; start from [Empty].
type Position struct {
	roles   [8]Bitboard // by role, both colours; index 0 is unused, and all further roles share index 7
	colours [2]Bitboard
	cells   [64]Piece

	// Hash is the Zobrist hash of the position without the clocks. Put, Take, PutWide, TakeWide, Shift, Pass,
	// GrantCastling and the Set methods update it. Rule sets that use Extra update it too. See also
	// [Position.Zobrist].
	Hash uint64
	// Extra is reserved for use by the rule set.
	Extra [2]uint64

	FullmoveNumber uint32 // from 1
	HalfmoveClock  uint16 // plies since the last capture or pawn move
	Side           Colour // the side to move; change it with Pass
	castling       Castling
	ep             Square
	homes          homes
	wide           *Wide // nil unless the board is wide
}

// Empty returns a board without pieces, with White to move at move 1.
func Empty() Position { return Position{ep: NoSquare, FullmoveNumber: 1} }

// Piece returns the piece on a square, or NoPiece for NoSquare.
func (p *Position) Piece(s Square) Piece {
	if s < 64 {
		return p.cells[s]
	}
	return p.beyond(s)
}

// ByRole returns the squares of the pieces with a role, of both colours.
func (p *Position) ByRole(k Role) Bitboard {
	if k < further {
		return p.roles[k]
	}
	return byFurther(p, k)
}

// byFurther is ByRole for a further role. byFurther and piecesFurther are functions, because with method
// calls their callers would be too expensive to inline.
func byFurther(p *Position, k Role) Bitboard {
	return piecesFurther(p, White, k) | piecesFurther(p, Black, k)
}

// piecesFurther is Pieces for a further role. It is not inlined, so that Pieces can be.
//
//go:noinline
func piecesFurther(p *Position, c Colour, k Role) (all Bitboard) {
	for b := p.roles[further] & p.colours[c&1]; b != 0; {
		if s := b.Pop(); p.cells[s&63].Role() == k {
			all |= s.Bit()
		}
	}
	return all
}

// ByFurther returns the squares of the pieces with any further role, of both colours.
func (p *Position) ByFurther() Bitboard { return p.roles[further] }

// ByColour returns the squares of a side's pieces.
func (p *Position) ByColour(c Colour) Bitboard { return p.colours[c&1] }

// Pieces returns the squares of a side's pieces with a role.
func (p *Position) Pieces(c Colour, k Role) Bitboard {
	if k < further {
		return p.roles[k] & p.colours[c&1]
	}
	return piecesFurther(p, c, k)
}

// Occupied returns the squares with a piece.
func (p *Position) Occupied() Bitboard { return p.colours[0] | p.colours[1] }

// EnPassant returns the en passant square, or NoSquare: the square that the pawn crossed or, in
// tri-dimensional chess, the square of the pawn. A rule set may use values above NoSquare if the crossed
// square alone does not identify the pawn.
func (p *Position) EnPassant() Square { return p.ep }

// Castling returns the remaining castling rights.
func (p *Position) Castling() Castling { return p.castling }

// Put places a piece on an empty square.
func (p *Position) Put(s Square, pc Piece) {
	b := s.Bit()
	p.roles[pc&7] |= b
	p.colours[pc>>3&1] |= b
	p.cells[s&63] = pc
	p.Hash ^= pieceKeys[pc][s&63]
}

// Take removes a piece from its square.
func (p *Position) Take(s Square, pc Piece) {
	b := s.Bit()
	p.roles[pc&7] &^= b
	p.colours[pc>>3&1] &^= b
	p.cells[s&63] = NoPiece
	p.Hash ^= pieceKeys[pc][s&63]
}

// Shift moves a piece from its square to an empty one.
func (p *Position) Shift(from, to Square, pc Piece) {
	both := from.Bit() | to.Bit()
	p.roles[pc&7] ^= both
	p.colours[pc>>3&1] ^= both
	p.cells[from&63] = NoPiece
	p.cells[to&63] = pc
	p.Hash ^= pieceKeys[pc][from&63] ^ pieceKeys[pc][to&63]
}

// SetCastling sets the castling rights. New rights have the usual home squares; see [Position.GrantCastling]
// for others.
func (p *Position) SetCastling(c Castling) {
	p.Hash ^= castlingKeys[p.castling&15] ^ castlingKeys[c&15]
	p.castling = c
	if p.homes != 0 {
		p.setHomes(p.homes & homesOf[c&15])
	}
}

// SetEnPassant sets the en passant square.
func (p *Position) SetEnPassant(s Square) {
	p.Hash ^= enPassantKeys[p.ep&4095] ^ enPassantKeys[s&4095]
	p.ep = s
}

// Pass gives the turn to the other side.
func (p *Position) Pass() {
	p.Side ^= 1
	p.Hash ^= sideKey
}

// Zobrist computes Hash from scratch, without the keys that a rule set adds for Extra.
func (p *Position) Zobrist() uint64 {
	hash := castlingKeys[p.castling&15] ^ enPassantKeys[p.ep&4095] ^ p.homes.hash()
	for s, pc := range p.cells {
		if pc != NoPiece {
			hash ^= pieceKeys[pc][s]
		}
	}
	if p.wide != nil {
		for s := Square(64); s < MaxSquares; s++ {
			if pc := p.wide.Cells[s]; pc != NoPiece {
				hash ^= wideKey(pc, s)
			}
		}
	}
	if p.Side == Black {
		hash ^= sideKey
	}
	return hash
}

// homes holds the home files of king and rook for each castling right: six bits per right, three for the king
// and three for the rook, each XORed with the usual file. Orthodox homes are therefore 0, which is fast to
// test.
type homes uint32

// usualFiles are the usual files of king and rook, king's side first.
var usualFiles = [2]homes{4<<3 | 7, 4 << 3}

// homesOf maps each set of rights to its bits in homes.
var homesOf = func() (masks [16]homes) {
	for rights := range masks {
		for i := range 4 {
			if rights>>i&1 != 0 {
				masks[rights] |= 63 << (6 * i)
			}
		}
	}
	return masks
}()

// UsualHomes reports whether all remaining rights are for a king on the e-file and a rook on the a- or
// h-file. In Chess960 they can be on other files.
func (p *Position) UsualHomes() bool { return p.homes == 0 }

// CastlingHome returns the squares of king and rook for one of the four rights. If the
// right is lost, they are the usual squares.
func (p *Position) CastlingHome(right Castling) (king, rook Square) {
	i := right.index()
	files := p.homes>>(6*i)&63 ^ usualFiles[i&1]
	rank := 7 * (i >> 1)
	return At(int(files>>3), rank), At(int(files&7), rank)
}

// GrantCastling adds one of the four rights, for a king and a rook on the side's first
// rank.
func (p *Position) GrantCastling(right Castling, king, rook Square) {
	i := right.index()
	p.SetCastling(p.castling | right)
	files := homes(king.File()<<3|rook.File()) ^ usualFiles[i&1]
	p.setHomes(p.homes&^(63<<(6*i)) | files<<(6*i))
}

// index returns the index of a single right in the order KQkq.
func (c Castling) index() int {
	for i := range 3 {
		if c>>i&1 != 0 {
			return i
		}
	}
	return 3
}

func (p *Position) setHomes(h homes) {
	p.Hash ^= p.homes.hash() ^ h.hash()
	p.homes = h
}

func (h homes) hash() (hash uint64) {
	for i := 0; h != 0; h >>= 6 {
		hash ^= homeKeys[i][h&63]
		i++
	}
	return hash
}
