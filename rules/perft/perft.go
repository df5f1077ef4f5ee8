// Package perft counts sequences of legal moves. The counts are used to test and benchmark move generators.
package perft

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Count returns the number of sequences of depth legal moves from a position. Draws do not end a sequence. It
// returns 0 if the count does not fit in 64 bits; see [Counter.Count].
func Count(r rules.Rules, p *board.Position, depth int) uint64 {
	n, _ := Counter{Rules: r}.Count(context.Background(), p, depth)
	return n
}

// Counter counts sequences of legal moves, optionally with several threads and a hash table.
type Counter struct {
	Rules   rules.Rules
	Threads int // 0 means 1
	HashMB  int // size of the hash table in megabytes; 0 means no table
	// Progress, if not nil, is called after each work item. Calls are never concurrent.
	Progress func(done, total int)
	// Divide, if not nil, is called with the count for each first move, in order, before Count returns. It is
	// not called if the context ends.
	Divide func(m board.Move, count uint64)
}

// ErrTooMany is the error for a count that does not fit in 64 bits.
var ErrTooMany = errors.New("perft: the count does not fit in 64 bits")

// plus returns a+b, or the maximum on overflow.
func plus(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// share is a work item: a position after two moves, or after one move at low depth.
type share struct {
	root  int // index of the first move
	p     board.Position
	depth int
}

// Count returns the number of sequences of depth legal moves from a position. The error is the context's error
// or [ErrTooMany].
func (c Counter) Count(ctx context.Context, p *board.Position, depth int) (uint64, error) {
	if depth <= 0 {
		return 1, ctx.Err()
	}
	firsts, shares := c.divide(p, depth)
	counts := make([]uint64, len(firsts))
	var hash *hashTable
	if c.HashMB > 0 {
		hash = newHashTable(c.HashMB)
	}
	var (
		stop  atomic.Bool
		taken atomic.Int64
		done  int
		mu    sync.Mutex // guards counts, done and Progress
		wg    sync.WaitGroup
	)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	for range max(1, min(c.Threads, len(shares))) {
		wg.Go(func() {
			work := newCounting(c.Rules, depth, hash, &stop)
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(shares) || stop.Load() {
					return
				}
				n := work.count(&shares[i].p, shares[i].depth)
				mu.Lock()
				counts[shares[i].root] = plus(counts[shares[i].root], n)
				done++
				if c.Progress != nil && !stop.Load() {
					c.Progress(done, len(shares))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	var total uint64
	for i, n := range counts {
		total = plus(total, n)
		if c.Divide != nil {
			c.Divide(firsts[i], n)
		}
	}
	if total == math.MaxUint64 {
		return 0, ErrTooMany
	}
	return total, nil
}

// divide returns the first moves and splits the count into work items.
func (c Counter) divide(p *board.Position, depth int) (firsts []board.Move, shares []share) {
	firsts = rules.LegalMoves(c.Rules, p)
	for i, m := range firsts {
		s := share{root: i, depth: depth - 1}
		c.Rules.Apply(p, m, &s.p)
		if depth < 4 {
			shares = append(shares, s)
			continue
		}
		for _, reply := range rules.LegalMoves(c.Rules, &s.p) {
			deeper := share{root: i, depth: depth - 2}
			c.Rules.Apply(&s.p, reply, &deeper.p)
			shares = append(shares, deeper)
		}
	}
	return firsts, shares
}

// counting is the state of one thread. It preallocates a move list and a position for each remaining depth.
type counting struct {
	rules  rules.Rules
	legal  rules.LegalGenerator // nil if the rule set is not a LegalGenerator
	frames []frame
	table  *hashTable // may be nil
	stop   *atomic.Bool
}

type frame struct {
	list board.MoveList
	next board.Position
}

func newCounting(r rules.Rules, depth int, table *hashTable, stop *atomic.Bool) *counting {
	c := &counting{rules: r, frames: make([]frame, depth+1), table: table, stop: stop}
	c.legal, _ = r.(rules.LegalGenerator)
	return c
}

func (c *counting) count(p *board.Position, depth int) (n uint64) {
	switch {
	case depth == 0:
		return 1
	case depth == 1 && c.legal != nil:
		return uint64(c.legal.Count(p))
	case c.stop.Load():
		return 0
	}
	if c.table != nil && depth > 1 {
		if n, ok := c.table.load(p.Hash, depth); ok {
			return n
		}
	}
	f := &c.frames[depth]
	f.list.Reset()
	if c.legal != nil {
		c.legal.Legal(p, &f.list)
		for _, m := range f.list.All() {
			c.legal.Make(p, m, &f.next)
			n = plus(n, c.count(&f.next, depth-1))
		}
	} else {
		c.rules.PseudoLegal(p, &f.list)
		for _, m := range f.list.All() {
			if c.rules.Apply(p, m, &f.next) {
				n = plus(n, c.count(&f.next, depth-1))
			}
		}
	}
	if c.table != nil && depth > 1 && !c.stop.Load() {
		c.table.store(p.Hash, depth, n)
	}
	return n
}

// hashTable caches counts by hash and depth. Threads share it without locks: the check
// word of an entry detects torn writes.
type hashTable struct{ entries []entry }

type entry struct{ check, data atomic.Uint64 }

func newHashTable(megabytes int) *hashTable {
	n := 1
	for n*2*16 <= megabytes<<20 {
		n *= 2
	}
	return &hashTable{make([]entry, n)}
}

// slot returns the entry for a hash and a depth, and the check word that identifies them.
func (t *hashTable) slot(hash uint64, depth int) (*entry, uint64) {
	hash ^= uint64(depth) * 0x9e3779b97f4a7c15
	return &t.entries[hash&uint64(len(t.entries)-1)], hash
}

func (t *hashTable) load(hash uint64, depth int) (uint64, bool) {
	e, hash := t.slot(hash, depth)
	data := e.data.Load()
	return data, e.check.Load()^data == hash && data != 0
}

func (t *hashTable) store(hash uint64, depth int, n uint64) {
	e, hash := t.slot(hash, depth)
	e.data.Store(n)
	e.check.Store(hash ^ n)
}
