package space

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Step is one step of a plan that has been played.
type Step struct {
	Text string         // as it was given
	Move board.Move     // what it means
	SAN  string         // in Meder's notation
	Next board.Position // after it, with the same side to move again
}

// PlanError is the step at which a plan fails.
type PlanError struct {
	Step int    // counted from 1
	Text string // as it was given
	Err  error  // a *rules.IllegalMove, or a *notation.SyntaxError
}

// Said tells the step and the reason.
func (e *PlanError) Said() rules.Message {
	return message.New("plan.step", message.Args{"step": e.Step, "text": notation.Clip(e.Text), "why": message.Of(e.Err)})
}

// Error names the step and the reason.
func (e *PlanError) Error() string { return e.Said().String() }

// Unwrap returns the reason.
func (e *PlanError) Unwrap() error { return e.Err }

// CodeKingCapture is a step of a plan that would take the king of the side
// that stands still.
const CodeKingCapture rules.Code = "king-capture"

// What a plan may hold.
const (
	mostPlan  = 16 << 10 // bytes
	mostSteps = 256
)

// Plan plays the steps of a plan, joined by semicolons: moves of the side to
// move in any notation, one after the other, while the other side stands still
// (5). It returns the steps that could be played, and a *PlanError for the
// first that could not. The position is not changed.
func Plan(r rules.Rules, p *board.Position, text string) ([]Step, error) {
	if len(text) > mostPlan {
		return nil, &notation.SyntaxError{Input: notation.Clip(text), Message: message.New("syntax.plan.too-long", message.Args{"count": len(text), "most": mostPlan})}
	}
	parts := strings.Split(text, ";")
	if n := len(parts); n > 1 && strings.TrimSpace(parts[n-1]) == "" {
		parts = parts[:n-1]
	}
	if len(parts) > mostSteps {
		return nil, &notation.SyntaxError{Input: notation.Clip(text), Message: message.New("syntax.plan.steps", message.Args{"count": len(parts), "most": mostSteps})}
	}
	var steps []Step
	now := *p
	for i, part := range parts {
		part = strings.TrimSpace(part)
		played, err := rules.Play(r, &now, part)
		if err == nil && played.Next.Pieces(now.Side.Other(), board.King) != now.Pieces(now.Side.Other(), board.King) {
			err = rules.Illegal("illegal.king-capture", nil)
		}
		if err != nil {
			return steps, &PlanError{Step: i + 1, Text: part, Err: err}
		}
		steps = append(steps, Step{
			Text: part, Move: played.Move, SAN: r.Guide().FormatSAN(&now, played.Move),
			Next: stand(played.Next, now.Side),
		})
		now = steps[i].Next
	}
	return steps, nil
}

// stand lets the other side stand still: the turn comes back, the right to
// take en passant is over, and another full move begins.
func stand(p board.Position, side board.Colour) board.Position {
	p.SetEnPassant(board.NoSquare)
	p.Pass()
	if side == board.White {
		p.FullmoveNumber++
	}
	return p
}
