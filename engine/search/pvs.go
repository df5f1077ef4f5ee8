package search

import (
	"math"
	"slices"

	"github.com/tainchess/tain/board"
)

// reductions is the table of late move reductions, indexed by depth and move count.
var reductions = func() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			r[depth][n] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(n))/2.1)
		}
	}
	return r
}()

// lateMoveReduction returns the base reduction for the moveCount-th move at the given depth.
func lateMoveReduction(depth, moveCount int) int {
	return int(reductions[min(depth, 63)][min(moveCount, 63)])
}

// pvs is principal variation search. It returns the fail-soft score of the position at ply, searched to the
// given depth within the window from alpha to beta. A node with a window wider than one centipawn is a PV
// node. Excluded is the move that a singular search skips, or NoMove. If the search is stopped, the score is
// meaningless.
func (w *worker) pvs(ply, depth, alpha, beta int, excluded board.Move) int {
	f := &w.stack[ply]
	p := &f.position
	f.pv = f.pv[:0]
	if w.shouldStop() {
		return 0
	}
	pvNode := beta-alpha > 1
	if ply > 0 {
		if w.isDraw(ply) {
			return 0
		}
		if w.isLost(ply) {
			w.countNode(ply)
			return ply - Mate
		}
		// Mate distance pruning: a mate longer than one already found is irrelevant.
		alpha, beta = max(alpha, ply-Mate), min(beta, Mate-ply-1)
		if alpha >= beta {
			return alpha
		}
		if w.inTables(p) {
			if score, known := w.probeTables(ply); known {
				if w.countNode(ply); pvNode && score > alpha && score < beta {
					w.setTablePV(ply)
				}
				return score
			}
		}
	}
	if excluded == board.NoMove {
		f.inCheck = w.s.rules.InCheck(p, p.Side)
	}
	if f.inCheck && ply < 2*w.rootDepth {
		depth++ // check extension
	}
	if depth <= 0 {
		return w.qsearch(ply, alpha, beta, 0)
	}
	if ply >= maxPly-1 {
		return w.evaluate(ply)
	}
	w.countNode(ply)

	var tte ttEntry
	ttHit := false
	if excluded == board.NoMove {
		// Near the fifty-move draw, a score from another path may be invalid.
		if tte, ttHit = w.s.tt.probe(p.Hash, ply); ttHit && !pvNode && tte.depth >= depth && p.HalfmoveClock < 90 &&
			tte.cuts(alpha, beta) && w.beforeFifty(ply, tte.score) {
			return tte.score
		}
	}
	if f.inCheck {
		f.staticEval = -infinite
	} else if excluded == board.NoMove {
		f.staticEval = w.evaluateCorrected(ply)
	}
	// The TT-adjusted evaluation: if its bound allows, the score of an earlier search is a better estimate
	// than the static evaluation.
	eval := f.staticEval
	if ttHit && !f.inCheck && tte.improves(eval) {
		eval = tte.score
	}
	w.stack[ply+2].cutoffs = 0 // reset the number of beta cutoffs two plies below
	improving := !f.inCheck && (ply < 2 || f.staticEval > w.stack[ply-2].staticEval)
	if !pvNode && !f.inCheck && excluded == board.NoMove {
		if score, pruned := w.pruneNode(ply, depth, alpha, beta, eval, improving); pruned {
			return score
		}
	}
	if ply == 0 && tte.move == board.NoMove {
		tte.move = w.lastBest() // searches restricted to some root moves do not store the root
	} else if !ttHit && depth >= 4 && excluded == board.NoMove {
		depth-- // internal iterative reduction: without a TT entry, find a first move cheaply
	}
	extension, score, multiCut := w.singularExtension(ply, depth, beta, excluded, tte)
	if multiCut {
		return score
	}

	f.moves.Reset()
	if ply == 0 {
		for _, m := range w.rootMoves {
			f.moves.Add(m)
		}
	} else {
		w.s.rules.PseudoLegal(p, &f.moves)
	}
	ttFirst := f.moveToFront(tte.move)
	best, bestMove, moveCount := -infinite, board.NoMove, 0
	f.quietsTried = f.quietsTried[:0]
	oldAlpha := alpha
	for i := range f.moves.Len() {
		m := w.nextMove(ply, i, ttFirst)
		if m == excluded || ply == 0 && slices.Contains(w.excludedRoots, m) {
			continue
		}
		quiet := !tactical(p, m)
		if ply > 0 && best > -mateInMaxPly && !f.inCheck && !(quiet && w.threatened(ply, best)) {
			if quiet && w.lateMovePruning(depth, moveCount, improving) {
				break // the remaining moves have lower ordering scores
			}
			if w.futilityOrSEEPruning(ply, depth, alpha, i, moveCount, quiet) {
				continue
			}
		}
		if !w.s.rules.Apply(p, m, &w.stack[ply+1].position) {
			continue
		}
		w.prefetch(w.stack[ply+1].position.Hash)
		moveCount++
		f.pieceTo = pieceToIndex(p, m)
		f.currentMove = m
		newDepth := depth - 1
		if m == tte.move {
			newDepth += extension
		}
		score := w.searchMove(ply, newDepth, alpha, beta, moveCount, m, quiet, pvNode, improving)
		if w.s.stop.Load() {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if ply == 0 {
					w.rootScore = score
				}
				if pvNode {
					f.pv = append(append(f.pv[:0], m), w.stack[ply+1].pv...)
				}
			}
			if alpha >= beta { // beta cutoff
				f.cutoffs++
				if quiet {
					w.updateHistory(ply, depth, m, f.quietsTried)
				}
				break
			}
		}
		if quiet && len(f.quietsTried) < cap(f.quietsTried) {
			f.quietsTried = append(f.quietsTried, m)
		}
	}
	if moveCount == 0 {
		switch {
		case excluded != board.NoMove:
			return alpha
		case f.inCheck:
			return ply - Mate
		}
		return w.s.stalemate(ply)
	}
	if best >= beta && !pvNode && excluded == board.NoMove && !isMate(best) && !isMate(beta) {
		best = (best*depth + beta) / (depth + 1) // at low depth, trust a score above beta less
	}
	if excluded == board.NoMove && w.informsCorrection(ply, best, beta, bestMove) {
		w.correct(ply, depth, best-f.staticEval)
	}
	if excluded == board.NoMove && (ply > 0 || w.allRootMoves && len(w.excludedRoots) == 0) {
		e := ttEntry{move: bestMove, score: best, depth: depth, bound: boundUpper}
		if best >= beta {
			e.bound = boundLower
		} else if best > oldAlpha {
			e.bound = boundExact
		}
		w.s.tt.store(p.Hash, ply, e)
	}
	return best
}

// lastBest returns the first move of the current line in the last completed iteration, or NoMove if there is
// none.
func (w *worker) lastBest() board.Move {
	if line := len(w.excludedRoots); line < len(w.completed) && len(w.completed[line].PV) > 0 {
		return w.completed[line].PV[0]
	}
	return board.NoMove
}

// pruneNode returns a score and true if the position is so far outside the window that no move is likely to
// matter. It applies reverse futility pruning, razoring and null-move pruning. Eval is the TT-adjusted
// evaluation.
func (w *worker) pruneNode(ply, depth, alpha, beta, eval int, improving bool) (score int, pruned bool) {
	if beta <= -mateInMaxPly || alpha >= mateInMaxPly {
		return 0, false
	}
	// Reverse futility pruning.
	margin := 75 * depth
	if !w.s.traits.nullMove {
		margin *= 3 // the next move may have to spawn a queen for the opponent
	}
	if improving {
		margin -= 60
	}
	if depth <= 7 && eval-margin >= beta {
		return (eval + beta) / 2, true
	}
	if w.s.traits.gains {
		return w.nullMovePruning(ply, depth, beta, eval)
	}
	if !w.s.traits.nullMove {
		return 0, false
	}
	// Razoring.
	if depth <= 2 && eval+250*depth < alpha {
		if score := w.qsearch(ply, alpha, alpha+1, 0); score <= alpha {
			return score, true
		}
	}
	return w.nullMovePruning(ply, depth, beta, eval)
}

// hasPieces reports whether the side to move has pieces other than pawns and kings.
func hasPieces(p *board.Position) bool {
	if p.ByColour(p.Side)&^p.ByRole(board.Pawn)&^p.ByRole(board.King) != 0 {
		return true
	}
	if p.Wide() != nil {
		for s := range p.SquaresOf(p.Side).All() {
			if k := p.Piece(s).Role(); k != board.Pawn && k != board.King {
				return true
			}
		}
	}
	return false
}

// nullMovePruning lets the side to move pass. If passing causes a beta cutoff, a real move is assumed to
// cause one too. It is skipped if the side has only king and pawns, because of zugzwang.
func (w *worker) nullMovePruning(ply, depth, beta, eval int) (score int, pruned bool) {
	f := &w.stack[ply]
	p := &f.position
	if depth < 3 || eval < beta || ply == 0 || w.stack[ply-1].currentMove == board.NoMove || !hasPieces(p) {
		return 0, false
	}
	next := &w.stack[ply+1].position
	*next = *p
	if next.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	next.Pass()
	next.HalfmoveClock++
	f.currentMove, f.pieceTo = board.NoMove, 0
	reduction := 3 + depth/4 + min(3, (eval-beta)/200)
	w.stack[ply+1].cutNode = !f.cutNode
	score = -w.pvs(ply+1, depth-1-reduction, -beta, -beta+1, board.NoMove)
	if score < beta || w.s.stop.Load() {
		return 0, false
	}
	if score > mateInMaxPly {
		score = beta // a mate after a null move proves nothing
	}
	return score, true
}

// singularExtension searches all moves except the TT move at reduced depth. It returns the extension for the
// TT move: one ply if the other moves score well below it, or minus one if they do not and a beta cutoff is
// expected. If another move also reaches beta, it reports a multi-cut, whose score is the bound that the move reached.
func (w *worker) singularExtension(
	ply, depth, beta int, excluded board.Move, tte ttEntry,
) (extension, score int, multiCut bool) {
	if ply == 0 || ply >= 2*w.rootDepth || depth < 7 || excluded != board.NoMove || tte.move == board.NoMove ||
		tte.bound&boundLower == 0 || tte.depth < depth-3 || isMate(tte.score) {
		return 0, 0, false
	}
	singularBeta := tte.score - 2*depth
	others := w.pvs(ply, (depth-1)/2, singularBeta-1, singularBeta, tte.move)
	w.stack[ply].pv = w.stack[ply].pv[:0]
	switch {
	case others < singularBeta:
		return 1, 0, false
	case singularBeta >= beta && !isMate(beta):
		return 0, singularBeta, true
	case tte.score >= beta || w.stack[ply].cutNode:
		return -1, 0, false
	}
	return 0, 0, false
}

// threatened reports whether the best score of the moves tried at ply is far below the static evaluation. The
// opponent then probably has a threat, which any remaining quiet move may parry.
func (w *worker) threatened(ply, best int) bool {
	return best < w.stack[ply].staticEval-200
}

// lateMovePruning reports whether to skip the remaining quiet moves, because enough moves have been tried at
// a low depth.
func (w *worker) lateMovePruning(depth, moveCount int, improving bool) bool {
	limit := 4 + depth*depth
	if !improving {
		limit /= 2
	}
	if !w.s.traits.nullMove {
		limit *= 2
	}
	return depth <= 7 && moveCount > limit
}

// futilityOrSEEPruning reports whether to skip the i-th move at a low depth. It skips a quiet move if the
// static evaluation is too far below alpha, and a move that loses too much by static exchange evaluation; in
// rule sets whose moves spawn pieces, the latter applies only to captures. For a quiet move, half of the late
// move reduction is first subtracted from the depth.
func (w *worker) futilityOrSEEPruning(ply, depth, alpha, i, moveCount int, quiet bool) bool {
	f := &w.stack[ply]
	p, m := &f.position, f.moves.At(i)
	if !quiet {
		return depth <= 6 && f.moveScores[i] < badCaptureScore/2 && !w.seeAtLeast(p, m, w.price(p, m)-90*depth)
	}
	depth = max(1, depth-lateMoveReduction(depth, moveCount+1)/2)
	if depth <= 6 && f.staticEval+120+140*depth-w.price(p, m) <= alpha {
		return true
	}
	return w.s.traits.nullMove && depth <= 6 && !w.seeAtLeast(p, m, -25*depth*depth)
}

// searchMove returns the score of a move. It searches the first move with the full window, and later moves
// with a null window and, if they are quiet, a late move reduction. If a reduced move fails high, it is
// searched again at full depth. In a PV node, a move that raises alpha is then searched with the full window.
func (w *worker) searchMove(ply, depth, alpha, beta, moveCount int, m board.Move, quiet, pvNode, improving bool) int {
	f := &w.stack[ply]
	search := func(a, b, d int, cutNode bool) int {
		w.stack[ply+1].cutNode = cutNode
		return -w.pvs(ply+1, d, -b, -a, board.NoMove)
	}
	if moveCount == 1 {
		return search(alpha, beta, depth, !pvNode && !f.cutNode)
	}
	score := alpha + 1
	if depth >= 2 && moveCount > 2 && quiet {
		reduction := lateMoveReduction(depth, moveCount)
		if pvNode {
			reduction--
		}
		if !improving {
			reduction++
		}
		if f.cutNode {
			reduction++
		}
		if w.stack[ply+1].cutoffs > 3 {
			reduction++ // replies to this node's moves often cause a beta cutoff
		}
		if f.inCheck || m == f.killers[0] {
			reduction--
		}
		h := w.historyAt(ply)
		reduction -= h.score(&f.position, m) / 8000
		score = search(alpha, alpha+1, min(depth, max(1, depth-reduction)), true)
		if score <= alpha || reduction <= 0 && !pvNode {
			return score
		}
		if reduction > 1 && score > alpha+60 {
			depth++ // the score is much better than expected
		}
	}
	if score > alpha {
		score = search(alpha, alpha+1, depth, !f.cutNode)
	}
	if pvNode && score > alpha && score < beta {
		score = search(alpha, beta, depth, false)
	}
	return score
}
