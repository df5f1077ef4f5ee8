package player

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// selfPlayer is our own engine in this process.
type selfPlayer struct {
	rules   rules.Rules
	level   int
	seed    uint64
	engines engine.Pool
	engine  *engine.Engine // engine for the current game
}

// Start does nothing, because the engine runs in this process.
func (p *selfPlayer) Start(context.Context) error { return nil }

func (p *selfPlayer) Name() string { return "tain" }

// Ready selects an engine for the game and clears its tables, so that games are reproducible.
func (p *selfPlayer) Ready(ctx context.Context, s *Setup) (err error) {
	recipe := engine.Recipe{Rules: p.rules, Level: p.level, Book: p.engines.Books != nil}
	if p.level > 0 || recipe.Book {
		recipe.Seed = p.seed*0x9e3779b97f4a7c15 + uint64(s.Number) + 1 // depends on the game number
	}
	p.engines.Forget()
	p.engine, err = p.engines.Engine(ctx, recipe)
	return err
}

func (p *selfPlayer) Move(ctx context.Context, t *Turn) (Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limits := engine.Limits{Depth: t.Limit.Depth, Nodes: t.Limit.Nodes, MoveTime: t.Limit.MoveTime}
	if c := t.Limit.Control; !c.None() {
		limits.Clock = &search.Clock{Left: t.Left[t.Side], Increment: time.Duration(c.Increment) * time.Millisecond,
			MovesToGo: t.MovesToGo}
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
				r.err = Faultf(Crash, "the search panicked: %v", fmt.Sprint(broken))
			}
			replies <- r
		}()
		began := time.Now()
		r.res, r.err = p.engine.Choose(ctx, t.Line, limits, nil)
		r.took = time.Since(began)
	}()
	late := time.NewTimer(t.Wait + grace)
	defer late.Stop()
	select {
	case <-late.C:
		return Answer{}, Faultf(Hang, "no answer after %v", (t.Wait + grace))
	case r := <-replies:
		if r.err != nil {
			if _, ok := r.err.(*Fault); !ok {
				r.err = Faultf(Crash, "%v", r.err)
			}
			return Answer{}, r.err
		}
		at := t.Line.Position()
		a := Answer{Text: p.rules.Guide().FormatUCI(&at, r.res.Best), Took: r.took}
		if len(r.res.Lines) > 0 {
			best := r.res.Lines[0]
			a.Score, a.Depth, a.Scored = best.Score, best.Depth, true
		}
		return a, nil
	}
}

func (p *selfPlayer) Over(rules.Result, string) {}

func (p *selfPlayer) Stop() { p.engines.Drop() }

func (p *selfPlayer) Quit() { p.engines.Drop() }

// newSelf returns our own engine as a player, or an error if it cannot play the rule set or the settings are
// invalid.
func newSelf(r rules.Rules, o engine.Options, seed uint64) (*selfPlayer, error) {
	p := &selfPlayer{rules: r, level: o.Level, seed: seed, engines: engine.Pool{Options: o}}
	if o.Book != nil {
		p.engines.Books = func(rules.Rules) engine.Book { return o.Book }
	}
	var err error
	if p.engine, err = p.engines.Engine(context.Background(), engine.Recipe{Rules: r, Level: o.Level}); err != nil {
		return nil, fmt.Errorf("player: Tain cannot play %s: %w", r.Info().Name, err)
	}
	return p, nil
}
