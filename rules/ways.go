package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Class is the type of a move, a set of flags. EnPassant always comes with Capture.
type Class uint8

// The classes. A move with none of these flags is quiet.
const (
	Capture Class = 1 << iota
	EnPassant
	Castling
	Promotion
	BoardMove
)

// String returns the name of the rarest class among the flags.
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

// Copy is one of the copies of the board in a row, numbered to the right from the centre copy.
type Copy int8

// Centre is the copy with the actual pieces. Most rule sets have no other.
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

// Touch is one step of a way: a square, or a column of a board in space, on one of the copies of the board.
type Touch struct {
	Copy   Copy
	Square string
}

// Way is the path of a move, from its origin to its landing square.
type Way []Touch

// Seam reports whether the way leaves the centre copy.
func (w Way) Seam() bool {
	return slices.ContainsFunc(w, func(t Touch) bool { return t.Copy != Centre })
}

// Mount is a place for a board.
type Mount struct {
	Name   string
	Corner string   // the square to which it is attached
	Next   []string // the mounts to which a board may move from here
}

// MountedBoard is a board on its mount.
type MountedBoard struct {
	Mount  string
	Owner  board.Colour
	Turned bool // by 180°
	// Quadrants lists the squares of the board's quadrants, q1 first. Their order depends on the owner, not
	// on the rotation.
	Quadrants []string
}

// BoardGoal is a mount as the destination of a board. The board's own mount means turning in place.
type BoardGoal struct {
	Mount     string
	Neighbour bool // reachable in one move if nothing is in the way; true for its own mount
	// Why is the reason why the board cannot move there, turned or not; nil if it can.
	Why *IllegalMove
}
