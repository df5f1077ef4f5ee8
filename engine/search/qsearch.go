package search

import "github.com/tainchess/tain/board"

// The quiescence search follows captures until none is worthwhile. Positions with thirty queens have millions
// of capture sequences, so the search narrows with depth: first it tries fewer captures per position, then
// only recaptures, then none. Orthodox positions rarely reach these limits.
const (
	recapturesOnly  = 6 // first ply that tries only recaptures
	qsearchMaxPly   = 14
	qsearchMaxNodes = 1500 // node limit per call from the main search
)

// qsearchMaxCaptures is the maximum number of captures to follow in a position, by ply of the quiescence
// search.
var qsearchMaxCaptures = [recapturesOnly]int{24, 12, 8, 4, 3, 2}

// qsearch returns the fail-soft score of a position once its captures are resolved. Qply is the number of
// plies since the end of the main search.
func (w *worker) qsearch(ply, alpha, beta, qply int) int {
	f := &w.stack[ply]
	p := &f.position
	f.pv = f.pv[:0]
	if w.shouldStop() {
		return 0
	}
	w.countNode(ply)
	if qply == 0 {
		w.qsearchEnd = w.nodes + qsearchMaxNodes
	}
	if ply > 0 && qply > 0 && w.isDraw(ply) {
		return 0
	}
	if qply > 0 && w.isLost(ply) {
		return ply - Mate
	}
	if qply > 0 && w.inTables(p) {
		if score, known := w.probeTables(ply); known {
			return score
		}
	}
	if qply > 0 {
		f.inCheck = w.s.rules.InCheck(p, p.Side)
	}
	if ply >= maxPly-1 || qply >= qsearchMaxPly || w.nodes >= w.qsearchEnd {
		return w.evaluate(ply)
	}
	tte, ttHit := w.s.tt.probe(p.Hash, ply)
	if ttHit && beta-alpha == 1 && tte.cuts(alpha, beta) && w.beforeFifty(ply, tte.score) {
		return tte.score
	}
	evasions := f.inCheck && qply < 4
	best, oldAlpha := -infinite, alpha
	if !evasions {
		best = w.evaluateCorrected(ply)
		if ttHit && tte.improves(best) {
			best = tte.score
		}
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	standPat := best
	f.moves.Reset()
	if evasions || w.s.traits.captureGenerator == nil {
		w.s.rules.PseudoLegal(p, &f.moves)
	} else {
		w.s.traits.captureGenerator.Captures(p, &f.moves)
	}
	ttFirst := f.moveToFront(tte.move)
	moveCount, bestMove := 0, board.NoMove
	for i := range f.moves.Len() {
		if w.nodes >= w.qsearchEnd && (moveCount > 0 || !evasions) {
			break
		}
		m := w.nextMove(ply, i, ttFirst)
		if !evasions && w.qsearchPruning(ply, qply, standPat, alpha, i, ttFirst) {
			continue
		}
		if !evasions && qply < recapturesOnly && moveCount >= qsearchMaxCaptures[qply] {
			break
		}
		if evasions && moveCount > 0 && best > -mateInMaxPly && !tactical(p, m) && qply > 0 {
			continue // after an evasion that avoids mate, try only captures and promotions
		}
		if !w.s.rules.Apply(p, m, &w.stack[ply+1].position) {
			continue
		}
		w.prefetch(w.stack[ply+1].position.Hash)
		moveCount++
		f.pieceTo, f.currentMove = pieceToIndex(p, m), m
		score := -w.qsearch(ply+1, -beta, -alpha, qply+1)
		if w.s.stop.Load() {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if alpha >= beta {
					break
				}
			}
		}
	}
	if evasions && moveCount == 0 {
		return ply - Mate
	}
	e := ttEntry{move: bestMove, score: best, bound: boundUpper}
	if best >= beta {
		e.bound = boundLower
	} else if best > oldAlpha && beta-oldAlpha > 1 {
		e.bound = boundExact
	}
	w.s.tt.store(p.Hash, ply, e)
	return best
}

// qsearchPruning reports whether to skip the i-th capture. It skips promotions to lesser pieces, captures that
// fail delta pruning or SEE and, from recapturesOnly on, all captures except recaptures. The SEE of captures
// is known from move ordering, except for the TT move and en passant.
func (w *worker) qsearchPruning(ply, qply, standPat, alpha, i int, ttFirst bool) bool {
	f := &w.stack[ply]
	p, m := &f.position, f.moves.At(i)
	if w.s.traits.captureGenerator == nil && !tactical(p, m) {
		return true
	}
	if qply >= recapturesOnly && ply > 0 && m.To() != w.stack[ply-1].currentMove.To() {
		return true
	}
	if k := m.Promotion(); k != board.NoRole {
		return k != w.s.traits.bestPromotion
	}
	// Delta pruning: even winning the piece and a margin does not reach alpha.
	if standPat+w.s.traits.values[p.Piece(m.To()).Role()]-w.price(p, m)+200 <= alpha && p.Piece(m.To()) != board.NoPiece {
		return true
	}
	if ttFirst && i == 0 || !tactical(p, m) {
		return !w.seeAtLeast(p, m, w.price(p, m))
	}
	return f.moveScores[i] < badCaptureScore/2
}
