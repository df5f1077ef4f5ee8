package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Class is the sort of a move, a set of flags. EnPassant always comes with
// Capture.
type Class uint8

// The sorts of moves. A move with none of these flags is quiet.
const (
	Capture Class = 1 << iota
	EnPassant
	Castling
	Promotion
	BoardMove
)

// String returns the name of the rarest sort among the flags.
func (c Class) String() string {
	switch {
	case c&Castling != 0:
		return "castling"
	case c&BoardMove != 0:
		return "board"
	case c&Promotion != 0:
		return "promotion"
	case c&EnPassant != 0:
		return "en passant"
	case c&Capture != 0:
		return "capture"
	}
	return "quiet"
}

// Copy is one of the copies of the board in a row, counted to the right from the
// one that pieces stand on.
type Copy int8

// Centre is the copy that pieces stand on. Most rule sets show no other.
const Centre Copy = 0

// String returns left, centre or right.
func (c Copy) String() string {
	switch {
	case c < Centre:
		return "left"
	case c > Centre:
		return "right"
	}
	return "centre"
}

// Touch is one place on a way: a square, or a column of a board in space, on one
// of the copies of the board.
type Touch struct {
	Copy   Copy
	Square string
}

// Way is the places a move passes, from its origin to its landing square.
type Way []Touch

// Seam reports whether the way leaves the centre copy.
func (w Way) Seam() bool {
	return slices.ContainsFunc(w, func(t Touch) bool { return t.Copy != Centre })
}

// Obstructed is a rule set that finds the pieces in another piece's way.
type Obstructed interface {
	Rules
	// Blocked returns the ways on which the piece on a square is stopped, each
	// from its origin to the blocker: an own piece on a line or a landing square,
	// any piece in front of a pawn. Pieces it can capture do not count.
	Blocked(p *board.Position, from board.Square) []Way
}

// Reflecting is a rule set whose squares have reflections.
type Reflecting interface {
	Rules
	// Reflected returns the reflection of a square, NoSquare if moves do not
	// reflect.
	Reflected(s board.Square) board.Square
}

// MovingBoards is a rule set with boards that move. They stand on mounts, and
// each mount is a level of its own, in [Info].Levels by the mount's name.
type MovingBoards interface {
	Rules
	// Mounts lists the mounts.
	Mounts() []Mount
	// Boards lists the boards of a position, in the order of their mounts.
	Boards(p *board.Position) []MountedBoard
	// BoardGoals returns, in the order of the mounts, whether the board on one
	// mount may go to each of them. Its own mount is among them if boards can turn
	// in place. An empty mount has no goals.
	BoardGoals(p *board.Position, mount string) []BoardGoal
}

// Mount is a place for a board.
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
	// Quadrants names the squares of the board's quadrants, q1 first. Their order
	// depends on the owner, not on the rotation.
	Quadrants []string
}

// BoardGoal is a mount as the destination of a board. The board's own mount stands
// for turning in place.
type BoardGoal struct {
	Mount     string
	Neighbour bool // reachable in one move if nothing is in the way; its own mount is
	// Why is the reason why the board cannot go there, nil if it can, turned or
	// not.
	Why *IllegalMove
}
