package rules

import (
	"github.com/tainchess/tain/board"
)

// Class tells what sort of move a move is. Capture, Promotion and the others
// may come together; EnPassant always comes with Capture.
type Class uint8

// The sorts. A move that is none of these is quiet.
const (
	Capture Class = 1 << iota
	EnPassant
	Castling
	Promotion
	BoardMove
)

// String names the sort as one word or two: the rarest that fits.
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

// Copy is one of the copies of the board that lie in a row, counted to the right
// from the one that is played on.
type Copy int8

// Centre is the copy that is played on. Most rule sets show no other.
const Centre Copy = 0

// String tells where the copy lies.
func (c Copy) String() string {
	switch {
	case c < Centre:
		return "left"
	case c > Centre:
		return "right"
	}
	return "centre"
}

// Touch is one place a way leads over: a square, or a column of a board in
// space, on one of the copies of the board.
type Touch struct {
	Copy   Copy
	Square string
}

// Way is what a move leads over, from its origin to its landing.
type Way []Touch

// Seam reports whether the way leaves the copy that is played on.
func (w Way) Seam() bool {
	for _, t := range w {
		if t.Copy != Centre {
			return true
		}
	}
	return false
}

// Obstructed is a rule set that can tell what stands in the way of a piece.
type Obstructed interface {
	Rules
	// Blocked returns the ways on which the piece on a square is stopped, each
	// from its origin to the piece that stops it: one of its own side on a line
	// or a landing, any piece before a pawn. What it may capture does not count.
	Blocked(p *board.Position, from board.Square) []Way
}

// Reflecting is a rule set that can tell which squares reflect each other.
type Reflecting interface {
	Rules
	// Reflected returns the reflection of a square, NoSquare where moves do not
	// reflect.
	Reflected(s board.Square) board.Square
}
