package board

// Castling is the set of castling rights that are left.
type Castling uint8

// The four rights.
const (
	WhiteShort Castling = 1 << iota
	WhiteLong
	BlackShort
	BlackLong
)

// String returns the rights as FEN writes them, - for none.
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

// Position is everything that decides what may be played: where the pieces
// stand, whose turn it is, the rights that are left and the clocks. It is a
// value: copy it and change the copy.
//
// The zero value is not a position; start from [Empty].
type Position struct {
	roles   [8]Bitboard // by role, both colours; index 0 and 7 stay empty
	colours [2]Bitboard
	cells   [64]Piece

	// Hash is the Zobrist hash: it identifies the position up to its clocks. It
	// is kept up to date by Put, Take and the Set methods; see also
	// [Position.Zobrist].
	Hash uint64
	// Extra belongs to the rule set alone.
	Extra [2]uint64

	FullmoveNumber uint32 // number of the full move, from 1
	HalfmoveClock  uint16 // plies since the last capture or pawn move
	Side           Colour // the side to move; change it with Pass
	castling       Castling
	ep             Square
	homes          homes
}

// Empty returns a board without pieces, White to move, move 1.
func Empty() Position { return Position{ep: NoSquare, FullmoveNumber: 1} }

// Piece returns what stands on a square.
func (p *Position) Piece(s Square) Piece { return p.cells[s&63] }

// ByRole returns the squares that hold a role, of either colour.
func (p *Position) ByRole(k Role) Bitboard { return p.roles[k&7] }

// ByColour returns the squares that hold a side's pieces.
func (p *Position) ByColour(c Colour) Bitboard { return p.colours[c&1] }

// Pieces returns the squares that hold a side's pieces of a role.
func (p *Position) Pieces(c Colour, k Role) Bitboard { return p.roles[k&7] & p.colours[c&1] }

// Occupied returns the squares that hold a piece.
func (p *Position) Occupied() Bitboard { return p.colours[0] | p.colours[1] }

// EnPassant returns the square that tells of the last double step: the crossed
// square on a flat board, the pawn's own square in tri-dimensional chess;
// NoSquare if there is none.
func (p *Position) EnPassant() Square { return p.ep }

// Castling returns the rights that are left.
func (p *Position) Castling() Castling { return p.castling }

// Put places a piece on an empty square.
func (p *Position) Put(s Square, pc Piece) {
	b := s.Bit()
	p.roles[pc&7] |= b
	p.colours[pc>>3&1] |= b
	p.cells[s&63] = pc
	p.Hash ^= pieceKeys[pc&15][s&63]
}

// Take empties a square that holds the piece.
func (p *Position) Take(s Square, pc Piece) {
	b := s.Bit()
	p.roles[pc&7] &^= b
	p.colours[pc>>3&1] &^= b
	p.cells[s&63] = NoPiece
	p.Hash ^= pieceKeys[pc&15][s&63]
}

// Shift moves a piece from its square to an empty one.
func (p *Position) Shift(from, to Square, pc Piece) {
	both := from.Bit() | to.Bit()
	p.roles[pc&7] ^= both
	p.colours[pc>>3&1] ^= both
	p.cells[from&63] = NoPiece
	p.cells[to&63] = pc
	p.Hash ^= pieceKeys[pc&15][from&63] ^ pieceKeys[pc&15][to&63]
}

// SetCastling changes the rights that are left. A right that is new is that of
// the usual homes; see [Position.GrantCastling] for others.
func (p *Position) SetCastling(c Castling) {
	p.Hash ^= castlingKeys[p.castling&15] ^ castlingKeys[c&15]
	p.castling = c
	if p.homes != 0 {
		p.setHomes(p.homes & homesOf[c&15])
	}
}

// SetEnPassant changes the en passant square.
func (p *Position) SetEnPassant(s Square) {
	p.Hash ^= enPassantKeys[p.ep&127] ^ enPassantKeys[s&127]
	p.ep = s
}

// Pass gives the turn to the other side.
func (p *Position) Pass() {
	p.Side ^= 1
	p.Hash ^= sideKey
}

// Zobrist computes Hash anew for a flat board; incremental keeping must agree.
func (p *Position) Zobrist() uint64 {
	hash := castlingKeys[p.castling&15] ^ enPassantKeys[p.ep&127] ^ p.homes.hash()
	for s, pc := range p.cells {
		if pc != NoPiece {
			hash ^= pieceKeys[pc][s]
		}
	}
	if p.Side == Black {
		hash ^= sideKey
	}
	return hash
}
