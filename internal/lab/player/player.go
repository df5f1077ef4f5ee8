// Package player implements the players of a match: Tain's engine in this
// process, and programs that speak UCI or the XBoard protocol.
//
// A [Spec] describes a player and its settings. [New] returns the [Player] from which an arbiter requests
// moves. Programs (uci.go and xboard.go, built on external.go and process.go) may crash, hang or cheat; each
// failure is a [Fault]. [Program] is a player for callers without an arbiter, such as a bot on a server.
package player

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Player is one player of a match. It belongs to one arbiter and plays one game
// at a time.
type Player interface {
	// Start starts the player, if it is a program.
	Start(ctx context.Context) error
	// Ready prepares a game, and starts the player if it is not running. A *Fault forfeits the game; any
	// other error ends the match.
	Ready(ctx context.Context, s *Setup) error
	// Move returns the player's move in the last position of the turn's line. A *Fault forfeits the game.
	// Once the context has ended, the answer is ignored.
	Move(ctx context.Context, t *Turn) (Answer, error)
	// Over reports the result of the game to the player.
	Over(result rules.Result, why string)
	// Stop kills the player. Ready starts it again.
	Stop()
	// Quit ends the player after its last game.
	Quit()
	// Name returns the player's own name. A program's name is known only after it has started.
	Name() string
}

// Setup describes the start of a game.
type Setup struct {
	Number int // game number, from 1
	Start  board.Position
	Side   board.Colour // the player's side
	Limit  Limit
}

// Turn is a request for a move.
type Turn struct {
	Line      *rules.Line
	Side      board.Colour
	Left      [2]time.Duration // remaining time by colour, if there are clocks
	MovesToGo int
	Limit     Limit
	Wait      time.Duration // timeout for the answer
}

// Answer is a player's move.
type Answer struct {
	Text    string // move in any notation that the rule set accepts
	Resigns bool
	Score   int // from the player's point of view, as in package search
	Scored  bool
	Depth   int
	Took    time.Duration
}

// grace is the additional time in which a player that has lost on time can show that it is not hanging.
const grace = time.Second

// FaultKind is a way in which a player can fail.
type FaultKind string

// The kinds of fault. Each forfeits the game.
const (
	IllegalMove FaultKind = "illegal move"
	TimeLoss    FaultKind = "time loss"
	Crash       FaultKind = "crash"   // the program ended or closed its pipes
	Hang        FaultKind = "hang"    // the program does not answer, even after its time has run out
	Dispute     FaultKind = "dispute" // the program claims a false result or rejects a legal move
)

// Fault is a player's failure, with details.
type Fault struct {
	Kind FaultKind
	Msg  string
}

// Faultf returns a fault with formatted details.
func Faultf(k FaultKind, format string, args ...any) *Fault {
	return &Fault{k, fmt.Sprintf(format, args...)}
}

// Error returns the kind and the details.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }
