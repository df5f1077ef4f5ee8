// Package player has the players of a match: Tain's engine in this process, and
// programs that speak UCI or the XBoard protocol in another.
//
// A [Spec] names a player and its settings; [New] makes the [Player] that an
// arbiter asks for moves. Programs (uci.go and xboard.go, over external.go and
// process.go) may die, hang or cheat: each failure is a [Fault]. [Program] is a
// player for callers without an arbiter, such as a bot on a server.
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

// Player is one side of a match as its arbiter sees it. A player belongs to one
// arbiter and plays one game after the other.
type Player interface {
	// Start starts the player, if it is a program.
	Start(ctx context.Context) error
	// Ready prepares a game, and starts the player if it is not running. A
	// *Fault is the player's own; any other error ends the match.
	Ready(ctx context.Context, s *Setup) error
	// Move answers the position a line has reached. A *Fault forfeits the game.
	// Once the context has ended, its answer does not count.
	Move(ctx context.Context, t *Turn) (Answer, error)
	// Over reports the result of the game to the player.
	Over(result rules.Result, why string)
	// Stop kills the player; Ready starts it again.
	Stop()
	// Quit ends the player after its last game.
	Quit()
	// Name is what the player calls itself; it is known once it has started.
	Name() string
}

// Setup is how a game begins.
type Setup struct {
	Number int // of the game, from 1
	Start  board.Position
	Side   board.Colour // the player's
	Limit  Limit
}

// Turn is a request for a move.
type Turn struct {
	Line      *rules.Line
	Side      board.Colour
	Left      [2]time.Duration // on the clocks by colour, if there are any
	MovesToGo int
	Limit     Limit
	Wait      time.Duration // after which the answer is too late
}

// Answer is a player's move.
type Answer struct {
	Text    string // the move in a form the rule set reads
	Resigns bool
	Score   int // for the player, in centipawns or as package search counts mates
	Scored  bool
	Depth   int
	Took    time.Duration
}

// grace is how long a player that has lost on time may take to show that it is
// still alive.
const grace = time.Second

// New returns the player that a spec describes. Patience bounds every wait that
// no clock bounds.
func New(s Spec, r rules.Rules, seed uint64, patience time.Duration) (Player, error) {
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
			return nil, fmt.Errorf("player: %w", err)
		}
	}
	if s.Net != "" {
		var err error
		if o.Evaluator, err = engine.LoadNet(r, s.Net); err != nil {
			return nil, fmt.Errorf("player: %w", err)
		}
	}
	if s.Book != "" {
		known, err := book.Load(r, s.Book)
		if err != nil {
			return nil, fmt.Errorf("player: %w", err)
		}
		o.Book = known
	}
	return newSelf(r, o, seed)
}

// FaultKind is the way in which a player fails.
type FaultKind string

// The faults. Each forfeits the game.
const (
	IllegalMove FaultKind = "illegal move"
	TimeLoss    FaultKind = "time loss"
	Crash       FaultKind = "crash"   // the program ended or closed its pipes
	Hang        FaultKind = "hang"    // no answer, not even after the time was up
	Dispute     FaultKind = "dispute" // it claims a false result or rejects a legal move
)

// Fault is how a player failed and the details.
type Fault struct {
	Kind FaultKind
	Msg  string
}

// Faultf returns a fault with formatted details.
func Faultf(k FaultKind, format string, args ...any) *Fault {
	return &Fault{k, fmt.Sprintf(format, args...)}
}

// Error names the fault.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }

// Program is a player for somebody other than an arbiter, such as a bot on a
// server: it answers the position of one game after another, and keeps no clock.
type Program struct {
	rules    rules.Rules
	player   Player
	patience time.Duration
	limit    Limit
	side     board.Colour
}

// NewProgram returns a player of a rule set. It is started with its first game.
// Patience is how long it may be silent where no clock bounds it.
func NewProgram(s Spec, r rules.Rules, seed uint64, patience time.Duration) (*Program, error) {
	p, err := New(s, r, seed, patience)
	if err != nil {
		return nil, err
	}
	return &Program{rules: r, player: p, patience: patience}, nil
}

// Begin prepares a game. A *Fault is the program's own.
func (p *Program) Begin(ctx context.Context, start board.Position, side board.Colour, l Limit) error {
	p.limit, p.side = l, side
	return p.player.Ready(ctx, &Setup{Number: 1, Start: start, Side: side, Limit: l})
}

// Move asks for the answer to the position a line has reached, with so much time
// left on the clocks by colour. It reports false if the program resigns. A *Fault
// is what it did wrong: a move that cannot be played, silence, a crash.
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
		return board.NoMove, true, Faultf(IllegalMove, "plays %q: %v, in %v", notation.Clip(a.Text), err, p.rules.Guide().FormatPosition(&at))
	}
	return m, true, nil
}

// Stop ends the program at once. Begin starts it again.
func (p *Program) Stop() { p.player.Stop() }

// Close ends the program after its last game.
func (p *Program) Close() { p.player.Quit() }
