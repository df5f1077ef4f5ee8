// Package search finds the best move of a position in any rule set.
//
// The way of a question: [Searcher.Search] sets up a clock (time.go) and one
// worker a thread (worker.go); each worker deepens step by step and asks node
// (node.go) for a score, which orders moves (order.go), weighs exchanges
// (exchange.go) and ends in quiet positions (quiet.go). Workers share nothing
// but a table of results (table.go). With one thread and a limit by nodes or
// depth the same question always gets the same answer.
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
	"github.com/tainchess/tain/rules"
)

// Scores are centipawns for the side to move. A mate in n half moves is Mate-n.
const (
	Mate     = 32000
	mateEdge = Mate - 2*maxPly // scores beyond this are mates
	infinite = Mate + 1
	maxPly   = 128
)

// Evaluator scores a position for the side to move, in centipawns.
type Evaluator interface {
	Evaluate(p *board.Position) int
}

// Coster is an evaluator that knows what a quiet move gives the opponent, in
// centipawns: in the reflecting games that is most of what there is to know
// about it.
type Coster interface {
	Cost(p *board.Position, m board.Move) int
}

// Options are the settings of a Searcher.
type Options struct {
	HashMB  int // size of the table; 0 means 16
	Threads int // 0 means 1
}

// Limits says when to stop. The zero value never stops by itself.
type Limits struct {
	Depth    int           // stop after this depth
	Nodes    uint64        // stop after this many nodes
	Enough   uint64        // look no deeper after this many nodes, but finish the depth in hand
	MoveTime time.Duration // stop after this time
	Mate     int           // stop when a mate in so many moves is found, or a short one is known not to be there
	Clock    *Clock        // play by the clock
	Moves    []board.Move  // look only at these first moves
	Lines    int           // how many best lines to report; 0 means 1
	// Infinite goes on until told to stop, even when there is nothing left to
	// find.
	Infinite bool
	// Ponder, if there is one, starts the search on the opponent's time: the
	// clock does not count until the channel is closed, because the expected
	// move was played.
	Ponder <-chan struct{}
}

// Clock is the time left to the side to move.
type Clock struct {
	Left, Increment time.Duration
	MovesToGo       int // 0 if the time is for the whole game
}

// Report is what is known so far about one line.
type Report struct {
	Line     int // 1 for the best
	Depth    int
	SelDepth int
	Score    int  // for the side to move
	Lower    bool // the score is at least this
	Upper    bool // the score is at most this
	Nodes    uint64
	Time     time.Duration
	HashFull int // permille of the table in use
	PV       []board.Move
}

// MateIn returns the number of moves to mate, negative when being mated, and
// whether the score is a mate.
func MateIn(score int) (int, bool) {
	switch {
	case score > mateEdge:
		return (Mate - score + 1) / 2, true
	case score < -mateEdge:
		return -(Mate + score + 1) / 2, true
	}
	return 0, false
}

// Result is the answer of a search.
type Result struct {
	Best   board.Move // NoMove if there is no legal move
	Ponder board.Move // the expected reply, or NoMove
	Lines  []Report   // the last report of each line, best first
	Nodes  uint64
	Time   time.Duration
}

// Searcher searches positions of one rule set. It answers one question at a
// time; use several for several at once.
type Searcher struct {
	rules   rules.Rules
	eval    Evaluator
	traits  traits
	table   table
	workers []*worker

	mu      sync.Mutex // held during a search
	stop    atomic.Bool
	ponder  atomic.Bool
	started time.Time
	budget  budget
	// deadline is when to stop at the latest, counted from started; 0 for
	// never.
	deadline atomic.Int64
	lag      time.Duration // how late searches have ended of late
	limits   Limits
	nodes    atomic.Uint64 // of all workers, counted in batches
}

// traits are what a search needs to know of a rule set beside its moves.
type traits struct {
	captures  capturer
	attackers attackers
	coster    Coster
	// passing tells whether a side may be assumed to do at least as well by
	// moving as by passing; where quiet moves feed the opponent it may not.
	passing bool
	// renews tells whether moves make pieces: then a position can come back
	// even after a capture.
	renews bool
}

// capturer is a rule set that can list captures and promotions alone.
type capturer interface {
	Captures(p *board.Position, list *board.MoveList)
}

// attackers is a rule set whose captures are exchanges on one square.
type attackers interface {
	Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard
}

// New returns a Searcher for a rule set.
func New(r rules.Rules, e Evaluator, o Options) *Searcher {
	s := &Searcher{rules: r}
	s.traits.captures, _ = r.(capturer)
	s.traits.attackers, _ = r.(attackers)
	s.traits.renews = r.Info().Reflects
	s.traits.passing = !s.traits.renews
	s.SetEvaluator(e)
	s.Resize(max(1, o.HashMB))
	if o.HashMB == 0 {
		s.Resize(16)
	}
	s.SetThreads(max(1, o.Threads))
	return s
}

// SetEvaluator changes how positions are scored.
func (s *Searcher) SetEvaluator(e Evaluator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.eval = e
	s.traits.coster, _ = e.(Coster)
	for _, w := range s.workers {
		clear(w.scores)
	}
}

// Resize gives the table a new size in megabytes and empties it.
func (s *Searcher) Resize(megabytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.table = newTable(megabytes)
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

// Clear forgets everything learnt from earlier searches.
func (s *Searcher) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.table.clear()
	for _, w := range s.workers {
		w.clear()
	}
}

// Stop ends the search that is running, if any; Search then returns what it
// has.
func (s *Searcher) Stop() { s.stop.Store(true) }

// Search looks for the best move of the last position of a game. Earlier holds
// the keys of the positions before it, for repetitions. Report, which may be
// nil, is called from one goroutine.
func (s *Searcher) Search(ctx context.Context, p *board.Position, earlier []uint64, l Limits, report func(Report)) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = time.Now()
	s.stop.Store(ctx.Err() != nil)
	s.ponder.Store(l.Ponder != nil)
	s.limits = l
	s.nodes.Store(0)
	s.budget = newBudget(l, s.lag)
	s.deadline.Store(0)
	if l.Ponder == nil {
		s.startClock()
	}
	s.table.age()
	told := make(chan struct{})
	unhook := context.AfterFunc(ctx, func() {
		s.Stop()
		close(told)
	})
	defer func() {
		if !unhook() {
			<-told // or it would stop the search after this one
		}
	}()

	roots := s.roots(p, l.Moves)
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
		w.setUp(p, earlier, roots, len(l.Moves) == 0)
		if w.id > 0 {
			helpers.Go(func() { w.deepen(nil) })
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
	main.deepen(report)
	for (l.Infinite || s.ponder.Load()) && !s.stop.Load() {
		time.Sleep(time.Millisecond) // nothing more to find, but an answer is not due
	}
	end()
	s.noteLag()
	res := main.result()
	if report != nil && len(res.Lines) > 0 && res.Best != first {
		report(res.Lines[0]) // the depth that was cut off changed its mind
	}
	return res
}

// roots lists the legal first moves, only those wanted if any are.
func (s *Searcher) roots(p *board.Position, wanted []board.Move) []board.Move {
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
