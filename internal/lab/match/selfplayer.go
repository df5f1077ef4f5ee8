package match

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// selfPlayer is our own engine in this process.
type selfPlayer struct {
	rules   rules.Rules
	level   int
	seed    uint64
	engines engine.Pool
	engine  *engine.Engine // of the game being played
}

func (p *selfPlayer) title() string { return "tain" }

// ready gives a game an engine that remembers nothing of those before, so that
// the same game is played whenever it is played.
func (p *selfPlayer) ready(ctx context.Context, s *setup) (err error) {
	recipe := engine.Recipe{Rules: p.rules, Level: p.level, Book: p.engines.Books != nil}
	if p.level > 0 || recipe.Book {
		recipe.Seed = p.seed*0x9e3779b97f4a7c15 + uint64(s.number) + 1 // chance is part of the game's number
	}
	p.engines.Forget()
	p.engine, err = p.engines.Engine(ctx, recipe)
	return err
}

func (p *selfPlayer) move(ctx context.Context, t *turn) (answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limits := engine.Limits{Depth: t.limit.Depth, Nodes: t.limit.Nodes, MoveTime: t.limit.MoveTime}
	if c := t.limit.Control; !c.None() {
		limits.Clock = &search.Clock{Left: t.left[t.side], Increment: time.Duration(c.Increment) * time.Millisecond, MovesToGo: t.movesToGo}
	}
	type reply struct {
		res  search.Result
		took time.Duration
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		var r reply
		defer func() {
			if broken := recover(); broken != nil {
				r.err = fault(Crash, "match.fault.search", locale.Args{"why": fmt.Sprint(broken)})
			}
			replies <- r
		}()
		began := time.Now()
		r.res, r.err = p.engine.Choose(ctx, t.line, limits, nil)
		r.took = time.Since(began)
	}()
	late := time.NewTimer(t.wait + grace)
	defer late.Stop()
	select {
	case <-late.C:
		return answer{}, fault(Hang, "match.fault.no-answer", locale.Args{"time": (t.wait + grace).String()})
	case r := <-replies:
		if r.err != nil {
			if _, ok := r.err.(*Fault); !ok {
				r.err = fault(Crash, "match.fault.other", locale.Args{"why": locale.Of(r.err)})
			}
			return answer{}, r.err
		}
		at := t.line.Position()
		a := answer{text: p.rules.Guide().FormatUCI(&at, r.res.Best), took: r.took}
		if len(r.res.Lines) > 0 {
			best := r.res.Lines[0]
			a.score, a.depth, a.scored = best.Score, best.Depth, true
		}
		return a, nil
	}
}

func (p *selfPlayer) over(rules.Result, string) {}

func (p *selfPlayer) stop() { p.engines.Drop() }

func (p *selfPlayer) quit() { p.engines.Drop() }

// newSelf checks the settings of a player that is our own engine.
func newSelf(r rules.Rules, o engine.Options, seed uint64) (*selfPlayer, error) {
	p := &selfPlayer{rules: r, level: o.Level, seed: seed, engines: engine.Pool{Options: o}}
	if o.Book != nil {
		p.engines.Books = func(rules.Rules) engine.Book { return o.Book }
	}
	var err error
	if p.engine, err = p.engines.Engine(context.Background(), engine.Recipe{Rules: r, Level: o.Level}); err != nil {
		return nil, because(err, "match.no-engine", locale.Args{"name": r.Info().Name, "why": locale.Of(err)})
	}
	return p, nil
}
