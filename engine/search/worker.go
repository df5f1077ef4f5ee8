package search

import (
	"slices"
	"sort"
	"time"

	"github.com/tainchess/tain/board"
)

// worker is one thread of a search with its own memory.
type worker struct {
	s       *Searcher
	id      int
	frames  []frame
	history *history
	scores  []scored // scores of positions by key, to evaluate each once
	keys    []uint64 // of the positions that led here, oldest first: of the game, then by ply
	root    int      // where in keys the root is
	roots   []board.Move
	whole   bool         // roots are all the legal moves
	done    []board.Move // first moves that better lines already hold
	depth   int          // of the iteration
	sel     int          // furthest ply of the iteration
	nodes   uint64
	counted uint64
	// quietStop is the count of nodes at which the quiet search in hand ends.
	quietStop uint64
	best      []Report     // the lines of the last finished iteration
	fresh     []Report     // those of the iteration in hand
	partial   []board.Move // best line of the iteration that was cut off
	rootScore int          // of the best first move of the iteration in hand
}

// scored is the score of a position.
type scored struct {
	key   uint64
	score int32
	known bool
}

const scoredSlots = 1 << 15

// evaluate scores a position that may have been scored before.
func (w *worker) evaluate(p *board.Position) int {
	slot := &w.scores[p.Hash>>32&(scoredSlots-1)]
	if slot.key != p.Hash || !slot.known {
		*slot = scored{p.Hash, int32(max(-mateEdge, min(mateEdge, w.s.eval.Evaluate(p)))), true}
	}
	return int(slot.score)
}

// frame is what a worker keeps for one ply.
type frame struct {
	position board.Position
	list     board.MoveList
	scores   [board.MaxMoves]int32
	move     board.Move // the move being tried; NoMove for a pass
	landing  int        // the same as a slot of history
	static   int
	checked  bool
	killers  [2]board.Move
	tried    []board.Move
	pv       []board.Move
}

func newWorker(s *Searcher, id int) *worker {
	w := &worker{s: s, id: id, frames: make([]frame, maxPly+1), history: new(history), scores: make([]scored, scoredSlots)}
	for i := range w.frames {
		w.frames[i].pv = make([]board.Move, 0, maxPly+1)
		w.frames[i].tried = make([]board.Move, 0, 64)
	}
	return w
}

// clear forgets what was learnt.
func (w *worker) clear() {
	*w.history = history{}
	clear(w.scores)
}

func (w *worker) setUp(p *board.Position, earlier []uint64, roots []board.Move, whole bool) {
	w.frames[0].position = *p
	w.root = len(earlier)
	w.keys = slices.Grow(w.keys[:0], w.root+maxPly+1)[:w.root+maxPly+1]
	copy(w.keys, earlier)
	w.keys[w.root] = p.Hash
	w.roots, w.whole = append(w.roots[:0], roots...), whole
	w.nodes, w.counted, w.best, w.fresh, w.partial = 0, 0, nil, nil, nil
	for i := range w.frames {
		w.frames[i].killers = [2]board.Move{}
		w.frames[i].static = 0
	}
}

// count notes a node. Workers add theirs up in batches so that they do not
// fight over one word.
func (w *worker) count(ply int) {
	w.nodes++
	w.sel = max(w.sel, ply)
	if w.nodes-w.counted >= batch {
		w.flush()
		pause()
		w.s.checkClock()
	}
}

func (w *worker) flush() {
	w.s.nodes.Add(w.nodes - w.counted)
	w.counted = w.nodes
}

// stopped reports whether to give up; a node limit on one thread is exact.
func (w *worker) stopped() bool {
	if limit := w.s.limits.Nodes; limit > 0 && w.s.nodes.Load()+w.nodes-w.counted >= limit {
		w.s.stop.Store(true)
	}
	return w.s.stop.Load()
}

// drawn reports whether the position at ply is drawn by repetition, by the
// fifty moves or because nobody can mate. One earlier occurrence counts: if it
// came about once it can come about again. Every position passes here, and
// leaves its key for those that follow.
func (w *worker) drawn(ply int) bool {
	p := &w.frames[ply].position
	at := w.root + ply
	w.keys[at] = p.Hash
	if w.s.rules.Dead(p) || p.HalfmoveClock >= 100 && !w.mated(ply) {
		return true
	}
	far := at
	if !w.s.traits.renews {
		far = min(at, int(p.HalfmoveClock))
	}
	// Sides take turns, so only every second position can be the same. A piece
	// may go on to where it came from: two plies are enough.
	for back := 2; back <= far; back += 2 {
		if w.keys[at-back] == p.Hash {
			return true
		}
	}
	return false
}

// mated reports whether the side to move is checkmated: that ends the game
// before anybody can claim the fifty moves.
func (w *worker) mated(ply int) bool {
	f := &w.frames[ply]
	if _, attacked := w.s.rules.Kings(&f.position, f.position.Side); attacked == 0 {
		return false
	}
	f.list.Reset()
	w.s.rules.PseudoLegal(&f.position, &f.list)
	for _, m := range f.list.All() {
		if w.s.rules.Apply(&f.position, m, &w.frames[ply+1].position) {
			return false
		}
	}
	return true
}

// isDone reports whether a first move belongs to a better line already.
func (w *worker) isDone(m board.Move) bool {
	for _, d := range w.done {
		if d == m {
			return true
		}
	}
	return false
}

// deepen searches deeper and deeper until told to stop.
func (w *worker) deepen(report func(Report)) {
	l := w.s.limits
	most := maxPly - 2
	if l.Depth > 0 {
		most = min(most, l.Depth)
	}
	lines := max(1, min(l.Lines, len(w.roots)))
	stable := 0
	var lastBest board.Move
	for depth := 1; depth <= most; depth++ {
		w.depth, w.sel = depth, 0
		if w.id%2 == 1 {
			w.depth++ // half of the helpers look one deeper
		}
		w.done, w.fresh = w.done[:0], nil
		for line := 1; line <= lines; line++ {
			score := w.aspire(line, report)
			if w.s.stop.Load() {
				if pv := w.frames[0].pv; line == 1 && len(pv) > 0 {
					w.partial = pv
				}
				break
			}
			w.partial = nil
			if r := w.report(line, score); len(r.PV) > 0 {
				w.fresh = append(w.fresh, r)
				w.done = append(w.done, r.PV[0])
			}
		}
		if w.s.stop.Load() {
			break
		}
		w.best, w.fresh = w.fresh, nil
		sort.SliceStable(w.best, func(i, j int) bool { return w.best[i].Score > w.best[j].Score })
		for i := range w.best {
			if w.best[i].Line = i + 1; report != nil {
				report(w.best[i])
			}
		}
		if w.id > 0 {
			continue
		}
		best := w.best[0]
		if len(best.PV) > 0 && best.PV[0] == lastBest {
			stable++
		} else {
			stable, lastBest = 0, best.PV[0]
		}
		if w.finished(best, stable) || l.Mate > 0 && l.Mate <= provable && depth == 2*l.Mate+2 && w.prove(report) {
			break
		}
	}
	w.flush()
}

// finished reports whether the main worker has seen enough.
func (w *worker) finished(best Report, stable int) bool {
	if w.s.ponder.Load() {
		return false
	}
	if n := w.s.limits.Enough; n > 0 && w.s.nodes.Load() >= n {
		return true
	}
	if n, mate := MateIn(best.Score); mate && w.s.limits.Mate > 0 && n > 0 && n <= w.s.limits.Mate {
		return true
	}
	clock := w.s.limits.Clock != nil
	if clock && len(w.roots) == 1 {
		return true
	}
	if n, mate := MateIn(best.Score); clock && mate && w.depth > 2*max(n, -n)+4 {
		return true
	}
	return w.s.enough(1.6 - 0.12*float64(min(stable, 8)))
}

// aspire searches with a narrow window around the last score and widens it
// when the score falls outside.
func (w *worker) aspire(line int, report func(Report)) int {
	w.frames[0].pv = w.frames[0].pv[:0]
	if w.depth < 5 || len(w.best) < line {
		return w.node(0, w.depth, -infinite, infinite, board.NoMove)
	}
	delta := 18
	middle := w.best[line-1].Score
	alpha, beta := max(middle-delta, -infinite), min(middle+delta, infinite)
	for {
		score := w.node(0, w.depth, alpha, beta, board.NoMove)
		if w.s.stop.Load() {
			return score
		}
		low, high := score <= alpha, score >= beta
		switch {
		case low:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinite)
		case high:
			beta = min(score+delta, infinite)
			if line == 1 { // better than was thought, should time run out before it is known by how much
				w.partial = slices.Clone(w.frames[0].pv)
			}
		default:
			return score
		}
		if report != nil && line == 1 && time.Since(w.s.started) > 2*time.Second {
			r := w.report(line, score)
			r.Lower, r.Upper = high, low
			if len(r.PV) > 0 {
				report(r)
			}
		}
		delta *= 2
		if delta > 800 {
			alpha, beta = -infinite, infinite
		}
	}
}

func (w *worker) report(line, score int) Report {
	w.flush()
	return Report{
		Line: line, Depth: w.depth, SelDepth: w.sel, Score: score,
		Nodes: w.s.nodes.Load(), Time: time.Since(w.s.started), HashFull: w.s.table.full(),
		PV: append([]board.Move(nil), w.frames[0].pv...),
	}
}

// lines are the lines known: those the iteration in hand has found, then what
// the last one knew of other first moves.
func (w *worker) lines() []Report {
	known := w.fresh
	for _, old := range w.best {
		found := slices.ContainsFunc(w.fresh, func(r Report) bool { return r.PV[0] == old.PV[0] })
		if !found && len(known) < len(w.best) {
			known = append(known, old)
		}
	}
	return known
}

// result is the answer: the best line found, or at least a legal move.
func (w *worker) result() Result {
	res := Result{Lines: w.lines()}
	if cut := w.partial; len(cut) > 0 && (len(res.Lines) == 0 || cut[0] != res.Lines[0].PV[0]) {
		others := slices.DeleteFunc(slices.Clone(res.Lines), func(r Report) bool { return r.PV[0] == cut[0] })
		most := max(1, len(res.Lines))
		best := w.report(1, w.rootScore)
		best.PV = slices.Clone(cut)
		res.Lines = append([]Report{best}, others...)
		res.Lines = res.Lines[:min(most, len(res.Lines))]
	}
	for i := range res.Lines {
		res.Lines[i].Line = i + 1
	}
	if len(res.Lines) == 0 {
		res.Best = w.glance()
	} else if line := res.Lines[0].PV; len(line) > 1 {
		res.Best, res.Ponder = line[0], line[1]
	} else {
		res.Best = line[0]
	}
	res.Nodes, res.Time = w.s.nodes.Load(), time.Since(w.s.started)
	return res
}

// glance returns the first move that leaves the best score on the board, for
// want of time to look further.
func (w *worker) glance() board.Move {
	best, chosen := infinite, w.roots[0]
	for _, m := range w.roots {
		next := &w.frames[1].position
		if w.s.rules.Apply(&w.frames[0].position, m, next) {
			if score := w.evaluate(next); score < best {
				best, chosen = score, m
			}
		}
	}
	return chosen
}
