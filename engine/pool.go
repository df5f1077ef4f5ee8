package engine

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Recipe is what tells the engines of a [Pool] apart: another recipe is another
// engine. What is left out is as the pool's options say.
type Recipe struct {
	Rules           rules.Rules
	HashMB, Threads int
	Level           int // 0 means MaxLevel
	Mode            eval.Mode
	Seed            uint64
	Book            bool // whether a book is asked
}

// Pool holds the engines that were used last, one a recipe, and makes those it
// does not hold: a program asks it for an engine whenever it has a question. It
// is safe for many callers. The zero value holds one engine and knows no books.
type Pool struct {
	// Options are what all engines have in common. Their level and their book
	// come from the recipe.
	Options Options
	// Size is how many engines are held; 0 means 1.
	Size int
	// Books finds the book of a rule set, such as [OwnBook]. It may return nil.
	Books func(rules.Rules) Book
	// Evaluators finds what scores a rule set's positions in place of what it has
	// learnt, if that is asked for. It may return nil.
	Evaluators func(rules.Rules) eval.Evaluator

	mu      sync.Mutex
	engines []*pooledEngine // the one used last at the end
}

// pooledEngine is an engine with its recipe.
type pooledEngine struct {
	recipe    Recipe
	engine    *Engine
	megabytes int  // of its tables
	forget    bool // whether to clear it before it is used
}

// largeTable is the size in megabytes from which on memory is given back to the
// system as soon as an engine is let go: two large tables at once may be too
// much.
const largeTable = 64

// Engine returns the engine of a recipe. One that is made takes the place of the
// one used least of late, which is let go before, not after; searches of it that
// go on are not disturbed. If the engine is to forget what it has learnt, Engine
// waits until its searches have ended.
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

// get finds or makes an engine, and tells whether it has to be cleared.
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

// Held returns the engine of a recipe if it is there.
func (p *Pool) Held(want Recipe) (*Engine, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.index(want.normal()); i >= 0 {
		return p.engines[i].engine, true
	}
	return nil, false
}

// Forget has every engine start from nothing the next time it is asked for.
func (p *Pool) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.engines {
		h.forget = true
	}
}

// Drop lets all engines go.
func (p *Pool) Drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.engines = nil
}

// mark has an engine that could not be cleared be cleared the next time.
func (p *Pool) mark(e *Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.engines {
		if h.engine == e {
			h.forget = true
		}
	}
}

// makeRoom lets go of the engines used least of late until one more fits.
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

// index returns where the engine of a recipe is held, -1 if it is not.
func (p *Pool) index(want Recipe) int {
	return slices.IndexFunc(p.engines, func(h *pooledEngine) bool { return h.recipe == want })
}

// normal writes full strength in one way.
func (r Recipe) normal() Recipe {
	if r.Level == MaxLevel {
		r.Level = 0
	}
	return r
}

// options are the settings of an engine by its recipe.
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
