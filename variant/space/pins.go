package space

import (
	"cmp"
	"slices"
	"sync"

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
		all = append(all, rules.MountedBoard{
			Mount: pinName(b.pin), Owner: owner(b.slot), Turned: turned(p, b.slot),
			Quadrants: slices.Clone(quadrantNames()[b.pin][owner(b.slot)]),
		})
	}
	return all
}

// quadrantNames names the squares of the quadrants of a board on each pin, by
// its owner (5). Changes of positions are told by their boards, so they are
// listed often.
var quadrantNames = sync.OnceValue(func() (all [pins][2][]string) {
	for n := range pin(pins) {
		for _, side := range [...]board.Colour{board.White, board.Black} {
			for q := 1; q <= 4; q++ {
				cell := quadrantCell(side, q)
				c := pinBase(n) + column(cell&1+cell>>1*files)
				all[n][side] = append(all[n][side], name{c, firstPin + level(n)}.String())
			}
		}
	}
	return all
})

// corner returns the square of a main board that a pin is on: the odd levels
// are on the low corners, the even ones on the high.
func corner(n pin) name {
	main := level((pinLevel(n) - 1) / 2)
	rank := 1 + 2*int(main) + 3*((pinLevel(n)-1)%2)
	return name{at(1+3*pinSide(n), rank), main}
}
