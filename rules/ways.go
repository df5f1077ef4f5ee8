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
