package space

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
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
	// Sideways lets a move to the other side of the board count as one to the
	// side, whatever the levels.
	Sideways bool
	// Stays are the roles that may not ride, by role: with one of them aboard a
	// board stays where it is.
	Stays [8]bool
	// Anyone lets either side move an empty board.
	Anyone bool
}

// The policies of the rule sets that come with the program; the numbers are
// those of their rulebooks.
var (
	TridPolicy = Policy{
		Along: []int{1}, Across: []int{0, 1}, // trid 6.1
		Order:  ByLevel, // trid 6.2
		Turns:  true,    // trid 6.4
		Shadow: true,    // trid 6.5
	}
	MederPolicy = Policy{
		Along: []int{1, 2}, Across: []int{0}, // meder 6.1
		Order: ByRank, // meder 6.2: the lowest rank of each level
	}
)

// The orders there are: by the levels' numbers, and by the lowest rank of each.
var (
	ByLevel = [6]int{1, 2, 3, 4, 5, 6}
	ByRank  = [6]int{0, 4, 2, 6, 4, 8}
)

// adjacent reports whether a board may go from one pin to another.
func (o *Policy) adjacent(from, to geometry.Pin) bool {
	differ := geometry.PinLevel(from) - geometry.PinLevel(to)
	if differ < 0 {
		differ = -differ
	}
	if geometry.PinSide(from) == geometry.PinSide(to) {
		return slices.Contains(o.Along, differ)
	}
	return slices.Contains(o.Across, differ)
}

// advance tells which way a board goes for the side that controls it:
// forward if positive, backward if negative, to the side if 0.
func (o *Policy) advance(side board.Colour, from, to geometry.Pin) int {
	if o.Sideways && geometry.PinSide(from) != geometry.PinSide(to) {
		return 0
	}
	n := o.Order[geometry.PinLevel(to)-1] - o.Order[geometry.PinLevel(from)-1]
	if side == board.Black {
		return -n
	}
	return n
}

// goals are the pins a board may go to as far as adjacency and direction
// decide: of an empty board by its pin, of an occupied one also by the side
// that controls it.
type goals struct {
	empty    [geometry.PinCount]geometry.PinSet
	occupied [2][geometry.PinCount]geometry.PinSet
}

func (o *Policy) goals() (g goals) {
	for from := range geometry.Pin(geometry.PinCount) {
		for to := range geometry.Pin(geometry.PinCount) {
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
