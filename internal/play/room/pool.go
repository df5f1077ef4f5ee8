package room

import (
	"context"
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
)

// job is something the computer is to think about in a room.
type job struct {
	owner owner
	task  game.Task
	told  int // the place last told, -1 for none

	ctx    context.Context
	cancel context.CancelFunc
}

// owner is whose a job is.
type owner interface {
	// think does the job.
	think(j *job, p ComputerPlayer) error
	// behind is called now and then while the job waits.
	behind(j *job)
}

// pool is the queue of what the computer has to think about, first come first
// served. Its lock may be taken while a room's is held, not the other way.
type pool struct {
	mu      sync.Mutex
	ready   *sync.Cond
	workers int
	queue   []*job
	active  map[*job]bool
	closed  bool
}

func newPool(workers int) *pool {
	p := &pool{workers: workers, active: map[*job]bool{}}
	p.ready = sync.NewCond(&p.mu)
	return p
}

// add queues a job.
func (p *pool) add(t *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, t)
	p.ready.Signal()
}

// drop takes a job out of the queue, or cuts the thinking about it short.
func (p *pool) drop(t *job) {
	t.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.queue, t); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	}
}

// next waits for a job; nil means that the pool is closed.
func (p *pool) next() *job {
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

// done notes that nobody thinks about a job any more.
func (p *pool) done(t *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.active, t)
}

// place returns how many have to be done before a job: 0 if it is thought
// about or about to be.
func (p *pool) place(t *job) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(0, slices.Index(p.queue, t)+1-(p.workers-len(p.active)))
}

// waiting returns the jobs in the queue.
func (p *pool) waiting() []*job {
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
