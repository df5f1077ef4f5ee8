package player

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// New returns the player that a spec describes. Patience is the timeout for replies that no clock limits. New
// returns an error if our own engine cannot play with the settings.
func New(s Spec, r rules.Rules, seed uint64, patience time.Duration) (Player, error) {
	base := external{rules: r, spec: s, patience: patience}
	switch s.Kind {
	case UCI:
		return &uciPlayer{external: base}, nil
	case XBoard:
		return &xboardPlayer{external: base}, nil
	}
	o := engine.Options{HashMB: s.HashMB, Threads: s.Threads, Mode: s.Mode, Level: s.Level}
	var err error
	if s.Weights != "" {
		o.Weights, err = eval.LoadWeights(r, s.Weights)
	}
	if s.Net != "" && err == nil {
		o.Evaluator, err = engine.LoadNet(r, s.Net)
	}
	if s.Book != "" && err == nil {
		o.Book, err = book.Load(r, s.Book)
	}
	if err != nil {
		return nil, fmt.Errorf("player: %w", err)
	}
	return newSelf(r, o, seed)
}

// Program is a player for callers other than an arbiter, such as a bot on a server. It plays one game at a
// time. The caller keeps the clock.
type Program struct {
	rules    rules.Rules
	player   Player
	patience time.Duration
	limit    Limit
	side     board.Colour
}

// NewProgram returns a player for a rule set. Begin starts the program. Patience is the timeout for replies
// that no clock limits.
func NewProgram(s Spec, r rules.Rules, seed uint64, patience time.Duration) (*Program, error) {
	p, err := New(s, r, seed, patience)
	if err != nil {
		return nil, err
	}
	return &Program{rules: r, player: p, patience: patience}, nil
}

// Begin prepares a game, and starts the program if it is not running. It returns a *Fault if the program
// fails.
func (p *Program) Begin(ctx context.Context, start board.Position, side board.Colour, l Limit) error {
	p.limit, p.side = l, side
	return p.player.Ready(ctx, &Setup{Number: 1, Start: start, Side: side, Limit: l})
}

// Move requests a move in the last position of a line, given the remaining time by colour. It returns false
// if the program resigns. It returns a *Fault if the program plays an illegal move, times out or crashes.
func (p *Program) Move(ctx context.Context, line *rules.Line, left [2]time.Duration) (board.Move, bool, error) {
	t := &Turn{Line: line, Side: p.side, Left: left, Limit: p.limit, Wait: p.patience}
	if !p.limit.Control.None() {
		t.Wait = left[p.side]
	}
	a, err := p.player.Move(ctx, t)
	switch {
	case err != nil:
		return board.NoMove, true, err
	case a.Resigns:
		return board.NoMove, false, nil
	}
	at := line.Position()
	m, err := p.rules.Guide().ParseMove(&at, a.Text)
	if err != nil {
		return board.NoMove, true, Faultf(IllegalMove, "plays %q: %v, in %v", notation.Clip(a.Text), err,
			p.rules.Guide().FormatPosition(&at))
	}
	return m, true, nil
}

// Stop kills the program. Begin starts it again.
func (p *Program) Stop() { p.player.Stop() }

// Close ends the program after its last game.
func (p *Program) Close() { p.player.Quit() }
