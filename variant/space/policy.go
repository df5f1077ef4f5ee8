package space

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Policy defines how attack boards move. Apart from the starting position, the rule sets in this package differ only
// in their policy.
type Policy struct {
	// Along and Across are the level differences between adjacent pins on the same side of the board and on
	// opposite sides.
	Along, Across []int
	// Order assigns a number to each level, such as ByLevel or ByRank. A move to a level with a higher number
	// is forward for White.
	Order [6]int
	// Turns allows boards to turn by 180°.
	Turns bool
	// Shadow forbids board moves that end above or below a piece other than a knight.
	Shadow bool
	// Sideways makes every move to the other side of the board count as sideways, regardless of level.
	Sideways bool
	// Stays marks the roles that boards may not carry. A board with such a piece on it cannot move.
	Stays [8]bool
	// Anyone allows either side to move an empty board.
	Anyone bool
}

// Policies of the built-in rule sets. The numbers refer to their rulebooks.
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

// Orders of levels: by number, and by the lowest rank of each level.
var (
	ByLevel = [6]int{1, 2, 3, 4, 5, 6}
	ByRank  = [6]int{0, 4, 2, 6, 4, 8}
)

// adjacent reports whether the policy makes two pins adjacent.
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

// direction returns the direction of a board move for the side that controls the board.
func (o *Policy) direction(side board.Colour, from, to geometry.Pin) rules.Direction {
	n := o.Order[geometry.PinLevel(to)-1] - o.Order[geometry.PinLevel(from)-1]
	if side == board.Black {
		n = -n
	}
	switch {
	case n == 0, o.Sideways && geometry.PinSide(from) != geometry.PinSide(to):
		return rules.Sideways
	case n < 0:
		return rules.Backward
	}
	return rules.Forward
}

// goals holds the pins to which a board may move, considering adjacency and direction. The index is the
// board's pin and, for an occupied board, also the controlling side.
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
				if o.direction(side, from, to) != rules.Backward {
					g.occupied[side][from] |= 1 << to
				}
			}
		}
	}
	return g
}
