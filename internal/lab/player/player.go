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
