package session

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// MovePlan is a plan that is tried beside the game, which it does not change:
// steps of the side to move, while the other stands still.
type MovePlan struct {
	start  board.Position
	Steps  []notation.PlanStep
	Told   []describe.MoveInfo // of each step
	Failed *notation.PlanError

	session *Session
}

// PlanWord begins what is a plan and no move, where either can be typed.
const PlanWord = "plan "

// IsPlan reports whether a text is meant as a plan.
func IsPlan(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > len(PlanWord) && strings.EqualFold(text[:len(PlanWord)], PlanWord)
}

// TryPlan plays a plan from the position of the game.
func (s *Session) TryPlan(text string) (*MovePlan, error) {
	p := &MovePlan{start: s.Game.Position(), session: s}
	var err error
	p.Steps, err = notation.Plan(s.Rules(), &p.start, text)
	if err != nil && !errors.As(err, &p.Failed) {
		return nil, err
	}
	for i := range p.Steps {
		before := p.At(i)
		p.Told = append(p.Told, s.Describe(&before, p.Steps[i].Move))
	}
	return p, nil
}

// At returns the position after so many steps.
func (p *MovePlan) At(n int) board.Position {
	if n == 0 {
		return p.start
	}
	return p.Steps[n-1].Next
}

// Heading says whose plan it is.
func (p *MovePlan) Heading() string {
	return p.session.Text("command.play.a-plan-moves-stands-still", message.Args{"side": p.start.Side, "sidetwo": p.start.Side.Other()})
}

// Failure names the step that cannot be played, and why; nothing if there is
// none.
func (p *MovePlan) Failure() string {
	if p.Failed == nil {
		return ""
	}
	return Sentence(p.session.Explain(p.Failed))
}

// WholeReason returns the reason why a board cannot move at all, "" if it can
// or if the pins have reasons of their own.
func (s *Session) WholeReason(goals []rules.BoardGoal) (why string) {
	for _, g := range goals {
		switch {
		case !g.Neighbour:
		case g.Why == nil || why != "" && s.Explain(g.Why) != why:
			return ""
		default:
			why = s.Explain(g.Why)
		}
	}
	return why
}
