package search

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// worker is one thread of a search with its own memory.
type worker struct {
	s          *Searcher
	id         int // 0 for the main worker
	stack      []frame
	history    *history
	correction *correction
	evalCache  []evalEntry
	hashes     []uint64 // Zobrist hashes that led here, oldest first: of the game, then by ply
	rootIndex  int      // where in hashes the root is

	rootMoves     []board.Move
	allRootMoves  bool         // rootMoves are all the legal moves
	excludedRoots []board.Move // first moves that better lines of the iteration hold already
	rootDepth     int          // depth of the iteration
	selDepth      int          // furthest ply of the iteration
	rootScore     int          // of the best first move of the iteration
	nodes         uint64
	flushed       uint64 // of nodes: those added to the searcher's count
	qsearchEnd    uint64 // count of nodes at which the quiescence search in hand ends

	completed []Report     // the lines of the last completed iteration, best first
	current   []Report     // those of the iteration in hand
	partialPV []board.Move // best line of the iteration that was cut off
}

// frame is what the search stack keeps for one ply. What every node needs comes
// first and lies together; of the room for moves most is never touched.
type frame struct {
	position    board.Position
	currentMove board.Move // the move being searched; NoMove for a null move
	pieceTo     int        // the same as an index of continuation history
	staticEval  int
	state       incrementalState
	inCheck     bool
	cutNode     bool // the search above expects a beta cutoff here
	cutoffs     int  // beta cutoffs at this ply below the same grandparent; at ply 1, in the whole search
	killers     [2]board.Move
	quietsTried []board.Move
	pv          []board.Move
	moves       board.MoveList
	moveScores  [board.MaxMoves]int32 // by move ordering
}

func newWorker(s *Searcher, id int) *worker {
	w := &worker{
		s: s, id: id, stack: make([]frame, maxPly+1),
		history: new(history), correction: new(correction), evalCache: make([]evalEntry, evalCacheSize),
	}
	for i := range w.stack {
		w.stack[i].pv = make([]board.Move, 0, maxPly+1)
		w.stack[i].quietsTried = make([]board.Move, 0, 64)
		if s.incremental != nil {
			w.stack[i].state.State = s.incremental.NewState()
		}
	}
	return w
}

// clear forgets what was learnt.
func (w *worker) clear() {
	*w.history = history{}
	*w.correction = correction{}
	clear(w.evalCache)
}

// reset makes the worker ready for a search.
func (w *worker) reset(p *board.Position, earlier []uint64, rootMoves []board.Move, all bool) {
	w.stack[0].position = *p
	w.rootIndex = len(earlier)
	w.hashes = slices.Grow(w.hashes[:0], w.rootIndex+maxPly+1)[:w.rootIndex+maxPly+1]
	copy(w.hashes, earlier)
	w.hashes[w.rootIndex] = p.Hash
	w.rootMoves, w.allRootMoves = append(w.rootMoves[:0], rootMoves...), all
	w.nodes, w.flushed, w.completed, w.current, w.partialPV = 0, 0, nil, nil, nil
	for i := range w.stack {
		w.stack[i].killers = [2]board.Move{}
		w.stack[i].staticEval, w.stack[i].cutoffs = 0, 0
	}
}

// countNode counts a node. Workers add theirs up in batches so that they do not
// fight over one word.
func (w *worker) countNode(ply int) {
	w.nodes++
	w.selDepth = max(w.selDepth, ply)
	if w.nodes-w.flushed >= nodeBatch {
		w.flush()
		pause()
		w.s.checkClock()
	}
}

// flush adds the nodes counted since the last time to the searcher's.
func (w *worker) flush() {
	w.s.nodes.Add(w.nodes - w.flushed)
	w.flushed = w.nodes
}

// shouldStop reports whether to give up; a node limit on one thread is exact.
func (w *worker) shouldStop() bool {
	if limit := w.s.limits.Nodes; limit > 0 && w.s.nodes.Load()+w.nodes-w.flushed >= limit {
		w.s.stop.Store(true)
	}
	return w.s.stop.Load()
}

// isDraw reports whether the position at ply is drawn by repetition, by the
// fifty-move rule or because it is dead. One earlier occurrence below the root
// counts: what came about there once can come about again. Of those before it
// needs two, since whoever went on from there may now do better. Every position
// passes here, and leaves its hash for those that follow.
func (w *worker) isDraw(ply int) bool {
	p := &w.stack[ply].position
	at := w.rootIndex + ply
	w.hashes[at] = p.Hash
	if w.s.rules.Dead(p) || p.HalfmoveClock >= 100 && !w.isCheckmate(ply) {
		return true
	}
	reach := at
	if !w.s.traits.makesPieces {
		reach = min(at, int(p.HalfmoveClock))
	}
	// Sides take turns, so only every second position can be the same. A piece
	// may go on to where it came from: two plies are enough.
	again := false
	for back := 2; back <= reach; back += 2 {
		if w.hashes[at-back] != p.Hash {
			continue
		}
		if back < ply || again {
			return true
		}
		again = true
	}
	return false
}

// isCheckmate reports whether the side to move is checkmated: that ends the
// game before anybody can claim the fifty moves.
func (w *worker) isCheckmate(ply int) bool {
	f := &w.stack[ply]
	if _, checkers := w.s.rules.Kings(&f.position, f.position.Side); checkers == 0 {
		return false
	}
	f.moves.Reset()
	w.s.rules.PseudoLegal(&f.position, &f.moves)
	for _, m := range f.moves.All() {
		if w.s.rules.Apply(&f.position, m, &w.stack[ply+1].position) {
			return false
		}
	}
	return true
}
