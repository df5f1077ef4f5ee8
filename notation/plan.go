package notation

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// PlanStep is a step that [Plan] has played.
type PlanStep struct {
	Text string // as entered, without the step number
	Move board.Move
	SAN  string
	Next board.Position // after the step, with the same side to move
}

// PlanError reports the step at which a plan fails.
type PlanError struct {
	Step int    // counted from 1
	Text string // as entered, without the step number
	Err  error  // a *rules.IllegalMove or a *SyntaxError
}

// Explain returns the step and the reason.
func (e *PlanError) Explain() message.Message {
	if e.Text == "" {
		return message.New("plan.empty", "step {step} is empty: separate the steps with single semicolons", message.Args{"step": e.Step})
	}
	return message.New("plan.step", "step {step}, {text}: {why}", message.Args{"step": e.Step, "text": Clip(e.Text), "why": message.Of(e.Err)})
}

// Error returns the explanation in English.
func (e *PlanError) Error() string { return e.Explain().String() }

// Unwrap returns the reason.
func (e *PlanError) Unwrap() error { return e.Err }

// Limits for a plan.
const (
	maxPlan      = 16 << 10 // bytes
	maxPlanSteps = 256
)

// Plan plays the steps of a plan: moves of the side to move, separated by semicolons, while the other side
// passes. The moves may be in any notation and may be numbered. Plan returns the steps before the first
// illegal one and a *PlanError for that step. If the text is too long, the error is a *SyntaxError. Plan does
// not change p.
//
// A plan is not a game: it has no result, and its moves may attack the king of the passing side but not
// capture it.
func Plan(r rules.Rules, p *board.Position, text string) ([]PlanStep, error) {
	parts, err := splitPlan(text)
	if err != nil {
		return nil, err
	}
	var steps []PlanStep
	now := *p
	for i, part := range parts {
		played, err := playStep(r, &now, part)
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

// splitPlan returns the steps of a plan. A trailing semicolon is allowed.
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

// unnumbered returns a step without its number.
func unnumbered(step string) string {
	rest := strings.TrimLeft(step, "0123456789")
	if move := strings.TrimLeft(rest, ".…"); rest != step && move != rest {
		return strings.TrimSpace(move)
	}
	return step
}

func playStep(r rules.Rules, p *board.Position, text string) (rules.Played, error) {
	if text == "" {
		return rules.Played{}, &SyntaxError{Message: message.New("syntax.plan.empty", "there is no move here", nil)}
	}
	played, err := rules.Play(r, p, text)
	if err != nil {
		return played, err
	}
	still := p.Side.Other()
	before, _ := r.Kings(p, still)
	if after, _ := r.Kings(&played.Next, still); before.Without(after) != (board.Set{}) {
		return played, rules.Illegal("illegal.king-capture",
			"kings are never captured: a plan may attack the king of the side that does not move, but not capture it", nil)
	}
	return played, nil
}

// Stand gives the turn back to the side that has just moved. It clears the en passant right and starts a new
// full move. Unlike [rules.Pass] it does not count as a move, and it is allowed in check.
func Stand(p board.Position) board.Position {
	if p.EnPassant() != board.NoSquare {
		p.SetEnPassant(board.NoSquare)
	}
	if p.Side == board.Black { // Apply has already counted a move by Black
		p.FullmoveNumber++
	}
	p.Pass()
	return p
}
