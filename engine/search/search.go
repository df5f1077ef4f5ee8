// Package search finds the best move of a position in any rule set.
//
// The way of a question: [Searcher.Search] sets up a clock (time.go) and one
// worker a thread (worker.go), which share nothing but the transposition table
// (tt.go): lazy SMP. Each worker does iterative deepening with aspiration
// windows (deepening.go) over a principal variation search (pvs.go), which
// orders moves (moveorder.go) by what it has learnt (history.go) and by static
// exchange evaluation (see.go), and ends in a quiescence search (qsearch.go).
// The static evaluation comes from an [eval.Evaluator] (evaluate.go) and is
// corrected by what searches have found it to miss (correction.go). A mate in
// few moves that is asked for is solved for certain (matesolver.go), and endgame
// tables, where there are some, are asked for what they know (tables.go). With one
// thread and a limit by nodes or depth the same question always gets the same
// answer.
//
// What the search prunes and how is that of orthodox engines, with two
// differences where moves make pieces: there are no null moves, and quiet moves
// have a price ([eval.Coster]).
//
// Positions are copied, not undone, and every worker keeps its memory from one
// question to the next: nothing is allocated per node.
package search

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Mate is the score of a mate on the board; a mate in n plies is Mate-n. All
// scores are centipawns for the side to move.
const Mate = 32000

const (
	mateInMaxPly = Mate - 2*maxPly // scores beyond this are mates
	infinite     = Mate + 1
	maxPly       = 128
)

const defaultHashMB = 16

// Options are the settings of a Searcher.
type Options struct {
	HashMB  int // size of the transposition table in megabytes; 0 means 16
	Threads int // 0 means 1
}

// Searcher searches positions of one rule set. It answers one question at a
// time; use several for several at once.
type Searcher struct {
	rules       rules.Rules
	eval        eval.Evaluator
	incremental eval.Incremental // the same, nil if it is not
	traits      traits
	tt          transpositionTable
	tables      Tables // nil for none
	tablePieces int    // the most that they know; 0 without tables
	workers     []*worker

	mu      sync.Mutex // held during a search
	stop    atomic.Bool
	ponder  atomic.Bool
	started time.Time
	budget  budget
	// deadline is when to stop at the latest, counted from started; 0 for
	// never.
	deadline atomic.Int64
	overhead time.Duration // move overhead measured: how late searches have ended of late
	limits   Limits
	nodes    atomic.Uint64 // of all workers, counted in batches
}

// traits are what a search needs to know of a rule set beside its moves.
type traits struct {
	captureGenerator captureGenerator // nil if it cannot
	attackers        attackers        // nil if there are none
	coster           eval.Coster      // nil if quiet moves have no price
	// nullMove tells whether null moves are allowed: a side is assumed to do
	// at least as well by moving as by passing, and where quiet moves feed the
	// opponent that is wrong.
	nullMove bool
	// gains tells that what moves make is the mover's own: then null moves are
	// right again, but a quiet move may change the score by a piece.
	gains bool
	// makesPieces tells whether moves make pieces: then a position can come back
	// even after a capture.
	makesPieces bool
}

// gainer is a rule set that can tell whether all that its moves make is the
// mover's own.
type gainer interface {
	Gains() bool
}

// captureGenerator is a rule set that can list captures and promotions alone.
type captureGenerator interface {
	Captures(p *board.Position, list *board.MoveList)
}

// attackers is a rule set whose captures are exchanges on one square, so that
// static exchange evaluation makes sense.
type attackers interface {
	Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard
}

// New returns a Searcher for a rule set. What the evaluator can do beside
// scoring positions is made use of: see [eval.Coster] and [eval.Incremental].
func New(r rules.Rules, e eval.Evaluator, o Options) *Searcher {
	s := &Searcher{rules: r, eval: e}
	s.incremental, _ = e.(eval.Incremental)
	s.traits.captureGenerator, _ = r.(captureGenerator)
	s.traits.attackers, _ = r.(attackers)
	s.traits.coster, _ = e.(eval.Coster)
	s.traits.makesPieces = r.Info().Reflects
	s.traits.nullMove = !s.traits.makesPieces
	if g, ok := r.(gainer); ok {
		s.traits.gains = g.Gains()
	}
	if o.HashMB == 0 {
		o.HashMB = defaultHashMB
	}
	s.Resize(max(1, o.HashMB))
	s.SetThreads(max(1, o.Threads))
	return s
}

// Resize gives the transposition table a new size in megabytes and empties it.
func (s *Searcher) Resize(megabytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tt = newTranspositionTable(megabytes)
}

// SetThreads changes the number of threads.
func (s *Searcher) SetThreads(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.workers) < n {
		s.workers = append(s.workers, newWorker(s, len(s.workers)))
	}
	s.workers = s.workers[:max(1, n)]
}

// Clear forgets everything learnt from earlier searches: the transposition
// table, the evaluation cache and the history of moves.
func (s *Searcher) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tt.clear()
	for _, w := range s.workers {
		w.clear()
	}
}

// Stop ends the search that is running, if any; Search then returns what it
// has.
func (s *Searcher) Stop() { s.stop.Store(true) }

// Search looks for the best move of the last position of a game. Earlier holds
// the Zobrist hashes of the positions before it, for repetitions. Report, which may be
// nil, is called from one goroutine.
func (s *Searcher) Search(ctx context.Context, p *board.Position, earlier []uint64, l Limits, report func(Report)) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = time.Now()
	s.stop.Store(ctx.Err() != nil)
	s.ponder.Store(l.Ponder != nil)
	s.limits = l
	s.nodes.Store(0)
	s.budget = newBudget(l, s.overhead)
	s.deadline.Store(0)
	if l.Ponder == nil {
		s.startClock()
	}
	s.tt.newGeneration()
	defer s.stopWith(ctx)()

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
	defer end() // even if report panics
	for _, w := range s.workers {
		w.reset(p, earlier, roots, len(l.SearchMoves) == 0)
		if w.id > 0 {
			helpers.Go(func() { w.iterativeDeepening(nil) })
		}
	}
	main := s.workers[0]
	first := board.NoMove // of the best line told last
	if tell := report; tell != nil {
		report = func(r Report) {
			if r.Line == 1 && !r.Lower && !r.Upper {
				first = r.PV[0]
			}
			tell(r)
		}
	}
	main.iterativeDeepening(report)
	for (l.Infinite || s.ponder.Load()) && !s.stop.Load() {
		time.Sleep(time.Millisecond) // nothing more to find, but an answer is not due
	}
	end()
	s.measureOverhead()
	res := main.result()
	if report != nil && res.Best != first {
		// The depth that was cut off changed its mind. All lines have moved: the
		// best one's old place must not show its move a second time.
		for _, line := range res.Lines {
			report(line)
		}
	}
	return res
}

// rootMoves lists the legal first moves, only those wanted if any are.
func (s *Searcher) rootMoves(p *board.Position, wanted []board.Move) []board.Move {
	legal := rules.LegalMoves(s.rules, p)
	if len(wanted) == 0 {
		return legal
	}
	var kept []board.Move
	for _, m := range legal {
		for _, w := range wanted {
			if m == w {
				kept = append(kept, m)
				break
			}
		}
	}
	return kept
}

// stopWith stops the search when a context ends, until what it returns is called.
func (s *Searcher) stopWith(ctx context.Context) (unhook func()) {
	told := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		s.Stop()
		close(told)
	})
	return func() {
		if !stop() {
			<-told // or it would stop the search after this one
		}
	}
}
