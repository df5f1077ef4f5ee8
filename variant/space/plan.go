package space

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
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

// Error names the step and the reason.
func (e *PlanError) Error() string {
	return fmt.Sprintf("step %d, %s: %v", e.Step, notation.Clip(e.Text), e.Err)
}

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
		return nil, &notation.SyntaxError{Input: notation.Clip(text), Msg: fmt.Sprintf("a plan of %d characters is too long: %d are the most", len(text), mostPlan)}
	}
	parts := strings.Split(text, ";")
	if n := len(parts); n > 1 && strings.TrimSpace(parts[n-1]) == "" {
		parts = parts[:n-1]
	}
	if len(parts) > mostSteps {
		return nil, &notation.SyntaxError{Input: notation.Clip(text), Msg: fmt.Sprintf("a plan of %d steps is too long: %d are the most", len(parts), mostSteps)}
	}
	var steps []Step
	now := *p
	for i, part := range parts {
		part = strings.TrimSpace(part)
		played, err := rules.Play(r, &now, part)
		if err == nil && played.Next.Pieces(now.Side.Other(), board.King) != now.Pieces(now.Side.Other(), board.King) {
			err = no(CodeKingCapture, "a king is never taken: a plan may attack the king of the side that stands still, but not go on to capture it")
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
