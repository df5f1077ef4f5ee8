package search

import "github.com/tainchess/tain/board"

// historyMax is the largest absolute value of a history score.
const historyMax = 1 << 14

// butterflySize is the number of pairs of origin and destination. Board moves have separate entries. On a wide
// board, squares whose numbers differ by a multiple of 64 share theirs: with entries of their own, searches of Alice chess,
// Capablanca chess and a board of 12x12 visited as many nodes or more.
const butterflySize = 2 << 12

// pieceToSize is the number of pairs of piece and destination.
const pieceToSize = 16 * 64

// history holds a worker's statistics on quiet moves.
type history struct {
	butterfly [2][butterflySize]int16 // indexed by side, origin and destination
	// continuation is the continuation history, indexed by the piece and destination of an earlier move, then
	// by those of the move itself.
	continuation [pieceToSize]pieceToHistory
}

// pieceToHistory holds history scores by piece and destination.
type pieceToHistory [pieceToSize]int16

// quietHistory selects the history tables for the quiet moves of one position.
type quietHistory struct {
	butterfly    *[butterflySize]int16
	continuation [3]*pieceToHistory // one, two and four plies back
}

// noContinuation is the continuation history of moves before the root. It is always zero.
var noContinuation pieceToHistory

// butterflyIndex returns the butterfly index of a move, which depends on its origin and destination.
func butterflyIndex(m board.Move) int {
	i := int(m&63 | m>>2&(63<<6)) // the lower bits of both squares
	if m.Type() >= board.BoardShift {
		i |= 1 << 12
	}
	return i
}

// pieceToIndex returns the index of a move by piece and destination.
func pieceToIndex(p *board.Position, m board.Move) int {
	return int(p.Piece(m.From())&15)<<6 | int(m.To()&63)
}

// score returns the history score of a quiet move.
func (h *quietHistory) score(p *board.Position, m board.Move) int {
	at := pieceToIndex(p, m)
	return int(h.butterfly[butterflyIndex(m)]) +
		int(h.continuation[0][at]) + int(h.continuation[1][at]) + int(h.continuation[2][at])/2
}

// addBonus adds a bonus, which is negative for a malus, to the history of a quiet move.
func (h *quietHistory) addBonus(p *board.Position, m board.Move, bonus int) {
	applyGravity(&h.butterfly[butterflyIndex(m)], bonus)
	for _, continuation := range h.continuation {
		if continuation != &noContinuation {
			applyGravity(&continuation[pieceToIndex(p, m)], bonus)
		}
	}
}

// applyGravity adds a bonus to a history value. The closer the value is to its limit, the smaller the change.
func applyGravity(v *int16, bonus int) {
	old := int(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyMax)
}

// Corrections are moving averages, stored in fractions of a centipawn. Results of deeper searches have more
// weight.
const (
	correctionUnit  = 256
	correctionMax   = 127 * correctionUnit // limit on the absolute value of one entry
	correctionBits  = 14
	correctionSlots = 1 << correctionBits
	correctionShare = 50  // percentage of the sum that is applied
	correctionNew   = 400 // limit on the absolute value of one observation, in centipawns
)

// correction is the correction history: the average error of the static
// evaluation in positions with a common property.
type correction struct {
	pawns  [2][correctionSlots]int16    // indexed by side to move and pawn structure
	pieces [2][2][correctionSlots]int16 // indexed by colour, side to move and placement of that colour's pieces
	moves  [pieceToSize]int16           // indexed by the last move
}

// scatter hashes a set of squares. The upper bits of the hash are distributed best.
func scatter(b board.Bitboard) uint64 {
	x := uint64(b) * 0x9E3779B97F4A7C15
	return x ^ x>>29
}
