package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Plan plays the steps of one side, the other standing still, and tells of each,
// of where they lead and of the first that cannot be played.
func (d *Service) Plan(q wire.PlanRequest) (wire.PlanAnswer, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.PlanAnswer{}, err
	}
	r, start := o.Rules, o.Position
	steps, err := notation.Plan(r, &start, q.Plan)
	a := wire.PlanAnswer{Start: r.Guide().FormatPosition(&start), Side: start.Side, Steps: []wire.PlanStep{}, Notes: o.Notes()}
	var failed *notation.PlanError
	switch {
	case errors.As(err, &failed):
		why := failureIn(wire.CodeSyntax, failed.Err)
		if failed.Text == "" { // the place in nothing helps nobody
			why.Said.Message = failed.Explain()
		}
		a.Failed = &wire.PlanFailure{Step: failed.Step, Given: notation.Clip(failed.Text), Code: why.Code, Message: d.text(why.Explain())}
	case err != nil:
		return wire.PlanAnswer{}, failureIn(wire.CodeSyntax, err)
	}
	now := start
	for _, s := range steps {
		a.Steps = append(a.Steps, wire.PlanStep{Step: NewStep(r, &now, &s.Next, s.Move, d.Catalogue()), Given: s.Text})
		now = s.Next
	}
	a.State = planState(r, &start, now, d.Catalogue())
	return a, nil
}

// planState tells of a position of a plan. A plan is no game and has no outcome;
// the kings it attacks are those of the side that stands still.
func planState(r rules.Rules, start *board.Position, p board.Position, c *locale.Catalogue) wire.State {
	s := NewState(rules.NewLine(r, p), c)
	s.Study = s.Study || kingless(r, start)
	s.Outcome = wire.Outcome{}
	s.Moves = slices.DeleteFunc(s.Moves, capturesKing)
	for _, attacked := r.Kings(&p, p.Side.Other()); attacked != 0; {
		s.Checked = append(s.Checked, r.Guide().SquareName(&p, attacked.Pop()))
	}
	return s
}

// capturesKing reports whether a move takes a king, as one could in a plan whose
// step before gave check.
func capturesKing(m wire.MoveInfo) bool {
	return slices.ContainsFunc(m.Changes, func(c wire.Change) bool {
		return c.Effect == describe.Captured && strings.EqualFold(c.Piece, "k")
	})
}
