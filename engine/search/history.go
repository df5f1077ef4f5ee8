package search

import "github.com/tainchess/tain/board"

// historyMax bounds what history says of a move, on either side of nothing.
const historyMax = 1 << 14

// butterflySize is how many origins and destinations there are, apart for moves
// of whole boards.
const butterflySize = 2 << 12

// pieceToSize is how many pieces and destinations there are.
const pieceToSize = 16 * 64

// history is what a worker has learnt about quiet moves.
type history struct {
	butterfly [2][butterflySize]int16 // by side, origin and destination
	// continuation is continuation history: indexed by an earlier move's piece
	// and destination, then by this move's.
	continuation [pieceToSize]pieceToHistory
}

// pieceToHistory is what is known about moves by piece and destination.
type pieceToHistory [pieceToSize]int16

// quietHistory is what history says about the quiet moves of one position.
type quietHistory struct {
	butterfly    *[butterflySize]int16
	continuation [3]*pieceToHistory // one ply, two and four plies back
}

// noContinuation stands for the moves before the root.
var noContinuation pieceToHistory

// historyAt finds what history says about the quiet moves at ply.
func (w *worker) historyAt(ply int) quietHistory {
	h := quietHistory{
		butterfly:    &w.history.butterfly[w.stack[ply].position.Side&1],
		continuation: [3]*pieceToHistory{&noContinuation, &noContinuation, &noContinuation},
	}
	for i, back := range [...]int{1, 2, 4} {
		if ply >= back {
			h.continuation[i] = &w.history.continuation[w.stack[ply-back].pieceTo]
		}
	}
	return h
}

// butterflyIndex identifies a move by origin and destination.
func butterflyIndex(m board.Move) int {
	i := int(m & (1<<12 - 1))
	if m.Type() >= board.BoardShift {
		i |= 1 << 12
	}
	return i
}

// pieceToIndex identifies a move by piece and destination.
func pieceToIndex(p *board.Position, m board.Move) int {
	return int(p.Piece(m.From())&15)<<6 | int(m.To())
}

// score is the history score of a quiet move.
func (h *quietHistory) score(p *board.Position, m board.Move) int {
	at := pieceToIndex(p, m)
	return int(h.butterfly[butterflyIndex(m)]) + int(h.continuation[0][at]) + int(h.continuation[1][at]) + int(h.continuation[2][at])/2
}

// updateHistory gives a bonus to the quiet move that made a beta cutoff, which
// becomes a killer, and a malus to those tried before it.
func (w *worker) updateHistory(ply, depth int, best board.Move, quietsTried []board.Move) {
	f := &w.stack[ply]
	p := &f.position
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
	bonus := min(32*depth*depth+16, 1800)
	h := w.historyAt(ply)
	h.addBonus(p, best, bonus)
	for _, m := range quietsTried {
		if m != best {
			h.addBonus(p, m, -bonus)
		}
	}
}

// addBonus moves what history says of a quiet move.
func (h *quietHistory) addBonus(p *board.Position, m board.Move, bonus int) {
	applyGravity(&h.butterfly[butterflyIndex(m)], bonus)
	for _, continuation := range h.continuation {
		if continuation != &noContinuation {
			applyGravity(&continuation[pieceToIndex(p, m)], bonus)
		}
	}
}

// applyGravity adds a bonus to a value of history, less the nearer the value is
// to its bound.
func applyGravity(v *int16, bonus int) {
	old := int(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyMax)
}
