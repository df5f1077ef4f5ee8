package search

import "github.com/tainchess/tain/board"

// evalCacheSize is the number of slots of a worker's evaluation cache.
const evalCacheSize = 1 << 15

// evalEntry is a slot of the evaluation cache.
type evalEntry struct {
	hash  uint64
	score int32
	used  bool
}

// evaluate returns the static evaluation of the position at ply, from the
// evaluation cache if it is there.
func (w *worker) evaluate(ply int) int {
	p := &w.stack[ply].position
	slot := &w.evalCache[p.Hash>>32&(evalCacheSize-1)]
	if slot.hash != p.Hash || !slot.used {
		*slot = evalEntry{p.Hash, int32(max(-mateInMaxPly, min(mateInMaxPly, w.s.eval.Evaluate(p)))), true}
	}
	return int(slot.score)
}

// bestStaticMove returns the root move that leaves the best static evaluation,
// for want of time to search.
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
