package rules

import "github.com/tainchess/tain/board"

// MovingBoards is a rule set with boards that move. They stand on mounts, and
// each mount is a level of its own, in [Info].Levels by the mount's name.
type MovingBoards interface {
	Rules
	// Mounts lists the mounts.
	Mounts() []Mount
	// Boards lists the boards of a position, in the order of their mounts.
	Boards(p *board.Position) []MountedBoard
}

// BoardJudge is a rule set with boards that move which can tell of a board
// where it may go and why not elsewhere.
type BoardJudge interface {
	MovingBoards
	// BoardGoals tells of every mount whether the board on one of them may go
	// there, and if not, why: the mounts in their order, and among them its own
	// if boards turn where they stand. A mount that holds no board has no
	// goals.
	BoardGoals(p *board.Position, mount string) []BoardGoal
}

// Mount is a place where a board may stand.
type Mount struct {
	Name   string
	Corner string   // the square it is fixed to
	Next   []string // the mounts a board may go to from here
}

// MountedBoard is a board on its mount.
type MountedBoard struct {
	Mount  string
	Owner  board.Colour
	Turned bool // by 180°
	// Quadrants names the squares of the board's quadrants, the first of them
	// q1. Which square that is depends on the owner, not on the rotation.
	Quadrants []string
}

// BoardGoal is a mount that a board is to go to. Its own mount stands for the
// half turn on the spot.
type BoardGoal struct {
	Mount     string
	Neighbour bool // a board may go there at times; its own mount is one
	// Why is what keeps the board from going there, nil if nothing does. Where
	// it may go there turned but not as it stands, or the other way round, it
	// is nil as well.
	Why *IllegalMove
}
