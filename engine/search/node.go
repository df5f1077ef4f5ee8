package search

import (
	"math"

	"github.com/tainchess/tain/board"
)

// reductions says by how much a late move is searched less deeply.
var reductions = func() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			r[depth][n] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(n))/2.1)
		}
	}
	return r
}()

// node returns the score of the position at ply, searched to a depth, within
// the window. Excluded is left out, to see whether the rest is as good.
func (w *worker) node(ply, depth, alpha, beta int, excluded board.Move) int {
	f := &w.frames[ply]
	p := &f.position
	f.pv = f.pv[:0]
	if w.stopped() {
		return 0
	}
	wide := beta-alpha > 1
	if ply > 0 {
		if w.drawn(ply) {
			return 0
		}
		// A mate further off than one already found is of no interest.
		alpha, beta = max(alpha, ply-Mate), min(beta, Mate-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	if excluded == board.NoMove {
		_, attacked := w.s.rules.Kings(p, p.Side)
		f.checked = attacked != 0
	}
	if f.checked && ply < 2*w.depth {
		depth++
	}
	if depth <= 0 {
		return w.quiet(ply, alpha, beta, 0)
	}
	if ply >= maxPly-1 {
		return w.evaluate(p)
	}
	w.count(ply)

	var known entry
	hit := false
	if excluded == board.NoMove {
		if known, hit = w.s.table.probe(p.Hash, ply); hit && !wide && known.depth >= depth && p.HalfmoveClock < 90 &&
			(known.bound == exact || known.bound == lower && known.score >= beta || known.bound == upper && known.score <= alpha) {
			return known.score
		}
	}
	if f.checked {
		f.static = -infinite
	} else if excluded == board.NoMove {
		f.static = w.evaluate(p)
	}
	// What an earlier search found is a better guess than the score on the
	// board, as far as its bound goes.
	likely := f.static
	if hit && !f.checked && max(known.score, -known.score) < mateEdge &&
		(known.bound == exact || known.bound == lower && known.score > likely || known.bound == upper && known.score < likely) {
		likely = known.score
	}
	improving := !f.checked && (ply < 2 || f.static > w.frames[ply-2].static)
	if !wide && !f.checked && excluded == board.NoMove {
		if score, done := w.cutEarly(ply, depth, alpha, beta, likely, improving); done {
			return score
		}
	}
	if !hit && depth >= 4 && excluded == board.NoMove {
		depth-- // without a first move to try, find one more cheaply
	}

	// Is the table's move alone as good as it looks? Then look deeper at it.
	extend := 0
	if ply > 0 && ply < 2*w.depth && depth >= 7 && excluded == board.NoMove && known.move != board.NoMove &&
		known.bound&lower != 0 && known.depth >= depth-3 && max(known.score, -known.score) < mateEdge {
		target := known.score - 2*depth
		if w.node(ply, (depth-1)/2, target-1, target, known.move) < target {
			extend = 1
		}
		f.pv = f.pv[:0]
	}

	f.list.Reset()
	if ply == 0 {
		for _, m := range w.roots {
			f.list.Add(m)
		}
	} else {
		w.s.rules.PseudoLegal(p, &f.list)
	}
	led := f.lead(known.move)
	best, bestMove, legal := -infinite, board.NoMove, 0
	f.tried = f.tried[:0]
	start := alpha
	for i := range f.list.Len() {
		m := w.next(ply, i, led)
		if m == excluded || ply == 0 && w.isDone(m) {
			continue
		}
		calm := !tactical(p, m)
		if ply > 0 && best > -mateEdge && !f.checked {
			if calm && w.late(depth, legal, improving) {
				break // what is left is ordered behind
			}
			if w.hopeless(ply, depth, alpha, i, calm) {
				continue
			}
		}
		if !w.s.rules.Apply(p, m, &w.frames[ply+1].position) {
			continue
		}
		legal++
		f.landing = landing(p, m)
		f.move = m
		deeper := 0
		if m == known.move {
			deeper = extend
		}
		score := w.child(ply, depth-1+deeper, alpha, beta, legal, m, calm, wide, improving)
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
				if wide {
					f.pv = append(append(f.pv[:0], m), w.frames[ply+1].pv...)
				}
			}
			if alpha >= beta {
				if calm {
					w.reward(ply, depth, m, f.tried)
				}
				break
			}
		}
		if calm && len(f.tried) < cap(f.tried) {
			f.tried = append(f.tried, m)
		}
	}
	if legal == 0 {
		switch {
		case excluded != board.NoMove:
			return alpha
		case f.checked:
			return ply - Mate
		}
		return 0
	}
	if excluded == board.NoMove && (ply > 0 || w.whole && len(w.done) == 0) {
		e := entry{move: bestMove, score: best, depth: depth, bound: upper}
		if best >= beta {
			e.bound = lower
		} else if best > start {
			e.bound = exact
		}
		w.s.table.store(p.Hash, ply, e)
	}
	return best
}

// cutEarly returns a score without looking at moves where the position is so
// far outside the window that they will hardly matter.
func (w *worker) cutEarly(ply, depth, alpha, beta, static int, improving bool) (int, bool) {
	f := &w.frames[ply]
	if beta <= -mateEdge || alpha >= mateEdge {
		return 0, false
	}
	margin := 85 * depth
	if !w.s.traits.passing {
		margin *= 3 // the next move may have to give a queen away
	}
	if improving {
		margin -= 60
	}
	if depth <= 7 && static-margin >= beta {
		return static, true
	}
	if depth <= 2 && static+250*depth < alpha && w.s.traits.passing {
		if score := w.quiet(ply, alpha, alpha+1, 0); score <= alpha {
			return score, true
		}
	}
	p := &f.position
	if w.s.traits.passing && depth >= 3 && static >= beta && ply > 0 && w.frames[ply-1].move != board.NoMove &&
		p.ByColour(p.Side)&^p.ByRole(board.Pawn)&^p.ByRole(board.King) != 0 {
		child := &w.frames[ply+1]
		child.position = *p
		if child.position.EnPassant() != board.NoSquare {
			child.position.SetEnPassant(board.NoSquare)
		}
		child.position.Pass()
		child.position.HalfmoveClock++
		f.move, f.landing = board.NoMove, 0
		less := 3 + depth/4 + min(3, (static-beta)/200)
		score := -w.node(ply+1, depth-1-less, -beta, -beta+1, board.NoMove)
		if score >= beta && !w.s.stop.Load() {
			if score > mateEdge {
				score = beta
			}
			return score, true
		}
	}
	return 0, false
}

// late reports whether so many moves have been tried at a low depth that the
// rest will hardly be better.
func (w *worker) late(depth, legal int, improving bool) bool {
	limit := 4 + depth*depth
	if !improving {
		limit /= 2
	}
	if !w.s.traits.passing {
		limit *= 2
	}
	return depth <= 7 && legal > limit
}

// hopeless reports whether a move need not be tried: it loses too much, or
// cannot bring the score near the window.
func (w *worker) hopeless(ply, depth, alpha, i int, calm bool) bool {
	f := &w.frames[ply]
	p, m := &f.position, f.list.At(i)
	if !calm {
		return depth <= 6 && f.scores[i] < badCapture/2 && !w.gains(p, m, -90*depth)
	}
	cost := 0
	if c := w.s.traits.coster; c != nil {
		cost = c.Cost(p, m)
	}
	if depth <= 6 && f.static+120+110*depth-cost <= alpha {
		return true
	}
	return w.s.traits.passing && depth <= 6 && !w.gains(p, m, -25*depth*depth)
}

// child searches the position after a move: late moves first with less depth
// and a narrow window, and fully only if they surprise.
func (w *worker) child(ply, depth, alpha, beta, nth int, m board.Move, calm, wide, improving bool) int {
	full := func(a, b, d int) int { return -w.node(ply+1, d, -b, -a, board.NoMove) }
	if nth == 1 {
		return full(alpha, beta, depth)
	}
	score := alpha + 1
	if depth >= 2 && nth > 2 && calm {
		less := int(reductions[min(depth, 63)][min(nth, 63)])
		if wide {
			less--
		}
		if !improving {
			less++
		}
		f := &w.frames[ply]
		if f.checked || m == f.killers[0] {
			less--
		}
		less -= int(w.history.quiet[f.position.Side&1][slotOf(m)]) / 6000
		score = full(alpha, alpha+1, min(depth, max(1, depth-less)))
		if score <= alpha || less <= 0 && !wide {
			return score
		}
	}
	if score > alpha {
		score = full(alpha, alpha+1, depth)
	}
	if wide && score > alpha && score < beta {
		score = full(alpha, beta, depth)
	}
	return score
}
