package search

import (
	"time"

	"github.com/tainchess/tain/board"
)

// Limits says when to stop. The zero value never stops by itself.
type Limits struct {
	Depth       int           // stop after this depth
	Nodes       uint64        // stop after this many nodes
	SoftNodes   uint64        // soft node limit: begin no depth after this many nodes, but finish the one in hand
	LeastNodes  uint64        // the same, counted to the node on one thread and not in batches: for very short searches
	MoveTime    time.Duration // stop after this time
	Mate        int           // stop when a mate in so many moves is found, or a short one is known not to be there
	Clock       *Clock        // play by the clock
	SearchMoves []board.Move  // search only these root moves
	MultiPV     int           // how many lines to report; 0 means 1
	// Infinite goes on until told to stop, even when there is nothing left to
	// find.
	Infinite bool
	// Ponder, if there is one, starts the search on the opponent's time: the
	// clock does not count until the channel is closed, because the expected
	// move was played. Who has pondered for as long as the move is worth answers
	// then at once.
	Ponder <-chan struct{}
}

// Clock is the time left to the side to move. Some of it is kept back as move
// overhead, the more the later searches have ended of late.
type Clock struct {
	Left, Increment time.Duration
	MovesToGo       int // 0 if the time is for the whole game
	// Overhead is what a move takes on its way to the clock, if that is known to
	// be more than the usual few milliseconds.
	Overhead time.Duration
}
