package search

import (
	"time"

	"github.com/tainchess/tain/board"
)

// Mate is the score for delivering checkmate; the score of a mate in n plies is Mate-n. All scores are in
// centipawns for the side to move.
const Mate = 32000

const (
	mateInMaxPly = Mate - 2*maxPly // scores at or beyond this are mates
	infinite     = Mate + 1
	maxPly       = 128
)

// isMate reports whether a score is a mate for either side.
func isMate(score int) bool { return max(score, -score) >= mateInMaxPly }

// MateIn returns the number of moves to mate, and whether the score is a mate score. The number is negative if
// the side to move is being mated, and 0 if it is checkmated.
func MateIn(score int) (int, bool) {
	switch {
	case score > mateInMaxPly:
		return (Mate - score + 1) / 2, true
	case score < -mateInMaxPly:
		return -(Mate + score + 1) / 2, true
	}
	return 0, false
}

// Limits defines when a search stops. With the zero value, a search runs until it is stopped or reaches the
// maximum depth.
type Limits struct {
	Depth       int           // maximum depth
	Nodes       uint64        // maximum number of nodes
	SoftNodes   uint64        // start no iteration after this number of nodes, counted in batches
	LeastNodes  uint64        // like SoftNodes, but counted exactly if there is one thread
	MoveTime    time.Duration // maximum time
	Mate        int           // stop when a mate in at most this many moves is found or, if short, disproved
	Clock       *Clock        // allocate time from this clock
	SearchMoves []board.Move  // search only these root moves
	MultiPV     int           // number of lines to report; 0 means 1
	// Infinite makes the search continue until it is stopped, even when a deeper search is pointless.
	Infinite bool
	// Ponder, if not nil, makes the search start on the opponent's time. A ponder hit closes the channel,
	// which starts the clock. If the search is then past its soft limit, it stops immediately.
	Ponder <-chan struct{}
}

// Clock is the remaining time of the side to move. The search reserves some of that time as move overhead,
// and more if recent searches ended late.
type Clock struct {
	Left, Increment time.Duration
	Read            time.Time // when Left was read; the zero time means at the start of the search
	MovesToGo       int       // 0 means until the end of the game
	// Overhead is the expected delay per move, such as network latency. The search assumes at least 15
	// milliseconds.
	Overhead time.Duration
}

// Tables are endgame tables.
type Tables interface {
	// MaxPieces returns the largest number of pieces, including kings, in any
	// table.
	MaxPieces() int
	// Mate returns the result with best play and the number of plies to mate. Sign is 1 if the side to move
	// mates, -1 if it is mated, and 0 for a draw. Mate ignores the fifty-move rule. Known reports whether the
	// position is in the tables.
	Mate(p *board.Position) (sign, plies int, known bool)
	// Line returns the moves to mate, at most limit, or nil if there is no mate.
	Line(p *board.Position, limit int) []board.Move
}

// Report describes one line of a search.
type Report struct {
	Line     int  // rank among the MultiPV lines, 1 for the best
	Depth    int  // depth of the iteration
	SelDepth int  // deepest ply reached
	Score    int  // from the side to move's point of view
	Lower    bool // whether the score is only a lower bound
	Upper    bool // whether the score is only an upper bound
	Nodes    uint64
	Time     time.Duration
	HashFull int          // use of the transposition table in permille
	PV       []board.Move // principal variation
}

// Result is the result of a search.
type Result struct {
	Best   board.Move // NoMove if there is no legal move
	Ponder board.Move // expected reply, or NoMove
	Lines  []Report   // last report of each line, best first
	Nodes  uint64
	Time   time.Duration
}
