package engine

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Recipe identifies an engine in a [Pool]. If HashMB, Threads, Mode or Seed is zero, the pool's option
// applies.
type Recipe struct {
	Rules           rules.Rules
	HashMB, Threads int
	Level           int // 0 means MaxLevel
	Mode            eval.Mode
	Seed            uint64
	Book            bool // whether to use a book
}

// Pool caches the most recently used engines, one per recipe, and creates missing ones on demand. It is safe
// for concurrent use. The zero value holds one engine and has no books.
type Pool struct {
	// Options are common to all engines. Level and Book are ignored, because they come from the recipe.
	Options Options
	// Size is the maximum number of engines to hold; 0 means 1.
	Size int
	// Books returns the book of a rule set, as [OwnBook] does, or nil. If Books is nil, engines have no book.
	Books func(rules.Rules) Book
	// Evaluators returns an evaluator that replaces the learnt one of a rule set, or nil to keep it.
	// Evaluators may be nil.
	Evaluators func(rules.Rules) eval.Evaluator

	mu      sync.Mutex
	engines []*pooledEngine // most recently used last
}

// pooledEngine is an engine with its recipe.
type pooledEngine struct {
	recipe    Recipe
	engine    *Engine
	megabytes int  // total size of its transposition tables
	forget    bool // clear the tables before the next use
}

// largeTable is the table size in megabytes from which an evicted engine's memory is returned to the system
// immediately, because two large tables may not fit in memory together.
const largeTable = 64

// Engine returns the engine for a recipe. If the pool is full, a new engine replaces the least recently used
// one, which is evicted first; searches on the evicted engine continue. If the returned engine must be cleared,
// Engine waits for its searches to end. It returns an error if the recipe is invalid or the context ends first.
func (p *Pool) Engine(ctx context.Context, want Recipe) (*Engine, error) {
	e, forget, err := p.get(want)
	if err != nil || !forget {
		return e, err
	}
	if err := e.Clear(ctx); err != nil {
		p.mark(e)
		return nil, err
	}
	return e, nil
}

// get finds or creates the engine for a recipe and reports whether it must be cleared.
func (p *Pool) get(want Recipe) (e *Engine, forget bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	want = want.normal()
	if i := p.index(want); i >= 0 {
		h := p.engines[i]
		p.engines = append(slices.Delete(p.engines, i, i+1), h)
		forget, h.forget = h.forget, false
		return h.engine, forget, nil
	}
	p.makeRoom()
	o := p.options(want)
	if e, err = New(want.Rules, o); err != nil {
		return nil, false, err
	}
	p.engines = append(p.engines, &pooledEngine{recipe: want, engine: e, megabytes: o.HashMB * max(1, o.Callers)})
	return e, false, nil
}

// Held returns the engine for a recipe and true, or false if the pool does not hold it.
func (p *Pool) Held(want Recipe) (*Engine, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.index(want.normal()); i >= 0 {
		return p.engines[i].engine, true
	}
	return nil, false
}

// Forget makes the pool clear every engine before its next use.
func (p *Pool) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.engines {
		h.forget = true
	}
}

// Drop evicts all engines.
func (p *Pool) Drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.engines = nil
}

// mark marks an engine that could not be cleared, so that it will be cleared before its next use.
func (p *Pool) mark(e *Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.engines {
		if h.engine == e {
			h.forget = true
		}
	}
}

// makeRoom evicts the least recently used engines until there is room for one more.
func (p *Pool) makeRoom() {
	large := false
	for len(p.engines) >= max(1, p.Size) {
		large = large || p.engines[0].megabytes >= largeTable
		p.engines = slices.Delete(p.engines, 0, 1)
	}
	if large {
		debug.FreeOSMemory()
	}
}

// index returns the index of the engine for a recipe, or -1 if there is none.
func (p *Pool) index(want Recipe) int {
	return slices.IndexFunc(p.engines, func(h *pooledEngine) bool { return h.recipe == want })
}

// normal returns the recipe with level MaxLevel replaced by its equivalent, 0.
func (r Recipe) normal() Recipe {
	if r.Level == MaxLevel {
		r.Level = 0
	}
	return r
}

// options returns the engine options for a recipe.
func (p *Pool) options(r Recipe) Options {
	o := p.Options
	o.Level, o.Book = r.Level, nil
	if r.HashMB > 0 {
		o.HashMB = r.HashMB
	}
	if r.Threads > 0 {
		o.Threads = r.Threads
	}
	if r.Mode != "" {
		o.Mode = r.Mode
	}
	if p.Evaluators != nil && o.Mode.PlaysNet() {
		if e := p.Evaluators(r.Rules); e != nil {
			o.Evaluator = e
		}
	}
	if r.Seed != 0 {
		o.Seed = r.Seed
	}
	if r.Book && p.Books != nil {
		o.Book = p.Books(r.Rules)
	}
	return o
}
