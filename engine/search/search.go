// Package search finds the best move in a position of any rule set.
//
// [Searcher.Search] starts a timer (time.go) and one worker per thread (worker.go). The workers share results only
// through the transposition table (tt.go), a scheme called lazy SMP. Each worker runs iterative deepening with
// aspiration windows (deepening.go) over a principal variation search (pvs.go), which orders moves by history and
// static exchange evaluation (moveorder.go, history.go) and ends in a quiescence search (qsearch.go). The static
// evaluation comes from an [eval.Evaluator], adjusted by the correction history, or from endgame tables
// (evaluate.go). A mate solver proves or disproves short mates on request (matesolver.go). After
// [Searcher.Clear], a search with one thread and a depth or node limit is deterministic.
//
// Pruning and reductions are those of orthodox engines. For rule sets whose moves spawn pieces, pruning is more
// cautious: for example, there is no null-move pruning if those pieces belong to the opponent. If the
// evaluator is an [eval.Coster], quiet moves then also have a cost.
//
// The search copies positions instead of undoing moves. Workers reuse their memory from one search to the
// next, so a search does not allocate memory per node, except for the positions of wide boards.
package search

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

const defaultHashMB = 16

// Options are the settings of a Searcher.
type Options struct {
	HashMB  int // size of the transposition table in megabytes; 0 means 16
	Threads int // 0 means 1
}

// Searcher searches positions of one rule set. It runs one search at a time;
// concurrent calls block.
type Searcher struct {
	mu      sync.Mutex // held during a search
	workers []*worker
	shared
}

// New returns a Searcher for a rule set. If the evaluator implements [eval.Coster] or [eval.Incremental], the
// search uses them.
func New(r rules.Rules, e eval.Evaluator, o Options) *Searcher {
	s := &Searcher{shared: shared{rules: r, eval: e, traits: newTraits(r, e)}}
	s.incremental, _ = e.(eval.Incremental)
	s.Resize(max(1, cmp.Or(o.HashMB, defaultHashMB)))
	s.SetThreads(o.Threads)
	return s
}

// Resize changes the size of the transposition table, in megabytes, and clears
// it.
func (s *Searcher) Resize(megabytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tt = newTranspositionTable(megabytes)
}

// SetThreads sets the number of threads. Values below 1 mean 1.
func (s *Searcher) SetThreads(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = max(1, n)
	for len(s.workers) < n {
		s.workers = append(s.workers, newWorker(&s.shared, len(s.workers)))
	}
	s.workers = s.workers[:n]
}

// SetTables sets the endgame tables to probe; nil means none.
func (s *Searcher) SetTables(t Tables) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables, s.tablePieces = t, 0; t != nil {
		s.tablePieces = t.MaxPieces()
	}
}

// Clear clears the transposition table, the evaluation caches and the histories.
func (s *Searcher) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tt.clear()
	for _, w := range s.workers {
		w.clear()
	}
}

// Stop ends the running search, if any. Search then returns its best result so
// far.
func (s *Searcher) Stop() { s.stop.Store(true) }

// Search returns the best move in a position. Earlier holds the Zobrist hashes of the previous positions of
// the game, to detect repetitions. Report, which may be nil, is called on the calling goroutine. The result
// is empty if there is no legal move.
func (s *Searcher) Search(ctx context.Context, p *board.Position, earlier []uint64, l Limits,
	report func(Report)) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.start(ctx, l)()
	s.tt.newGeneration()
	roots := s.rootMoves(p, l.SearchMoves)
	if len(roots) == 0 {
		return Result{}
	}
	quit := make(chan struct{})
	var watch, helpers sync.WaitGroup
	watch.Go(func() { s.watch(quit) })
	end := sync.OnceFunc(func() {
		s.stop.Store(true)
		helpers.Wait()
		close(quit)
		watch.Wait()
	})
	defer end() // also runs if report panics
	for _, w := range s.workers {
		w.reset(p, earlier, roots, len(l.SearchMoves) == 0)
		if w.id > 0 {
			helpers.Go(func() { w.iterativeDeepening(nil) })
		}
	}
	main := s.workers[0]
	reported := board.NoMove // first move of the last reported best line
	if send := report; send != nil {
		report = func(r Report) {
			if r.Line == 1 && !r.Lower && !r.Upper {
				reported = r.PV[0]
			}
			send(r)
		}
	}
	main.iterativeDeepening(report)
	for (l.Infinite || s.ponder.Load()) && !s.stop.Load() {
		time.Sleep(time.Millisecond) // the search is complete, but must not return yet
	}
	end()
	s.measureOverhead()
	res := main.result()
	if report != nil && res.Best != reported {
		// The interrupted iteration found a better move. Report all lines again; otherwise that move would
		// also remain at its old rank.
		for _, line := range res.Lines {
			report(line)
		}
	}
	return res
}

// SolveMate determines whether the side to move can mate in at most n moves, for n up to 4. The first move
// must be one of the given moves, or any legal move if none are given. It returns the shortest mate, or nil
// if there is none. Proved is false if the search reached the node limit or the context ended before it had
// an answer. Positions before p do not count as repetitions.
func (s *Searcher) SolveMate(ctx context.Context, p *board.Position, first []board.Move, n int,
	nodes uint64) (line []board.Move, proved bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.start(ctx, Limits{Nodes: nodes})()
	roots := s.rootMoves(p, first)
	if len(roots) == 0 {
		return nil, ctx.Err() == nil
	}
	w := s.workers[0]
	w.reset(p, nil, roots, len(first) == 0)
	for in := 1; in <= min(n, maxSolvedMate); in++ {
		if w.attackerMates(0, in) {
			return slices.Clone(w.stack[0].pv), true
		}
		if s.stop.Load() {
			return nil, false
		}
	}
	return nil, n <= maxSolvedMate
}

// start resets the shared state for a search. The search stops when the context ends. The caller must call
// release after the search.
func (s *Searcher) start(ctx context.Context, l Limits) (release func()) {
	s.timer.start(l)
	s.nodes.Store(0)
	s.stop.Store(ctx.Err() != nil)
	stopped := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		s.Stop()
		close(stopped)
	})
	return func() {
		if !cancel() {
			<-stopped // otherwise the callback could stop the next search
		}
	}
}

// rootMoves returns the legal moves or, if wanted is not empty, only the legal moves in wanted.
func (s *Searcher) rootMoves(p *board.Position, wanted []board.Move) []board.Move {
	return slices.DeleteFunc(rules.LegalMoves(s.rules, p), func(m board.Move) bool {
		return len(wanted) > 0 && !slices.Contains(wanted, m)
	})
}
