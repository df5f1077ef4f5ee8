package search

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search/memory"
	"github.com/tainchess/tain/rules"
)

// shared is the state shared by all workers of a search.
type shared struct {
	rules       rules.Rules
	eval        eval.Evaluator
	incremental eval.Incremental // eval, or nil if it is not incremental
	traits      traits
	tt          transpositionTable
	tables      Tables // nil means none
	tablePieces int    // tables.MaxPieces(), or 0 without tables
	timer
	nodes atomic.Uint64 // total of all workers, updated in batches
}

// traits are properties of a rule set and its evaluator that affect the search.
type traits struct {
	captureGenerator captureGenerator // nil if not supported
	attackers        attackers        // nil if not supported
	exchanger        exchanger        // nil if not supported
	coster           eval.Coster      // nil if quiet moves have no cost
	goals            rules.Goals      // nil if not supported
	values           *[256]int        // piece values for exchanges, by role
	bestPromotion    board.Role       // the only promotion that the quiescence search tries
	// nullMove is false if moves reflect. Null-move pruning assumes that moving is at least as good as
	// passing, which is wrong if a quiet move spawns a piece for the opponent.
	nullMove bool
	// gains reports whether spawned pieces belong to the mover. Null-move pruning is then sound although
	// nullMove is false, but a quiet move may change the score by the value of a piece.
	gains bool
	// spawns reports whether moves spawn pieces or captured pieces come back. A position can then recur even
	// after a capture.
	spawns bool
	// clockInterval is the number of nodes between two clock checks. A node on a wide board full of riders takes
	// a hundred times as long as one of chess.
	clockInterval uint64
}

// gainer is implemented by rule sets that can report whether all spawned pieces
// belong to the mover.
type gainer interface {
	Gains() bool
}

// captureGenerator is implemented by rule sets that can generate only captures
// and promotions.
type captureGenerator interface {
	Captures(p *board.Position, list *board.MoveList)
}

// attackers is implemented by rule sets with the pieces of chess whose captures are exchanges on one square, so that
// static exchange evaluation applies.
type attackers interface {
	Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard
}

// exchanger is like attackers, for rule sets that define their own pieces and may have wide boards.
type exchanger interface {
	Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Set) board.Set
	// Landing returns the square on which a piece is after a capture on s. The exchange continues there.
	Landing(s board.Square) board.Square
}

// valuer is implemented by rule sets that define their own pieces.
type valuer interface {
	// PieceValue returns the value of a role in exchanges, in centipawns. A piece that must not be captured has
	// a value of at least [royalValue].
	PieceValue(k board.Role) int
	// BestPromotion returns the most valuable role to which a pawn may promote, or NoRole.
	BestPromotion() board.Role
	// Returns reports whether captured pieces may come back, so that static exchange evaluation does not
	// apply.
	Returns() bool
}

func newTraits(r rules.Rules, e eval.Evaluator) (t traits) {
	t.captureGenerator, _ = r.(captureGenerator)
	t.attackers, _ = r.(attackers)
	t.exchanger, _ = r.(exchanger)
	t.coster, _ = e.(eval.Coster)
	t.spawns = r.Info().Reflects
	t.clockInterval = nodeBatch
	if r.Info().Wide() {
		t.clockInterval = nodeBatch / 16
	}
	t.nullMove = !t.spawns
	t.goals, _ = r.(rules.Goals)
	t.values, t.bestPromotion = &pieceValue, board.Queen
	if v, ok := r.(valuer); ok {
		t.values, t.bestPromotion = new([256]int), v.BestPromotion()
		for k := range t.values {
			t.values[k] = v.PieceValue(board.Role(k))
		}
		if v.Returns() {
			t.exchanger, t.spawns = nil, true
		}
	}
	if g, ok := r.(gainer); ok {
		t.gains = g.Gains()
	}
	return t
}

// stalemate returns the score of a stalemate for the stalemated side.
func (s *shared) stalemate(ply int) int {
	switch s.rules.Info().Stalemate {
	case rules.StalemateLoses:
		return ply - Mate
	case rules.StalemateWins:
		return Mate - ply
	}
	return 0
}

// worker is one search thread with its own memory.
type worker struct {
	s          *shared
	id         int // 0 for the main worker
	stack      []frame
	history    *history
	correction *correction
	evalCache  []evalEntry
	hashes     []uint64 // Zobrist hashes of the game and of the current line, oldest first
	rootIndex  int      // index of the root in hashes

	rootMoves     []board.Move
	allRootMoves  bool         // whether rootMoves contains all legal moves
	excludedRoots []board.Move // first moves of the better lines in this iteration (MultiPV)
	rootDepth     int          // depth of the iteration
	selDepth      int          // deepest ply of the iteration
	rootScore     int          // score of the best root move of the iteration
	nodes         uint64
	flushed       uint64 // nodes already added to shared.nodes
	nextCheck     uint64 // node count of the next clock check
	qsearchEnd    uint64 // node count at which the current quiescence search ends

	completed []Report     // lines of the last completed iteration, best first
	current   []Report     // lines of the current iteration
	partialPV []board.Move // best line of the interrupted iteration
}

// frame is the search stack entry for one ply. The fields that every node uses come first, so that they share
// cache lines. Most of the move list is never accessed.
type frame struct {
	position    board.Position
	currentMove board.Move // move being searched; NoMove for a null move
	pieceTo     int        // continuation history index of currentMove
	staticEval  int
	state       incrementalState
	inCheck     bool
	cutNode     bool // the parent expects a beta cutoff here
	cutoffs     int  // beta cutoffs at this ply below the same grandparent; at ply 1, in the whole search
	killers     [2]board.Move
	quietsTried []board.Move
	pv          []board.Move
	moves       board.MoveList
	moveScores  [board.MaxMoves]int32 // scores for move ordering
}

// incrementalState is the state of an incremental evaluator at one ply, with the hash of its position. If the
// search has overwritten the position, the hash no longer matches and the state is stale.
type incrementalState struct {
	eval.State
	hash uint64
	used bool
}

// hasState reports whether the incremental state is up to date.
func (f *frame) hasState() bool { return f.state.used && f.state.hash == f.position.Hash }

// setState marks the incremental state as up to date.
func (f *frame) setState() { f.state.hash, f.state.used = f.position.Hash, true }

// evalCacheSize is the number of slots in a worker's evaluation cache.
const evalCacheSize = 1 << 15

// evalEntry is a slot of the evaluation cache. To keep the cache small, it is a single word that consists of
// the upper 48 bits of the Zobrist hash and a 16-bit score.
type evalEntry uint64

const evalScoreMask = 1<<16 - 1

func newEvalEntry(hash uint64, score int) evalEntry {
	return evalEntry(hash&^evalScoreMask | uint64(uint16(score)))
}

// matches reports whether the slot holds the score of the position with the given hash.
func (e evalEntry) matches(hash uint64) bool { return (uint64(e)^hash)&^evalScoreMask == 0 }

func (e evalEntry) score() int { return int(int16(e)) }

func newWorker(s *shared, id int) *worker {
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

// clear clears the histories and the evaluation cache.
func (w *worker) clear() {
	*w.history = history{}
	*w.correction = correction{}
	clear(w.evalCache)
}

// reset prepares the worker for a search of p. Earlier holds the hashes of the previous positions. All
// reports whether rootMoves contains all legal moves.
func (w *worker) reset(p *board.Position, earlier []uint64, rootMoves []board.Move, all bool) {
	w.stack[0].position = *p
	w.rootIndex = len(earlier)
	w.hashes = slices.Grow(w.hashes[:0], w.rootIndex+maxPly+1)[:w.rootIndex+maxPly+1]
	copy(w.hashes, earlier)
	w.hashes[w.rootIndex] = p.Hash
	w.rootMoves, w.allRootMoves = append(w.rootMoves[:0], rootMoves...), all
	w.nodes, w.flushed, w.nextCheck = 0, 0, w.s.traits.clockInterval
	w.completed, w.current, w.partialPV = nil, nil, nil
	for i := range w.stack {
		w.stack[i].killers = [2]board.Move{}
		w.stack[i].staticEval, w.stack[i].cutoffs = 0, 0
	}
}

// evalSlot returns the evaluation cache slot of a position.
func (w *worker) evalSlot(hash uint64) *evalEntry { return &w.evalCache[hash>>32&(evalCacheSize-1)] }

// prefetch starts loading a position's transposition table bucket and evaluation cache slot, because nearly
// every lookup misses the processor's caches.
func (w *worker) prefetch(hash uint64) {
	memory.Prefetch(unsafe.Pointer(w.s.tt.bucket(hash)), unsafe.Pointer(w.evalSlot(hash)))
}

// countNode counts a node. Workers add their counts to the shared count in batches, to avoid contention.
func (w *worker) countNode(ply int) {
	w.nodes++
	w.selDepth = max(w.selDepth, ply)
	if w.nodes >= w.nextCheck {
		w.nextCheck = w.nodes + w.s.traits.clockInterval
		if w.nodes-w.flushed >= nodeBatch {
			w.flush()
		}
		pause()
		w.s.checkClock()
	}
}

// flush adds the nodes counted since the last call to the shared count.
func (w *worker) flush() {
	w.s.nodes.Add(w.nodes - w.flushed)
	w.flushed = w.nodes
}

// shouldStop reports whether the search must stop. With one thread, the node limit is exact.
func (w *worker) shouldStop() bool {
	if limit := w.s.limits.Nodes; limit > 0 && w.s.nodes.Load()+w.nodes-w.flushed >= limit {
		w.s.stop.Store(true)
	}
	return w.s.stop.Load()
}

// isDraw reports whether the position at ply is drawn by repetition, by the fifty-move rule or because it is
// dead. A single earlier occurrence after the root counts as a repetition, because the players can repeat it
// again. Positions up to the root must have occurred twice, because a side may now deviate and do better.
// isDraw also records the position's hash, so it must be called for every position.
func (w *worker) isDraw(ply int) bool {
	p := &w.stack[ply].position
	at := w.rootIndex + ply
	w.hashes[at] = p.Hash
	if w.s.rules.Dead(p) || p.HalfmoveClock >= 100 && !w.isCheckmate(ply) && !w.isLost(ply) {
		return true
	}
	reach := at
	if !w.s.traits.spawns {
		reach = min(at, int(p.HalfmoveClock))
	}
	// Only every second position has the same side to move. A piece that goes on may return to its square in
	// one move, so a position can recur after two plies.
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

// isLost reports whether a goal other than checkmate has ended the game. Only the side that moved last can have
// reached one.
func (w *worker) isLost(ply int) bool {
	if w.s.traits.goals == nil {
		return false
	}
	_, _, won := w.s.traits.goals.Won(&w.stack[ply].position)
	return won
}

// isCheckmate reports whether the side to move is checkmated, which takes
// precedence over the fifty-move rule.
func (w *worker) isCheckmate(ply int) bool {
	f := &w.stack[ply]
	if !w.s.rules.InCheck(&f.position, f.position.Side) {
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
