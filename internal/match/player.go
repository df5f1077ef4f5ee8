package match

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// player is one side of a match as the arbiter sees it. A player belongs to
// one table and plays one game after the other.
type player interface {
	// ready prepares a game, and starts the player if it is not running. A
	// *Fault is the player's own; any other error ends the match.
	ready(ctx context.Context, s *setup) error
	// move answers the position a line has reached. A *Fault forfeits the
	// game. Once the context has ended, nothing it answers counts.
	move(ctx context.Context, t *turn) (answer, error)
	// over tells the result of the game.
	over(result rules.Result, why string)
	// stop ends the player at once; ready starts it anew.
	stop()
	// quit ends the player after its last game.
	quit()
	// title is the name the player gives itself; it is known once it runs.
	title() string
}

// setup is how a game begins.
type setup struct {
	number  int // of the game, from 1
	opening Opening
	side    board.Colour // the player's
	limit   Limit
}

// turn is a question to a player.
type turn struct {
	line      *rules.Line
	side      board.Colour
	left      [2]time.Duration // on the clocks by colour, if there are any
	movesToGo int
	limit     Limit
	wait      time.Duration // when the answer is too late
}

// answer is a player's move.
type answer struct {
	text    string // the move in a form the rule set reads
	resigns bool
	score   int // for the player, in centipawns or as package search counts mates
	scored  bool
	depth   int
	took    time.Duration
}

// grace is how long a player that has lost on time may take to show that it is
// still alive.
const grace = time.Second

// FaultKind is the way in which a player fails.
type FaultKind string

// The faults. Each forfeits the game.
const (
	IllegalMove FaultKind = "illegal move"
	TimeLoss    FaultKind = "time loss"
	Crash       FaultKind = "crash"   // the program ended or closed its pipes
	Hang        FaultKind = "hang"    // no answer, and none after waiting longer
	Dispute     FaultKind = "dispute" // it claims a result or an illegality that is none
)

// Fault is how a player failed and what is known of it.
type Fault struct {
	Kind FaultKind
	Msg  string
}

// Error names the fault.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }

func fault(k FaultKind, format string, args ...any) *Fault {
	return &Fault{k, fmt.Sprintf(format, args...)}
}

// clip shortens what a program or a person wrote for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
