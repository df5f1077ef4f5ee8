package board

// Move is a player's choice. The rule set's Apply determines its effects, such as captures and spawned
// pieces.
//
// Bits 0-7 are the origin, 8-15 the destination, 16-18 the promotion, 19-21 the [MoveType], and 22-25 the
// number of a promotion to a further role. Within a position, each move has exactly one UCI notation, and no
// two moves share one.
type Move uint32

// MoveBits is the number of bits that a Move uses.
const MoveBits = 26

// NoMove is the zero Move. Rule sets never generate it.
const NoMove Move = 0

// NullMove passes the turn. It occurs only in game records, mostly to show a threat;
// rule sets never generate or play it.
const NullMove Move = 7 << 19

// MoveType determines the meaning of a Move's two squares.
type MoveType uint8

// The types. Flat rule sets use only Step: castling is the king's move. The others are
// for boards in space.
const (
	Step         MoveType = iota // a piece moves from one square to another
	CastleShort                  // O-O
	CastleLong                   // O-O-O
	BoardShift                   // a board moves from one pin to another
	BoardTurn0                   // a board moves and ends unturned; if the pins are equal, it turns in place
	BoardTurn180                 // like BoardTurn0, but the board ends turned by 180°
)

// NewMove returns a Step with a promotion or NoRole.
func NewMove(from, to Square, promotion Role) Move {
	return Move(from&255) | Move(to&255)<<8 | Move(promotion&7)<<16 | Move(promotion>>4)<<22
}

// NewMoveOfType returns a move of any type.
func NewMoveOfType(t MoveType, from, to Square, promotion Role) Move {
	return NewMove(from, to, promotion) | Move(t&7)<<19
}

// From returns the origin, or the pin that a board leaves.
func (m Move) From() Square { return Square(m & 255) }

// To returns the destination, or the pin that a board moves to.
func (m Move) To() Square { return Square(m >> 8 & 255) }

// Promotion returns the role that a pawn promotes to, or NoRole.
func (m Move) Promotion() Role { return Role(m>>16&7 | m>>18&0xf0) }

// Promotes reports whether the move has a promotion.
func (m Move) Promotes() bool { return m&(7<<16|15<<22) != 0 }

// Plain reports whether the move is a Step without a promotion.
func (m Move) Plain() bool { return m>>16 == 0 }

// Chesslike reports whether both squares are among the first 64 and the promotion, if any, is to a role of chess or to
// the first further role.
func (m Move) Chesslike() bool { return m&^(63|63<<8|7<<16|7<<19) == 0 }

// Type returns the type of the move, which determines the meaning of From and To.
func (m Move) Type() MoveType { return MoveType(m >> 19 & 7) }

// MaxMoves is an upper bound on the number of moves in a position of a flat board of at most 64 squares with the
// pieces of chess, or of a board in space. Rule sets with larger boards or other pieces omit moves beyond it.
//
// A side with n pieces has at most 64-n destinations, and no piece has two Step moves to one square except
// promotions. So there are at most 32*32 = 1024 moves without promotions. Each pawn move to the last rank
// counts four times, once for each promotion. That rank has at most 10 squares, each reachable from at most
// three columns of at most two levels: 180 more. Each of four boards can move to eight pins, turned or not,
// or turn in place, each with four promotions. With castling these add 274.
const MaxMoves = 1536

// MoveList is a list of at most [MaxMoves] moves. Allocate it once and reuse it.
type MoveList struct {
	n     int
	moves [MaxMoves]Move
}

// Reset empties the list.
func (l *MoveList) Reset() { l.n = 0 }

// Add appends a move.
func (l *MoveList) Add(m Move) {
	l.moves[l.n] = m
	l.n++
}

// Len returns the number of moves.
func (l *MoveList) Len() int { return l.n }

// At returns the i-th move.
func (l *MoveList) At(i int) Move { return l.moves[i] }

// Swap swaps two moves.
func (l *MoveList) Swap(i, j int) { l.moves[i], l.moves[j] = l.moves[j], l.moves[i] }

// All returns the moves; the slice is valid until the list changes.
func (l *MoveList) All() []Move { return l.moves[:l.n] }
