package search

import "github.com/tainchess/tain/board"

// Corrections are kept in parts of a centipawn and change by a share of what is
// new: the deeper the search that found it, the larger the share.
const (
	correctionUnit  = 256
	correctionMax   = 127 * correctionUnit // what one table may say, on either side of nothing
	correctionBits  = 14
	correctionSlots = 1 << correctionBits
	correctionShare = 50 // percent of the sum that counts
	newestMax       = 400
)

// correction is correction history: by how much searches have found the static
// evaluation to be wrong in positions that are alike in some way.
type correction struct {
	pawns  [2][correctionSlots]int16    // by side to move and where the pawns stand
	pieces [2][2][correctionSlots]int16 // by colour of pieces, side to move and where they stand
	moves  [pieceToSize]int16           // by the move that led here
}

// scatter spreads the bits of a set of squares over a word, the best of them on
// top.
func scatter(b board.Bitboard) uint64 {
	x := uint64(b) * 0x9E3779B97F4A7C15
	return x ^ x>>29
}

// correctionsAt finds what there is to correct the evaluation at ply by.
func (w *worker) correctionsAt(ply int) (slots [4]*int16) {
	p := &w.stack[ply].position
	side := p.Side & 1
	const shift = 64 - correctionBits
	slots[0] = &w.correction.pawns[side][(scatter(p.Pieces(board.White, board.Pawn))+3*scatter(p.Pieces(board.Black, board.Pawn)^1))>>shift]
	for c := board.White; c <= board.Black; c++ {
		key, odd := uint64(0), uint64(1)
		for k := board.Knight; k <= board.King; k++ {
			key += odd * scatter(p.Pieces(c, k))
			odd += 2
		}
		slots[1+int(c)] = &w.correction.pieces[c&1][side][key*0x9E3779B97F4A7C15>>shift]
	}
	before := 0
	if ply > 0 {
		before = w.stack[ply-1].pieceTo
	}
	slots[3] = &w.correction.moves[before]
	return slots
}

// evaluateCorrected returns the static evaluation of the position at ply,
// corrected by what searches of positions like it have found.
func (w *worker) evaluateCorrected(ply int) int {
	score, sum := w.evaluate(ply), 0
	for _, v := range w.correctionsAt(ply) {
		sum += int(*v)
	}
	score += sum * correctionShare / 100 / correctionUnit
	return max(1-mateInMaxPly, min(mateInMaxPly-1, score))
}

// correct remembers how far the corrected evaluation of the position at ply was
// from what a search of some depth has found.
func (w *worker) correct(ply, depth, wrong int) {
	wrong = max(-newestMax, min(newestMax, wrong)) * correctionUnit
	weight := min(depth+1, 16)
	for _, v := range w.correctionsAt(ply) {
		*v = int16(max(-correctionMax, min(correctionMax, (int(*v)*(256-weight)+wrong*weight)/256)))
	}
}

// teaches reports whether the result of a search says something about the static
// evaluation: captures change what was evaluated, and a bound tells nothing where
// the evaluation lies within it.
func (w *worker) teaches(ply, best, beta int, bestMove board.Move) bool {
	f := &w.stack[ply]
	switch {
	case f.inCheck || isMate(best):
		return false
	case bestMove == board.NoMove:
		return best < f.staticEval
	case tactical(&f.position, bestMove):
		return false
	}
	return best < beta || best > f.staticEval
}
