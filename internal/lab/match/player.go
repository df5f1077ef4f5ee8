package match

import (
	"context"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// player is one side of a match as the arbiter sees it. A player belongs to
// one arbiter and plays one game after the other.
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
