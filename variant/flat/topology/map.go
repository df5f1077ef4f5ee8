package topology

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// Map says which square is the image of which. No square is its own image, and
// the image of an image is the square itself. A map is what to change in a
// square's number: its file (7), its rank (56), or both.
type Map uint8

// The maps.
const (
	Rotate Map = 63 // half a turn round the centre: a1 and h8
	Files  Map = 7  // left and right change places: a1 and h1
	Ranks  Map = 56 // top and bottom change places: a1 and a8
)

// Image returns the image of a square.
func (m Map) Image(s board.Square) board.Square { return s ^ board.Square(m) }

// Images returns the images of all squares of a set. Half a turn, which the
// move generators of the built-in games ask for, costs no call.
func (m Map) Images(b board.Bitboard) board.Bitboard {
	if m == Rotate {
		return b.Mirror()
	}
	return m.flipped(b)
}

// flipped returns the images under the other maps.
func (m Map) flipped(b board.Bitboard) board.Bitboard {
	if m == Ranks {
		return b.Flip()
	}
	return board.Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(b))))
}
