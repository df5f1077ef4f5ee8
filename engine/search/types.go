package search

import (
	"time"

	"github.com/tainchess/tain/board"
)

// Mate is the score of a checkmate on the board; a mate in n plies is Mate-n.
// All scores are centipawns for the side to move.
const Mate = 32000

const (
	mateInMaxPly = Mate - 2*maxPly // scores beyond this are mates
	infinite     = Mate + 1
	maxPly       = 128
)

// isMate reports whether a score is a mate for either side.
func isMate(score int) bool { return max(score, -score) >= mateInMaxPly }

// MateIn returns the number of moves to mate, negative if the side to move is
// mated, and whether the score is a mate.
func MateIn(score int) (int, bool) {
	switch {
	case score > mateInMaxPly:
		return (Mate - score + 1) / 2, true
	case score < -mateInMaxPly:
		return -(Mate + score + 1) / 2, true
	}
	return 0, false
}

// Limits says when to stop. The zero value never stops by itself.
type Limits struct {
	Depth       int           // stop after this depth
	Nodes       uint64        // stop after this many nodes
	SoftNodes   uint64        // start no new depth after this many nodes
	LeastNodes  uint64        // like SoftNodes, but exact on one thread instead of counted in batches
	MoveTime    time.Duration // stop after this time
	Mate        int           // stop when a mate in at most this many moves is found or, if short, disproved
	Clock       *Clock        // manage the time on the clock
	SearchMoves []board.Move  // search only these root moves
	MultiPV     int           // number of lines to report; 0 means 1
	// Infinite continues until the search is stopped, even when there is
	// nothing left to find.
	Infinite bool
	// Ponder, if not nil, starts the search on the opponent's time. The clock
	// starts when the channel is closed, because the expected move was played;
	// if the search has already run past its soft limit, it then stops at once.
	Ponder <-chan struct{}
}

// Clock is the time left to the side to move. The search reserves some of it as
// move overhead: more if recent searches ended late.
type Clock struct {
	Left, Increment time.Duration
	MovesToGo       int // 0 if the time is for the whole game
	// Overhead is the expected delay of each move, such as network latency, if
	// it is more than a few milliseconds.
	Overhead time.Duration
}

// Tables are endgame tables.
type Tables interface {
	// MaxPieces returns the largest number of pieces, kings included, of a
	// position in the tables.
	MaxPieces() int
	// Mate returns the result with best play: 1 if the side to move mates, -1 if
	// it is mated, 0 for a draw, and the number of plies to mate. It ignores the
	// fifty-move rule. Known reports whether the position is in the tables.
	Mate(p *board.Position) (sign, plies int, known bool)
	// Line returns at most limit moves of the line that leads to the mate.
	Line(p *board.Position, limit int) []board.Move
}

// Report is the state of one line of a search.
type Report struct {
	Line     int  // rank among the MultiPV lines, 1 for the best
	Depth    int  // depth of the iteration
	SelDepth int  // deepest ply reached
	Score    int  // for the side to move
	Lower    bool // the score is only a lower bound
	Upper    bool // the score is only an upper bound
	Nodes    uint64
	Time     time.Duration
	HashFull int          // permille of the transposition table in use
	PV       []board.Move // the principal variation
}

// Result is the answer of a search.
type Result struct {
	Best   board.Move // NoMove if there is no legal move
	Ponder board.Move // the expected reply, or NoMove
	Lines  []Report   // the last report of each line, best first
	Nodes  uint64
	Time   time.Duration
}
