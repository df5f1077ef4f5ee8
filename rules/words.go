package rules

import (
	"github.com/tainchess/tain/board"
)

// SideName returns a side as a name in a sentence, "White" or "Black".
func SideName(c board.Colour) string {
	if c == board.White {
		return "White"
	}
	return "Black"
}

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

// Board is one of the copies of the board in a row.
type Board int8

// The boards of triboard; every other rule set has only the centre.
const (
	Left   Board = -1
	Centre Board = 0
	Right  Board = 1
)

// String returns the board's name in lower case.
func (b Board) String() string {
	switch b {
	case Left:
		return "left"
	case Right:
		return "right"
	}
	return "centre"
}

// MarshalText writes the board's name.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Touch is one place a way leads over: a square, or a column of a board in
// space, on one of the boards.
type Touch struct {
	Board  Board  `json:"board"`
	Square string `json:"square"`
}

// Way is what a move leads over, from its origin to its landing.
type Way []Touch

// Seam reports whether the way leaves the centre board.
func (w Way) Seam() bool {
	for _, t := range w {
		if t.Board != Centre {
			return true
		}
	}
	return false
}
