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

// MovePlan is a plan that the user tries: several moves of the side to move, while the other side
// passes. It does not change the game.
type MovePlan struct {
	start  board.Position
	Steps  []notation.PlanStep
	Moves  []describe.MoveInfo // descriptions of the steps
	Failed *notation.PlanError

	session *Session
}

// PlanWord is the word that starts a plan in a field for moves.
const PlanWord = "plan "

// IsPlan reports whether the typed text is a plan.
func IsPlan(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > len(PlanWord) && strings.EqualFold(text[:len(PlanWord)], PlanWord)
}

// TryPlan tries a plan from the current position. An illegal step is not an error, but is recorded in
// Failed.
func (s *Session) TryPlan(text string) (*MovePlan, error) {
	p := &MovePlan{start: s.Game.Position(), session: s}
	var err error
	p.Steps, err = notation.Plan(s.Rules(), &p.start, text)
	if err != nil && !errors.As(err, &p.Failed) {
		return nil, err
	}
	for i := range p.Steps {
		before := p.At(i)
		p.Moves = append(p.Moves, s.Describe(&before, p.Steps[i].Move))
	}
	return p, nil
}

// At returns the position after n steps.
func (p *MovePlan) At(n int) board.Position {
	if n == 0 {
		return p.start
	}
	return p.Steps[n-1].Next
}

// Heading returns a heading that names the moving side.
func (p *MovePlan) Heading() string {
	return p.session.Text("command.play.plan.heading", message.Args{"side": p.start.Side, "other": p.start.Side.Other()})
}

// Failure returns the illegal step and the reason, or "" if all steps are legal.
func (p *MovePlan) Failure() string {
	if p.Failed == nil {
		return ""
	}
	return Capitalise(p.session.Explain(p.Failed))
}

// WholeReason returns the common reason why a board cannot move to any neighbouring pin. It
// returns "" if the board can move or the reasons differ.
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
