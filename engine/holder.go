package engine

import (
	"context"
	"runtime/debug"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Recipe is what an engine is made of: if it changes, another must be made.
type Recipe struct {
	Rules           rules.Rules
	HashMB, Threads int
	Level           int
	Mode            eval.Mode
	Book            bool // whether a book is asked
}

// Holder holds the one engine of a session whose settings change, as those of a
// protocol do. The zero value holds none.
type Holder struct {
	// Books finds the book of a rule set, if there are books.
	Books func(rules.Rules) Book

	engine *Engine
	made   Recipe
	forget bool
}

// Forget has the engine start from nothing the next time it is wanted.
func (h *Holder) Forget() { h.forget = true }

// Made returns the engine of a recipe if it is there.
func (h *Holder) Made(want Recipe) (*Engine, bool) {
	return h.engine, h.engine != nil && h.made == want
}

// Engine returns the engine of a recipe, ready to search. It must not be called
// while the last one is searching.
func (h *Holder) Engine(ctx context.Context, want Recipe) (*Engine, error) {
	if _, ok := h.Made(want); !ok {
		if h.engine = nil; h.made.HashMB >= 64 {
			debug.FreeOSMemory() // two large tables at once may be too much
		}
		o := Options{HashMB: want.HashMB, Threads: want.Threads, Level: want.Level, Mode: want.Mode}
		if want.Book && h.Books != nil {
			o.Book = h.Books(want.Rules)
		}
		made, err := New(want.Rules, o)
		if err != nil {
			return nil, err
		}
		h.engine, h.made, h.forget = made, want, false
	}
	if h.forget {
		if err := h.engine.Clear(ctx); err != nil {
			return nil, err
		}
		h.forget = false
	}
	return h.engine, nil
}
