package search

import "github.com/tainchess/tain/board"

// Quiet search follows captures until none is worth it. Positions with thirty
// queens have millions of capture sequences, so the further it goes the less it
// looks at: fewer captures a position, after some plies only recaptures, and in
// the end nothing. Orthodox positions hardly ever come near these limits.
const (
	quietRecapture = 6
	quietEnd       = 14
	quietNodes     = 1500 // from one position that the full search has left
)

// quietWidth is how many captures are followed, by how far it has gone.
var quietWidth = [quietRecapture]int{24, 12, 8, 4, 3, 2}

// quiet returns the score of a position once its captures are played out.
func (w *worker) quiet(ply, alpha, beta, far int) int {
	f := &w.frames[ply]
	p := &f.position
	f.pv = f.pv[:0]
	if w.stopped() {
		return 0
	}
	w.count(ply)
	if far == 0 {
		w.quietStop = w.nodes + quietNodes
	}
	if ply > 0 && far > 0 && w.drawn(ply) {
		return 0
	}
	if far > 0 {
		_, attacked := w.s.rules.Kings(p, p.Side)
		f.checked = attacked != 0
	}
	if ply >= maxPly-1 || far >= quietEnd || w.nodes >= w.quietStop {
		return w.evaluate(p)
	}
	known, hit := w.s.table.probe(p.Hash, ply)
	if hit && beta-alpha == 1 &&
		(known.bound == exact || known.bound == lower && known.score >= beta || known.bound == upper && known.score <= alpha) {
		return known.score
	}
	evade := f.checked && far < 4
	best, start := -infinite, alpha
	if !evade {
		best = w.evaluate(p)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	static := best
	f.list.Reset()
	if evade || w.s.traits.captures == nil {
		w.s.rules.PseudoLegal(p, &f.list)
	} else {
		w.s.traits.captures.Captures(p, &f.list)
	}
	led := f.lead(known.move)
	legal, bestMove := 0, board.NoMove
	for i := range f.list.Len() {
		if w.nodes >= w.quietStop && (legal > 0 || !evade) {
			break
		}
		m := w.next(ply, i, led)
		if !evade && w.skips(ply, far, static, alpha, i, led) {
			continue
		}
		if !evade && far < quietRecapture && legal >= quietWidth[far] {
			break
		}
		if evade && legal > 0 && best > -mateEdge && !tactical(p, m) && far > 0 {
			continue // one quiet answer to a check is enough here
		}
		if !w.s.rules.Apply(p, m, &w.frames[ply+1].position) {
			continue
		}
		legal++
		f.landing, f.move = landing(p, m), m
		score := -w.quiet(ply+1, -beta, -alpha, far+1)
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
	if evade && legal == 0 {
		return ply - Mate
	}
	e := entry{move: bestMove, score: best, bound: upper}
	if best >= beta {
		e.bound = lower
	} else if best > start && beta-start > 1 {
		e.bound = exact
	}
	w.s.table.store(p.Hash, ply, e)
	return best
}

// skips reports whether the i-th capture is not worth following. Which captures
// lose is known from putting them in order, but not of the one that led, nor of
// en passant.
func (w *worker) skips(ply, far, static, alpha, i int, led bool) bool {
	f := &w.frames[ply]
	p, m := &f.position, f.list.At(i)
	if w.s.traits.captures == nil && !tactical(p, m) {
		return true
	}
	if far >= quietRecapture && ply > 0 && m.To() != w.frames[ply-1].move.To() {
		return true
	}
	if k := m.Promotion(); k != board.NoRole {
		return k != board.Queen
	}
	if static+worth[p.Piece(m.To()).Role()&7]+200 <= alpha && p.Piece(m.To()) != board.NoPiece {
		return true
	}
	if led && i == 0 || !tactical(p, m) {
		return !w.gains(p, m, 0)
	}
	return f.scores[i] < badCapture/2
}
