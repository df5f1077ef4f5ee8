package space

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// policy is all in which the two rule sets differ (6a, 6b).
type policy struct {
	// along and across are by how much the levels of neighbouring pins may
	// differ, on one side of the board and from side to side.
	along, across []int
	// order tells where the levels lie on the way from White's home to
	// Black's: a board that goes to a higher number goes forward for White.
	order [6]int
	// turns lets a board make a half turn.
	turns bool
	// shadow keeps a board from ending above or below a piece.
	shadow bool
}

var (
	tridPolicy = policy{
		along: []int{1}, across: []int{0, 1},
		order: [6]int{1, 2, 3, 4, 5, 6},
		turns: true, shadow: true,
	}
	mederPolicy = policy{
		along: []int{1, 2}, across: []int{0},
		order: firstRanks,
	}
)

// adjacent reports whether a board may go from one pin to another.
func (o *policy) adjacent(from, to pin) bool {
	differ := pinLevel(from) - pinLevel(to)
	if differ < 0 {
		differ = -differ
	}
	if pinSide(from) == pinSide(to) {
		return slices.Contains(o.along, differ)
	}
	return slices.Contains(o.across, differ)
}

// advance tells which way a board goes for the side that controls it:
// forward if positive, backward if negative, to the side if 0.
func (o *policy) advance(side board.Colour, from, to pin) int {
	n := o.order[pinLevel(to)-1] - o.order[pinLevel(from)-1]
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

func (o *policy) goals() (g goals) {
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
