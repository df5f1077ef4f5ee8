package eval

import "github.com/tainchess/tain/board"

// Symmetry says how a flat board may be looked at without changing the game: a
// net sees all such views as one, and so learns from each game for all of them.
type Symmetry struct {
	Mirrors bool // a with h, b with g and so on: no side of the board is special
	Turns   bool // the files go round, and the board looks the same from each
	OneKing bool // a side never has more kings than one, so that the view can follow it
}

// Symmetric is a rule set on a flat board that knows its symmetry. Others are
// looked at as they stand.
type Symmetric interface {
	Symmetry() Symmetry
}

// Placing is a rule set whose squares are not always in the same place, because
// parts of the board move. A net looks at the places, and at where the parts
// stand.
type Placing interface {
	// Places is how many places there are for pieces, at most 128.
	Places() int
	// Place returns where a square of a position is.
	Place(p *board.Position, s board.Square) int
	// Facing returns the place where Black sees what White sees at a place.
	Facing(place int) int
	// MountCount is how many places there are for parts, at most 32, and
	// FacingMount to them what Facing is to places.
	MountCount() int
	FacingMount(mount int) int
	// Mounted returns which of them hold a part of a side.
	Mounted(p *board.Position, side board.Colour) uint32
}
