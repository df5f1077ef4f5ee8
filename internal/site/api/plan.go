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

// Plan plays moves of one side while the other side does not move. It describes each step and the final
// position, and reports the first move that cannot be played.
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
		if failed.Text == "" { // an offset in an empty text is useless
			why.Reason.Message = failed.Explain()
		}
		a.Failed = &wire.PlanFailure{Step: failed.Step, Given: notation.Clip(failed.Text), Code: why.Code, Message: d.text(why.Explain())}
	case err != nil:
		return wire.PlanAnswer{}, failureIn(wire.CodeSyntax, err)
	}
	now := start
	for _, s := range steps {
		a.Steps = append(a.Steps, wire.PlanStep{Step: newStep(r, &now, &s.Next, s.Move, d.Catalogue()), Given: s.Text})
		now = s.Next
	}
	a.State = planState(r, &start, now, d.Catalogue())
	return a, nil
}

// planState describes a position of a plan. A plan is not a game and has no outcome. The kings of both sides
// can be in check.
func planState(r rules.Rules, start *board.Position, p board.Position, c *locale.Catalogue) wire.State {
	s := NewState(rules.NewLine(r, p), c)
	s.Study = s.Study || Kingless(r, start)
	s.Outcome = wire.Outcome{}
	s.Moves = slices.DeleteFunc(s.Moves, capturesKing)
	for _, attacked := r.Kings(&p, p.Side.Other()); !attacked.Empty(); {
		s.Checked = append(s.Checked, r.Guide().SquareName(&p, attacked.Pop()))
	}
	return s
}

// capturesKing reports whether a move captures a king, which is possible in a plan after a check.
func capturesKing(m wire.MoveInfo) bool {
	return slices.ContainsFunc(m.Changes, func(c wire.Change) bool {
		return c.Effect == describe.Captured && strings.EqualFold(c.Piece, "k")
	})
}

// Premoves returns the squares to which the pieces of the side that is not to move could go next, after some
// move of the other side. A king that could castle may also be dropped on the rook.
func (d *Service) Premoves(q wire.PremovesRequest) (wire.Premoves, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.Premoves{}, err
	}
	r, p := o.Rules, o.Position
	answer := wire.Premoves{To: map[string][]string{}}
	seen := map[board.Move]bool{}
	add := func(from, to string) {
		if from != "" && from != "-" && to != "" && to != "-" && !slices.Contains(answer.To[from], to) {
			answer.To[from] = append(answer.To[from], to)
		}
	}
	for _, m := range rules.LegalMoves(r, &p) {
		var next board.Position
		if !r.Apply(&p, m, &next) {
			continue
		}
		for _, mine := range rules.LegalMoves(r, &next) {
			if seen[mine] {
				continue
			}
			seen[mine] = true
			var after board.Position
			r.Apply(&next, mine, &after)
			king, rook := "", ""
			for _, c := range describe.Changes(r, &next, &after, mine) {
				switch {
				case c.Effect == describe.Moved:
					add(c.From, c.To)
				case c.Effect == describe.Castled && c.Piece.Role() == board.King:
					king = c.From
					add(c.From, c.To)
				case c.Effect == describe.Castled:
					rook = c.From
				}
			}
			add(king, rook)
		}
	}
	for _, to := range answer.To {
		slices.Sort(to)
	}
	return answer, nil
}
