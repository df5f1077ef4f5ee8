package space

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

var _ rules.BoardJudge = (*Rules)(nil)

// Mounts lists the pins with their corners and neighbours (1, 6a.1, 6b.1).
func (v *Rules) Mounts() (all []rules.Mount) {
	for n := range pin(pins) {
		one := rules.Mount{Name: pinName(n), Corner: corner(n).String()}
		for next := v.goals.empty[n]; next != 0; {
			one.Next = append(one.Next, pinName(next.pop()))
		}
		all = append(all, one)
	}
	return all
}

// Boards lists the boards of a position, in the order of their pins.
func (v *Rules) Boards(p *board.Position) (all []rules.MountedBoard) {
	type stand struct {
		pin
		slot int
	}
	var boards []stand
	for slot := range slots {
		boards = append(boards, stand{pinOf(p, slot), slot})
	}
	slices.SortFunc(boards, func(a, b stand) int { return cmp.Compare(a.pin, b.pin) })
	for _, b := range boards {
		one := rules.MountedBoard{Mount: pinName(b.pin), Owner: owner(b.slot), Turned: turned(p, b.slot)}
		for q := 1; q <= 4; q++ {
			one.Quadrants = append(one.Quadrants, nameOf(p, cellSquare(b.slot, quadrantCell(owner(b.slot), q))).String())
		}
		all = append(all, one)
	}
	return all
}
