package game

import (
	"context"
	"slices"
	"sync"
)

// task is something the computer is to think about.
type task struct {
	table *table
	judge bool // whether to take a draw, rather than what to move
	ply   int  // the position it was set in
	key   uint64
	told  int // the place last told, -1 for none

	ctx    context.Context
	cancel context.CancelFunc
}

// pool is the queue of what the computer has to think about, first come first
// served. Its lock may be taken while a table's is held, not the other way.
type pool struct {
	mu      sync.Mutex
	ready   *sync.Cond
	workers int
	queue   []*task
	active  map[*task]bool
	closed  bool
}

func newPool(workers int) *pool {
	p := &pool{workers: workers, active: map[*task]bool{}}
	p.ready = sync.NewCond(&p.mu)
	return p
}

// add queues a task.
func (p *pool) add(t *task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, t)
	p.ready.Signal()
}

// drop takes a task out of the queue, or cuts the thinking about it short.
func (p *pool) drop(t *task) {
	t.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.queue, t); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	}
}

// next waits for a task; nil means that the pool is closed.
func (p *pool) next() *task {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closed {
		p.ready.Wait()
	}
	if p.closed {
		return nil
	}
	t := p.queue[0]
	p.queue = slices.Delete(p.queue, 0, 1)
	p.active[t] = true
	return t
}

// done notes that nobody thinks about a task any more.
func (p *pool) done(t *task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.active, t)
}

// place returns how many have to be done before a task: 0 if it is thought
// about or about to be.
func (p *pool) place(t *task) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(0, slices.Index(p.queue, t)+1-(p.workers-len(p.active)))
}

// waiting returns the tasks in the queue.
func (p *pool) waiting() []*task {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.queue)
}

func (p *pool) counts() (thinking, queued int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.active), len(p.queue)
}

// close cuts all thinking short.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for t := range p.active {
		t.cancel()
	}
	p.queue = nil
	p.ready.Broadcast()
}
