package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// arbiter lets two players play one game at a time.
type arbiter struct {
	rules   rules.Rules
	players [2]player // a and b
	limits  [2]Limit  // of a and b
	margin  time.Duration
	// patience is how long to wait for what no clock bounds.
	patience     time.Duration
	adjudication Adjudication
	host         *host // nil if nobody watches
}

// newPlayer makes a player for one arbiter.
func newPlayer(s Spec, r rules.Rules, seed uint64, patience time.Duration) (player, error) {
	base := external{rules: r, spec: s, patience: patience}
	switch s.Kind {
	case UCI:
		return &uciPlayer{external: base}, nil
	case XBoard:
		return &xboardPlayer{external: base}, nil
	}
	o := engine.Options{HashMB: s.HashMB, Threads: s.Threads, Mode: s.Mode, Level: s.Level}
	if s.Weights != "" {
		var err error
		if o.Weights, err = eval.LoadWeights(r, s.Weights); err != nil {
			return nil, fmt.Errorf("match: %w", err)
		}
	}
	if s.Net != "" {
		var err error
		if o.Evaluator, err = engine.LoadNet(r, s.Net); err != nil {
			return nil, fmt.Errorf("match: %w", err)
		}
	}
	if s.Book != "" {
		known, err := book.Load(r, s.Book)
		if err != nil {
			return nil, fmt.Errorf("match: %w", err)
		}
		o.Book = known
	}
	return newSelf(r, o, seed)
}

// newArbiter gives an arbiter its players.
func newArbiter(t arbiter, players [2]Spec, seed uint64) (*arbiter, error) {
	for i, s := range players {
		p, err := newPlayer(s, t.rules, seed+uint64(i), t.patience)
		if err != nil {
			return nil, err
		}
		t.players[i], t.limits[i] = p, s.Limit
	}
	return &t, nil
}

// round is a game that an arbiter has in play.
type round struct {
	game    *Game
	line    *rules.Line
	players [2]player // by colour
	clocks  [2]*sideClock
}

// play plays a game to its end. Its error means that there is no game: the
// context ended, or the match cannot go on.
func (a *arbiter) play(ctx context.Context, number int, o Opening) (*Game, error) {
	p := &round{game: &Game{Number: number, Opening: o, date: time.Now()}, line: rules.NewLine(a.rules, o.Start)}
	first := colourOfA(number)
	p.players[first], p.players[first.Other()] = a.players[0], a.players[1]
	p.game.limits[first], p.game.limits[first.Other()] = a.limits[0], a.limits[1]
	for _, m := range o.Moves {
		if _, err := p.line.Play(m); err != nil {
			return nil, fmt.Errorf("match: the opening of game %d: %w", number, err)
		}
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		limit := p.game.limits[side]
		p.clocks[side] = newSideClock(limit, side, p.line.Position().Side)
		if err := p.players[side].ready(ctx, &setup{number, o, side, limit}); err != nil {
			return p.forfeit(ctx, side, err)
		}
	}
	for !a.ended(p) {
		side := p.line.Position().Side
		asked := time.Now()
		if err := a.turn(ctx, p, side); err != nil {
			var f *Fault
			if errors.As(err, &f) {
				err = a.host.excuse(f, asked)
			}
			return p.forfeit(ctx, side, err)
		}
	}
	p.finish()
	return p.game, nil
}

// turn asks a player for its move and plays it. A *Fault is the player's.
func (a *arbiter) turn(ctx context.Context, p *round, side board.Colour) error {
	own, other := p.clocks[side], p.clocks[side.Other()]
	q := &turn{line: p.line, side: side, limit: own.limit, movesToGo: own.movesToGo()}
	q.left[side], q.left[side.Other()] = own.left(), other.left()
	if other.limit.Control.None() {
		q.left[side.Other()] = own.left() // the opponent has no clock; it has to be told something
	}
	allowed, timed := own.allowance()
	q.wait = allowed + a.margin
	if !timed {
		q.wait = a.patience
	}
	move, err := p.players[side].move(ctx, q)
	switch {
	case ctx.Err() != nil:
		// The match was broken off: our engine then answers at once, without
		// thought, and programs die. Clocks have no part in this context.
		return ctx.Err()
	case err != nil:
		return err
	case timed && move.took > q.wait:
		return fault(TimeLoss, "match.fault.late", locale.Args{"took": move.took.Round(time.Millisecond).String(), "had": allowed.Round(time.Millisecond).String()})
	case move.resigns:
		p.game.Result, p.game.Ending = rules.Wins(side.Other()), Resignation
		p.game.Why = rules.SideName(side) + " resigns"
		return nil
	case len(move.text) > 20:
		return fault(IllegalMove, "match.fault.no-move", locale.Args{"text": clip(move.text)})
	}
	if _, err := p.line.PlayText(move.text); err != nil {
		at := p.line.Position()
		return fault(IllegalMove, "match.fault.illegal", locale.Args{"text": move.text, "why": locale.Of(err), "position": a.rules.Guide().FormatPosition(&at)})
	}
	for _, c := range p.clocks {
		c.press(move.took)
	}
	e := evaluation{score: move.score, depth: move.depth, scored: move.scored}
	if timed {
		e.took = move.took
	}
	if !own.limit.Control.None() {
		e.left, e.timed = own.left(), true
	}
	p.game.evals = append(p.game.evals, e)
	return nil
}

// ended reports whether the game has ended, and how. Draws that may be claimed
// are: programs differ in whether they claim them.
func (a *arbiter) ended(p *round) bool {
	g := p.game
	if g.Result != rules.Ongoing {
		return true
	}
	switch o := p.line.Outcome(); {
	case o.Over():
		g.Result, g.Ending, g.Why = o.Result, Ending(o.Reason), o.Sentence()
	case len(o.Claim) > 0:
		g.Result, g.Ending, g.Why = rules.Draw, Ending(o.Claim[0]), o.Sentence()
	default:
		a.adjudication.judge(g, p.line)
	}
	return g.Result != rules.Ongoing
}

// forfeit ends a game in which a player could not go on.
func (p *round) forfeit(ctx context.Context, side board.Colour, err error) (*Game, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var f *Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	p.players[side].stop() // it begins the next game anew
	p.game.Fault = f
	p.game.Result, p.game.Ending = rules.Wins(side.Other()), Ending(f.Kind)
	p.game.Why = rules.SideName(side) + " forfeits: " + f.Error()
	p.finish()
	return p.game, nil
}

// finish tells the players and keeps the moves.
func (p *round) finish() {
	p.game.Moves = p.line.Moves()
	for _, one := range p.players {
		one.over(p.game.Result, p.game.Why)
	}
}

// quit ends both players.
func (a *arbiter) quit() {
	for _, p := range a.players {
		p.quit()
	}
}
