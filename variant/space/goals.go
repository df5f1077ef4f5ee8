package space

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// BoardGoals asks of every pin whether the board on one may go there, as it
// stands or turned half round (6a, 6b). It is the judge of single moves that
// answers.
func (v *Rules) BoardGoals(p *board.Position, mount string) (all []rules.BoardGoal) {
	from, ok := parsePin(strings.ToUpper(mount))
	if !ok || len(mount) != 3 {
		return nil
	}
	t := placed(p)
	slot := int(t.slot[from])
	if slot < 0 {
		return nil
	}
	_, rider, _ := controller(p, slot)
	half := board.BoardTurn180
	if turned(p, slot) {
		half = board.BoardTurn0
	}
	judge := func(form board.MoveType, to pin) *rules.IllegalMove {
		m := boardMove{form: form, from: from, to: to}
		choice := board.NoRole
		if choiceOpen(p, from, to, rider, form != board.BoardShift) {
			choice = board.Queen // which one is a question for later
		}
		return guide{v}.WhyIllegal(p, m.move(choice))
	}
	for to := range pin(pins) {
		if to == from && !v.policy.Turns {
			continue
		}
		goal := rules.BoardGoal{Mount: pinName(to), Neighbour: to == from || v.policy.adjacent(from, to)}
		if to == from {
			goal.Why = judge(half, to)
		} else if goal.Why = judge(board.BoardShift, to); goal.Why != nil && v.policy.Turns && judge(half, to) == nil {
			goal.Why = nil
		}
		all = append(all, goal)
	}
	return all
}
