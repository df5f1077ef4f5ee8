package space

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Policy says how attack boards move. It is all in which the rule sets of this
// package differ.
type Policy struct {
	// Along and Across are by how much the levels of neighbouring pins may
	// differ, on one side of the board and from side to side.
	Along, Across []int
	// Order tells where the levels lie on the way from White's home to
	// Black's: a board that goes to a higher number goes forward for White.
	Order [6]int
	// Turns lets a board make a half turn.
	Turns bool
	// Shadow keeps a board from ending above or below a piece that is not a
	// knight.
	Shadow bool
}

// adjacent reports whether a board may go from one pin to another.
func (o *Policy) adjacent(from, to pin) bool {
	differ := pinLevel(from) - pinLevel(to)
	if differ < 0 {
		differ = -differ
	}
	if pinSide(from) == pinSide(to) {
		return slices.Contains(o.Along, differ)
	}
	return slices.Contains(o.Across, differ)
}

// advance tells which way a board goes for the side that controls it:
// forward if positive, backward if negative, to the side if 0.
func (o *Policy) advance(side board.Colour, from, to pin) int {
	n := o.Order[pinLevel(to)-1] - o.Order[pinLevel(from)-1]
	if side == board.Black {
		return -n
	}
	return n
}

// pinSet is a set of pins.
type pinSet uint16

func (s pinSet) has(n pin) bool { return s>>(n&15)&1 != 0 }

// pop removes the lowest pin of a set that is not empty and returns it.
func (s *pinSet) pop() pin {
	b := board.Bitboard(*s)
	n := b.Pop()
	*s = pinSet(b)
	return n
}

// goals are the pins a board may go to as far as adjacency and direction
// decide: of an empty board by its pin, of an occupied one also by the side
// that controls it.
type goals struct {
	empty    [pins]pinSet
	occupied [2][pins]pinSet
}

func (o *Policy) goals() (g goals) {
	for from := range pin(pins) {
		for to := range pin(pins) {
			if !o.adjacent(from, to) {
				continue
			}
			g.empty[from] |= 1 << to
			for _, side := range [...]board.Colour{board.White, board.Black} {
				if o.advance(side, from, to) >= 0 {
					g.occupied[side][from] |= 1 << to
				}
			}
		}
	}
	return g
}
