package notation

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// PlanStep is one step of a plan that has been played.
type PlanStep struct {
	Text string         // as it was given, without its number
	Move board.Move     // what it means
	SAN  string         // as people write it
	Next board.Position // after it, with the same side to move again
}

// PlanError is the step at which a plan fails.
type PlanError struct {
	Step int    // counted from 1
	Text string // as it was given
	Err  error  // a *rules.IllegalMove, or a *SyntaxError
}

// Explain returns the step and the reason.
func (e *PlanError) Explain() message.Message {
	if e.Text == "" {
		return message.New("plan.empty", "step {step} is empty: write a move, and one semicolon between two steps", message.Args{"step": e.Step})
	}
	return message.New("plan.step", "step {step}, {text}: {why}", message.Args{"step": e.Step, "text": Clip(e.Text), "why": message.Of(e.Err)})
}

// Error names the step and the reason.
func (e *PlanError) Error() string { return e.Explain().String() }

// Unwrap returns the reason.
func (e *PlanError) Unwrap() error { return e.Err }

// What a plan may hold.
const (
	maxPlan      = 16 << 10 // bytes
	maxPlanSteps = 256
)

// Plan plays the steps of a plan, joined by semicolons: moves of the side to
// move in any notation, one after the other, while the other side stands still.
// It returns the steps that could be played, and a *PlanError for the first that
// could not; a text that is too long to be a plan is a *SyntaxError. The position
// is not changed. Steps may be numbered.
//
// A plan is for study and no game: it has no result, and may attack the king of
// the side that stands still but not take it.
func Plan(r rules.Rules, p *board.Position, text string) ([]PlanStep, error) {
	parts, err := splitPlan(text)
	if err != nil {
		return nil, err
	}
	var steps []PlanStep
	now := *p
	for i, part := range parts {
		played, err := planned(r, &now, part)
		if err != nil {
			return steps, &PlanError{Step: i + 1, Text: part, Err: err}
		}
		steps = append(steps, PlanStep{
			Text: part, Move: played.Move, SAN: r.Guide().FormatSAN(&now, played.Move), Next: Stand(played.Next),
		})
		now = steps[i].Next
	}
	return steps, nil
}

// splitPlan returns the steps of a plan as they are given. The last may have a
// semicolon after it, too.
func splitPlan(text string) ([]string, error) {
	if len(text) > maxPlan {
		return nil, &SyntaxError{Input: Clip(text), Message: message.New("syntax.plan.too-long",
			"a plan of {count} characters is too long; the limit is {most}", message.Args{"count": len(text), "most": maxPlan})}
	}
	parts := strings.Split(text, ";")
	for i := range parts {
		parts[i] = unnumbered(strings.TrimSpace(parts[i]))
	}
	if n := len(parts); n > 1 && parts[n-1] == "" {
		parts = parts[:n-1]
	}
	if len(parts) > maxPlanSteps {
		return nil, &SyntaxError{Input: Clip(text), Message: message.New("syntax.plan.steps",
			"a plan of {count} steps is too long; the limit is {most}", message.Args{"count": len(parts), "most": maxPlanSteps})}
	}
	return parts, nil
}

// unnumbered returns a step without the number that people put before it.
func unnumbered(step string) string {
	rest := strings.TrimLeft(step, "0123456789")
	if move := strings.TrimLeft(rest, ".…"); rest != step && move != rest {
		return strings.TrimSpace(move)
	}
	return step
}

// planned plays one step.
func planned(r rules.Rules, p *board.Position, text string) (rules.Played, error) {
	if text == "" {
		return rules.Played{}, &SyntaxError{Message: message.New("syntax.plan.empty", "there is no move here", nil)}
	}
	played, err := rules.Play(r, p, text)
	if err != nil {
		return played, err
	}
	still := p.Side.Other()
	before, _ := r.Kings(p, still)
	if after, _ := r.Kings(&played.Next, still); before&^after != 0 {
		return played, rules.Illegal("illegal.king-capture",
			"a king is never captured: a plan may attack the king of the side that does not move, but not capture it", nil)
	}
	return played, nil
}

// Stand lets the side to move stand still after a move, so that the one that has
// moved goes on: the turn comes back, the right to take en passant is over, and
// another full move begins. Unlike [rules.Pass] it is no move of a game, and is done
// in check too: a plan is made of the moves of one side.
func Stand(p board.Position) board.Position {
	if p.EnPassant() != board.NoSquare {
		p.SetEnPassant(board.NoSquare)
	}
	if p.Side == board.Black { // a move of Black's has counted itself
		p.FullmoveNumber++
	}
	p.Pass()
	return p
}
