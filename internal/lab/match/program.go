package match

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// Program is a player for somebody other than an arbiter, such as a bot on a
// server: it answers the position of one game after another, and keeps no clock.
type Program struct {
	rules    rules.Rules
	player   player
	patience time.Duration
	limit    Limit
	side     board.Colour
}

// NewProgram returns a player of a rule set. It is started with its first game.
// Patience is how long it may be silent where no clock bounds it.
func NewProgram(s Spec, r rules.Rules, seed uint64, patience time.Duration) (*Program, error) {
	p, err := newPlayer(s, r, seed, patience)
	if err != nil {
		return nil, err
	}
	return &Program{rules: r, player: p, patience: patience}, nil
}

// Begin prepares a game. A *Fault is the program's own.
func (p *Program) Begin(ctx context.Context, start board.Position, side board.Colour, l Limit) error {
	p.limit, p.side = l, side
	return p.player.ready(ctx, &setup{number: 1, opening: Opening{Start: start}, side: side, limit: l})
}

// Move asks for the answer to the position a line has reached, with so much time
// left on the clocks by colour. It reports false if the program resigns. A *Fault
// is what it did wrong: a move that cannot be played, silence, a crash.
func (p *Program) Move(ctx context.Context, line *rules.Line, left [2]time.Duration) (board.Move, bool, error) {
	t := &turn{line: line, side: p.side, left: left, limit: p.limit, wait: p.patience}
	if !p.limit.Control.None() {
		t.wait = left[p.side]
	}
	a, err := p.player.move(ctx, t)
	switch {
	case err != nil:
		return board.NoMove, true, err
	case a.resigns:
		return board.NoMove, false, nil
	}
	at := line.Position()
	m, err := p.rules.Guide().ParseMove(&at, a.text)
	if err != nil {
		return board.NoMove, true, fault(IllegalMove, "match.fault.illegal", locale.Args{"text": clip(a.text), "why": locale.Of(err), "position": p.rules.Guide().FormatPosition(&at)})
	}
	return m, true, nil
}

// Name is what the program calls itself; it is known once it runs.
func (p *Program) Name() string { return p.player.title() }

// Stop ends the program at once. Begin starts it anew.
func (p *Program) Stop() { p.player.stop() }

// Close ends the program after its last game.
func (p *Program) Close() { p.player.quit() }

// IsFault reports whether an error is what a program did wrong, and not that it
// could not be asked.
func IsFault(err error) bool {
	var f *Fault
	return errors.As(err, &f)
}
