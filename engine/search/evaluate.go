package search

import "github.com/tainchess/tain/board"

// evaluate returns the static evaluation of the position at ply, cached if possible.
func (w *worker) evaluate(ply int) int {
	p := &w.stack[ply].position
	slot := w.evalSlot(p.Hash)
	if !slot.matches(p.Hash) {
		var score int
		if w.s.incremental != nil {
			score = w.evaluateState(ply)
		} else {
			score = w.s.eval.Evaluate(p)
		}
		*slot = newEvalEntry(p.Hash, max(1-mateInMaxPly, min(mateInMaxPly-1, score)))
	}
	return slot.score()
}

// evaluateState evaluates the position at ply from its incremental state. It updates the state from the
// nearest ancestor with a valid state, or else from the root. Positions that are not evaluated, such as those
// in check, are updated only when a descendant needs them.
func (w *worker) evaluateState(ply int) int {
	from := ply
	for from > 0 && !w.stack[from].hasState() {
		from--
	}
	if f := &w.stack[from]; !f.hasState() {
		f.state.Refresh(&f.position)
		f.setState()
	}
	for from++; from <= ply; from++ {
		parent, f := &w.stack[from-1], &w.stack[from]
		f.state.Update(parent.state.State, &parent.position, &f.position)
		f.setState()
	}
	f := &w.stack[ply]
	return f.state.Evaluate(&f.position)
}

// bestStaticMove returns the root move with the best static evaluation. It is used if there is no time to
// search.
func (w *worker) bestStaticMove() board.Move {
	best, chosen := infinite, w.rootMoves[0]
	for _, m := range w.rootMoves {
		if w.s.rules.Apply(&w.stack[0].position, m, &w.stack[1].position) {
			if score := w.evaluate(1); score < best {
				best, chosen = score, m
			}
		}
	}
	return chosen
}

// correctionsAt returns the correction history entries for the position at ply.
func (w *worker) correctionsAt(ply int) (slots [4]*int16) {
	p := &w.stack[ply].position
	side := p.Side & 1
	const shift = 64 - correctionBits
	white, black := scatter(p.Pieces(board.White, board.Pawn)), scatter(p.Pieces(board.Black, board.Pawn)^1)
	pawns, pieces := white+3*black, [2]uint64{}
	if p.Wide() != nil {
		pawns, pieces = wideStructure(p)
	}
	slots[0] = &w.correction.pawns[side][pawns>>shift]
	for c := board.White; c <= board.Black; c++ {
		key, odd := pieces[c&1], uint64(1)
		for k := board.Knight; k <= board.King; k++ {
			key += odd * scatter(p.Pieces(c, k))
			odd += 2
		}
		slots[1+int(c)] = &w.correction.pieces[c&1][side][key*0x9E3779B97F4A7C15>>shift]
	}
	lastMove := 0
	if ply > 0 {
		lastMove = w.stack[ply-1].pieceTo
	}
	slots[3] = &w.correction.moves[lastMove]
	return slots
}

// wideStructure returns hashes of the pawns and of each side's other pieces on a wide board.
func wideStructure(p *board.Position) (pawns uint64, pieces [2]uint64) {
	for c := range board.Colour(2) {
		for squares := p.SquaresOf(c); !squares.Empty(); {
			s := squares.Pop()
			pc := p.Piece(s)
			if key := scatter(board.Bitboard(pc)<<8 | board.Bitboard(s) + 1); pc.Role() == board.Pawn {
				pawns += key
			} else {
				pieces[c] += key
			}
		}
	}
	return pawns * 0x9E3779B97F4A7C15, pieces
}

// evaluateCorrected returns the static evaluation of the position at ply, adjusted by the correction history.
func (w *worker) evaluateCorrected(ply int) int {
	score, sum := w.evaluate(ply), 0
	for _, v := range w.correctionsAt(ply) {
		sum += int(*v)
	}
	score += sum * correctionShare / 100 / correctionUnit
	return max(1-mateInMaxPly, min(mateInMaxPly-1, score))
}

// correct updates the correction history. Wrong is the result of a search to the given depth minus the
// corrected evaluation at ply, in centipawns.
func (w *worker) correct(ply, depth, wrong int) {
	wrong = max(-correctionNew, min(correctionNew, wrong)) * correctionUnit
	weight := min(depth+1, 16)
	for _, v := range w.correctionsAt(ply) {
		*v = int16(max(-correctionMax, min(correctionMax, (int(*v)*(256-weight)+wrong*weight)/256)))
	}
}

// informsCorrection reports whether a search result is evidence about the static evaluation. A best move that
// captures or promotes is not, because it changes the material. Neither is a bound that the evaluation already satisfies.
func (w *worker) informsCorrection(ply, best, beta int, bestMove board.Move) bool {
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

// fifty is the half-move clock at which a draw may be claimed.
const fifty = 100

// inTables reports whether a position has few enough pieces to be in the tables.
func (w *worker) inTables(p *board.Position) bool {
	return w.s.tablePieces > 0 && p.Occupied().Count() <= w.s.tablePieces
}

// probeTables returns the score of the position at ply from the endgame tables and whether it is known. A
// mate that the fifty-move rule could prevent counts as unknown, so that the position is searched.
func (w *worker) probeTables(ply int) (score int, known bool) {
	p := &w.stack[ply].position
	sign, plies, known := w.s.tables.Mate(p)
	if !known || sign != 0 && plies+int(p.HalfmoveClock) > fifty {
		return 0, false
	}
	return sign * (Mate - ply - plies), true
}

// setTablePV sets the principal variation at ply to the line from the endgame
// tables.
func (w *worker) setTablePV(ply int) {
	f := &w.stack[ply]
	f.pv = append(f.pv[:0], w.s.tables.Line(&f.position, maxPly-1-ply)...)
}

// beforeFifty reports whether a transposition table score is still valid under the fifty-move rule. Mates
// from the endgame tables are long, and the half-move clock may be closer to its limit than when the score
// was stored.
func (w *worker) beforeFifty(ply, score int) bool {
	return w.s.tablePieces == 0 || !isMate(score) ||
		Mate-max(score, -score)-ply+int(w.stack[ply].position.HalfmoveClock) <= fifty
}

// solved reports whether the endgame tables contain the result of every root move, so that no search is needed.
func (w *worker) solved() bool {
	if !w.inTables(&w.stack[0].position) {
		return false
	}
	for _, m := range w.rootMoves {
		if !w.s.rules.Apply(&w.stack[0].position, m, &w.stack[1].position) {
			return false
		}
		if _, known := w.probeTables(1); !known {
			return false
		}
	}
	return true
}
