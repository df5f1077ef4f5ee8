package board

// Move states a choice: what the player decided, not what comes of it. What a
// move takes, makes appear or sends elsewhere is for the rule set's Apply.
//
// Bits 0-5 are the origin, 6-11 the destination, 12-14 the role promoted to,
// 15-17 the [MoveType]. Within one position a Move and its UCI notation stand for
// each other.
type Move uint32

// NoMove is the zero Move; no rule set ever generates it.
const NoMove Move = 0

// NullMove passes the turn. It stands in game records only, mostly to show a
// threat: no rule set generates or plays it.
const NullMove Move = 7 << 15

// MoveType tells how the two squares of a Move are to be read.
type MoveType uint8

// The types. A flat rule set knows only Step: castling there is the king's
// two-square step. The rest serve boards that move and castling that is named.
const (
	Step         MoveType = iota // a piece goes from one square to another
	CastleShort                  // O-O
	CastleLong                   // O-O-O
	BoardShift                   // the squares are pins: a board goes from one to the other
	BoardTurn0                   // the same, and ends unturned; on the spot if the pins are equal
	BoardTurn180                 // the same, and ends turned half round
)

// NewMove returns the move of a piece from one square to another, with the
// role promoted to or NoRole.
func NewMove(from, to Square, promotion Role) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(promotion&7)<<12
}

// NewMoveOfType returns a move of any type.
func NewMoveOfType(t MoveType, from, to Square, promotion Role) Move {
	return NewMove(from, to, promotion) | Move(t&7)<<15
}

// From returns the origin, or the pin a board leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the destination, or the pin a board goes to.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the role promoted to, or NoRole.
func (m Move) Promotion() Role { return Role(m >> 12 & 7) }

// Type tells how From and To are to be read.
func (m Move) Type() MoveType { return MoveType(m >> 15 & 7) }

// MaxMoves bounds the moves of any position of any rule set.
//
// A side with n pieces has at most 64-n squares to go to, and no piece has two
// Step moves to one square but for the choice of promotion. So there are at
// most 32*32 = 1024 moves before promotions. Promotions multiply by four the
// pawn moves onto the furthest rank, which has at most 10 squares, each
// reached from at most three columns of at most two levels: 180 more. Boards
// add four times eight pins, straight and turned, and a turn on the spot, each
// with four promotions, and castling: 274.
const MaxMoves = 1536

// MoveList is a list of moves with room for any position. It is meant to be
// allocated once and used again.
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

// Len returns how many moves the list holds.
func (l *MoveList) Len() int { return l.n }

// At returns the i-th move.
func (l *MoveList) At(i int) Move { return l.moves[i] }

// Swap exchanges two moves of the list.
func (l *MoveList) Swap(i, j int) { l.moves[i], l.moves[j] = l.moves[j], l.moves[i] }

// All returns the moves; the slice is valid until the list changes.
func (l *MoveList) All() []Move { return l.moves[:l.n] }
