package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Class is a set of flags that classify a move. EnPassant always implies Capture.
type Class uint8

// Flags of a [Class]. A move without any of them is quiet.
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

// Copy is one of several copies of the board in a row. The centre copy is 0, and numbers increase to the
// right.
type Copy int8

// Centre is the copy with the actual pieces. Most rule sets have only this copy.
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

// Touch is a step in a way: a square on a copy of the board. In space it is a square at the ends of the way, a
// column between them, or a pin.
type Touch struct {
	Copy   Copy
	Square string
}

// Way is the path of a move from its origin to its landing square.
type Way []Touch

// Seam reports whether the way leaves the centre copy.
func (w Way) Seam() bool {
	return slices.ContainsFunc(w, func(t Touch) bool { return t.Copy != Centre })
}

// Mount is a place for a board.
type Mount struct {
	Name   string
	Corner string   // the square to which the mount is attached
	Next   []string // the mounts to which a board may move from here
}

// MountedBoard is a board on its mount.
type MountedBoard struct {
	Mount  string
	Owner  board.Colour
	Turned bool // rotated by 180°
	// Quadrants lists the squares of the board's quadrants from q1 to q4. The order depends on the owner, not
	// on the rotation.
	Quadrants []string
}

// Direction is the direction of a board move, seen from the side that controls the board.
type Direction string

// Directions of board moves.
const (
	Forward  Direction = "forward"
	Sideways Direction = "side"
	Backward Direction = "backward"
)

// BoardGoal is a mount as a possible destination of a board. If it is the board's current mount, the board
// turns in place.
type BoardGoal struct {
	Mount     string
	Neighbour bool // adjacent to the board's mount, or that mount itself
	// Direction is the direction of a legal move to another mount, and otherwise empty.
	Direction Direction
	// Why is the reason why the board cannot move there, with or without turning, or nil if it can.
	Why *IllegalMove
}
