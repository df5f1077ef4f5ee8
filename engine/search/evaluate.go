package search

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// evalCacheSize is the number of slots of a worker's evaluation cache.
const evalCacheSize = 1 << 15

// evalEntry is a slot of the evaluation cache in one word, so that the cache stays
// near the processor: the upper 48 bits are those of the position's hash, the
// lower ones the score.
type evalEntry uint64

const evalScoreMask = 1<<16 - 1

func newEvalEntry(hash uint64, score int) evalEntry {
	return evalEntry(hash&^evalScoreMask | uint64(uint16(score)))
}

// of reports whether the slot holds the score of a position.
func (e evalEntry) of(hash uint64) bool { return (uint64(e)^hash)&^evalScoreMask == 0 }

func (e evalEntry) score() int { return int(int16(e)) }

// evalSlot is where the evaluation cache keeps a position.
func (w *worker) evalSlot(hash uint64) *evalEntry { return &w.evalCache[hash>>32&(evalCacheSize-1)] }

// evaluate returns the static evaluation of the position at ply, from the
// evaluation cache if it is there.
func (w *worker) evaluate(ply int) int {
	p := &w.stack[ply].position
	slot := w.evalSlot(p.Hash)
	if !slot.of(p.Hash) {
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

// incrementalState is the state of an incremental evaluator for one ply of the
// stack, and which position it is of. What the search does to the stack need not
// be told: a state of another position is seen to be one by its hash.
type incrementalState struct {
	eval.State
	hash uint64
	used bool
}

// evaluateState evaluates the position at ply by its incremental state, which is
// brought up to date from the nearest position above that has one, the root if
// there is no other. Positions that are never scored, such as those in check,
// wait until one below them is; then each is done once for all that follow.
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

// hasState reports whether the incremental state is that of the position.
func (f *frame) hasState() bool { return f.state.used && f.state.hash == f.position.Hash }

// setState notes that it is.
func (f *frame) setState() { f.state.hash, f.state.used = f.position.Hash, true }

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
