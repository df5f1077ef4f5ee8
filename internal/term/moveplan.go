package term

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// movePlan is a plan that is tried beside the game, which it does not change:
// steps of the side to move, while the other stands still.
type movePlan struct {
	start  board.Position
	steps  []notation.PlanStep
	told   []rules.MoveInfo // of each step
	failed *notation.PlanError
}

// planWord begins what is a plan and no move, where either can be typed.
const planWord = "plan "

// isPlan reports whether a text is meant as a plan.
func isPlan(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > len(planWord) && strings.EqualFold(text[:len(planWord)], planWord)
}

// tryPlan plays a plan from the position of the game.
func (s *session) tryPlan(text string) (*movePlan, error) {
	p := &movePlan{start: s.game.Position()}
	var err error
	p.steps, err = notation.Plan(s.rules(), &p.start, text)
	if err != nil && !errors.As(err, &p.failed) {
		return nil, err
	}
	for i := range p.steps {
		before := p.at(i)
		p.told = append(p.told, rules.Describe(s.rules(), &before, p.steps[i].Move))
	}
	return p, nil
}

// at returns the position after so many steps.
func (p *movePlan) at(n int) board.Position {
	if n == 0 {
		return p.start
	}
	return p.steps[n-1].Next
}

// heading says whose plan it is.
func (p *movePlan) heading() string {
	return said("command.play.a-plan-moves-stands-still", locale.Args{"side": p.start.Side, "sidetwo": p.start.Side.Other()})
}

// failure names the step that cannot be played, and why; nothing if there is
// none.
func (p *movePlan) failure() string {
	if p.failed == nil {
		return ""
	}
	return tidy(sentence(p.failed.Error()))
}

// wholeReason returns the reason why a board cannot move at all, "" if it can
// or if the pins have reasons of their own.
func wholeReason(goals []rules.BoardGoal) (why string) {
	for _, g := range goals {
		switch {
		case !g.Neighbour:
		case g.Why == nil || why != "" && g.Why.Error() != why:
			return ""
		default:
			why = g.Why.Error()
		}
	}
	return tidy(why)
}
