// Package engine is an opponent and an analyst for any rule set, for Go
// programs and for the protocols built on it.
//
// An [Engine] holds a bounded number of searchers. Callers that come when all
// are busy wait for their turn, or until their context ends. What one caller
// asks never disturbs another's answer.
package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/search"
)

// Limits says when a search is to stop.
type Limits = search.Limits

// Options are the settings of an Engine. The zero value is ready for use.
type Options struct {
	HashMB  int       // memory of each searcher's table; 0 means 16
	Threads int       // threads of each searcher; 0 means 1
	Callers int       // searches at the same time; 0 means 1
	Mode    eval.Mode // which weights; "" means the learnt ones
	// Level is how well it plays, from 1 to MaxLevel; 0 means MaxLevel.
	Level int
	// Seed makes the choices of a weakened engine repeatable; 0 draws one.
	Seed uint64
}

// Engine analyses and plays one rule set. It is safe for many callers.
type Engine struct {
	rules rules.Rules
	idle  chan *search.Searcher
	level int
	rng   chan *rand.Rand // holds the one generator while it is free
}

// New returns an engine for a rule set.
func New(r rules.Rules, o Options) (*Engine, error) {
	e, err := eval.New(r, o.Mode)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if o.Level < 0 || o.Level > MaxLevel {
		return nil, fmt.Errorf("engine: level %d is not from 1 to %d", o.Level, MaxLevel)
	}
	callers := max(1, o.Callers)
	made := &Engine{rules: r, idle: make(chan *search.Searcher, callers), level: o.Level, rng: make(chan *rand.Rand, 1)}
	for range callers {
		made.idle <- search.New(r, e, search.Options{HashMB: o.HashMB, Threads: o.Threads})
	}
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	made.rng <- rand.New(rand.NewPCG(o.Seed, 0x7461696e))
	return made, nil
}

// Rules returns the rule set the engine plays.
func (e *Engine) Rules() rules.Rules { return e.rules }

// Info is what is known so far about one line of play.
type Info struct {
	search.Report
	SAN []string // the line as people write it
}

// ErrOver says that the position has no legal move.
var ErrOver = errors.New("engine: the game is over, there is no move to find")

// Analyse streams what it finds about the position a game has reached, deeper
// and deeper, until a limit is reached, the context ends, or the caller stops
// listening.
func (e *Engine) Analyse(ctx context.Context, game *rules.Line, l Limits) iter.Seq[Info] {
	p, earlier := game.Position(), keys(game)
	return func(yield func(Info) bool) {
		s, err := e.take(ctx)
		if err != nil {
			return
		}
		defer func() { e.idle <- s }()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		listening := true
		s.Search(ctx, &p, earlier, l, func(r search.Report) {
			if listening && !yield(Info{r, SAN(e.rules, &p, r.PV)}) {
				listening = false
				cancel()
				s.Stop()
			}
		})
	}
}

// Choose returns the move the engine plays at its level, with what it knows
// about it. Report, which may be nil, is told of progress.
func (e *Engine) Choose(ctx context.Context, game *rules.Line, l Limits, report func(search.Report)) (search.Result, error) {
	s, err := e.take(ctx)
	if err != nil {
		return search.Result{}, err
	}
	defer func() { e.idle <- s }()
	p := game.Position()
	if e.level == 0 || e.level == MaxLevel {
		res := s.Search(ctx, &p, keys(game), l, report)
		return res, over(res)
	}
	res := s.Search(ctx, &p, keys(game), weaken(l, e.level), report)
	rng := <-e.rng
	res.Best = pick(res, e.level, rng)
	e.rng <- rng
	res.Ponder = board.NoMove
	return res, over(res)
}

func over(res search.Result) error {
	if res.Best == board.NoMove {
		return ErrOver
	}
	return nil
}

// Clear forgets what earlier searches learnt, once all of them have ended.
func (e *Engine) Clear(ctx context.Context) error {
	for range cap(e.idle) {
		s, err := e.take(ctx)
		if err != nil {
			return err
		}
		s.Clear()
		defer func() { e.idle <- s }()
	}
	return nil
}

// take waits for a searcher that is free.
func (e *Engine) take(ctx context.Context) (*search.Searcher, error) {
	select {
	case s := <-e.idle:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// keys lists the positions before the last, which may be repeated.
func keys(game *rules.Line) []uint64 {
	earlier := make([]uint64, 0, game.Ply())
	for ply := range game.Ply() {
		p, _ := game.At(ply)
		earlier = append(earlier, p.Key)
	}
	return earlier
}

// SAN writes a line of moves from a position as people do. It stops at a move
// that cannot be played.
func SAN(r rules.Rules, p *board.Position, line []board.Move) (text []string) {
	at := *p
	for _, m := range line {
		if !rules.Legal(r, &at, m) {
			break
		}
		text = append(text, r.Guide().FormatSAN(&at, m))
		var next board.Position
		r.Apply(&at, m, &next)
		at = next
	}
	return text
}
