package space

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

var _ rules.MovingBoards = (*Rules)(nil)

// Mounts returns the pins with their corners and neighbours (1, 6.1).
func (v *Rules) Mounts() (all []rules.Mount) {
	for n := range geometry.Pin(geometry.PinCount) {
		one := rules.Mount{Name: geometry.PinName(n), Corner: geometry.Corner(n).String()}
		for next := v.goals.empty[n]; next != 0; {
			one.Next = append(one.Next, geometry.PinName(next.Pop()))
		}
		all = append(all, one)
	}
	return all
}

// Boards returns the attack boards in a position, in the order of their pins.
func (v *Rules) Boards(p *board.Position) (all []rules.MountedBoard) {
	type stand struct {
		geometry.Pin
		slot int
	}
	var boards []stand
	for slot := range geometry.BoardCount {
		boards = append(boards, stand{geometry.PinOf(p, slot), slot})
	}
	slices.SortFunc(boards, func(a, b stand) int { return cmp.Compare(a.Pin, b.Pin) })
	for _, b := range boards {
		all = append(all, rules.MountedBoard{
			Mount: geometry.PinName(b.Pin), Owner: geometry.Owner(b.slot), Turned: geometry.Turned(p, b.slot),
			Quadrants: slices.Clone(quadrantNames()[b.Pin][geometry.Owner(b.slot)]),
		})
	}
	return all
}

// quadrantNames returns the names of the squares in the quadrants of a board, by pin and owner (5). The names
// are cached, because every list of changes needs them.
var quadrantNames = sync.OnceValue(func() (all [geometry.PinCount][2][]string) {
	for n := range geometry.Pin(geometry.PinCount) {
		for _, side := range [...]board.Colour{board.White, board.Black} {
			for q := 1; q <= 4; q++ {
				cell := geometry.QuadrantCell(side, q)
				c := geometry.CellColumn(n, cell)
				all[n][side] = append(all[n][side], geometry.Name{Column: c, Level: geometry.OnPin(n)}.String())
			}
		}
	}
	return all
})

// BoardGoals reports for every pin whether the board on a mount may move there, with or without turning, and in which
// direction, or why it may not (6).
func (v *Rules) BoardGoals(p *board.Position, mount string) (all []rules.BoardGoal) {
	from, ok := geometry.ParsePin(strings.ToUpper(mount))
	if !ok || len(mount) != 3 {
		return nil
	}
	t := geometry.Of(p)
	slot := int(t.Slot[from])
	if slot < 0 {
		return nil
	}
	_, rider, _ := controller(p, slot)
	half := board.BoardTurn180
	if geometry.Turned(p, slot) {
		half = board.BoardTurn0
	}
	judge := func(form board.MoveType, to geometry.Pin) *rules.IllegalMove {
		m := boardMove{form: form, from: from, to: to}
		choice := board.NoRole
		if choiceOpen(p, from, to, rider, form != board.BoardShift) {
			choice = board.Queen // the role does not matter
		}
		return v.Guide().WhyIllegal(p, m.move(choice))
	}
	for to := range geometry.Pin(geometry.PinCount) {
		if to == from && !v.policy.Turns {
			continue
		}
		goal := rules.BoardGoal{Mount: geometry.PinName(to), Neighbour: to == from || v.policy.adjacent(from, to)}
		if to == from {
			goal.Why = judge(half, to)
		} else if goal.Why = judge(board.BoardShift, to); goal.Why != nil && v.policy.Turns && judge(half, to) == nil {
			goal.Why = nil
		}
		if goal.Why == nil && to != from {
			goal.Direction = v.policy.direction(p.Side, from, to)
		}
		all = append(all, goal)
	}
	return all
}
