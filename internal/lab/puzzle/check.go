package puzzle

import (
	"context"
	"fmt"
	"slices"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Check plays a solution and looks at what can be seen without a search: the moves
// are legal, the goal is reached, the tags and the id are those of the solution,
// and where it mates no other last move does.
func Check(r rules.Rules, z *Puzzle) error {
	line, err := z.Line(r)
	if err != nil {
		return err
	}
	start := line.Start()
	if id := idOf(&start); id != z.ID {
		return fmt.Errorf("puzzle %s: the id of its position is %s", z.ID, id)
	}
	found := proof{line: line.Moves()}
	found.mate, _ = Goal(z.Tags[0])
	if tags := tagsOf(r, &start, found); !slices.Equal(tags, z.Tags) {
		return fmt.Errorf("puzzle %s: its tags are %v, not %v", z.ID, tags, z.Tags)
	}
	if found.mate == 0 {
		return nil
	}
	if len(z.Moves) != 2*found.mate-1 {
		return fmt.Errorf("puzzle %s: a mate in %d has %d half-moves, not %d", z.ID, found.mate, 2*found.mate-1, len(z.Moves))
	}
	last, _ := line.At(len(z.Moves) - 1)
	mates := 0
	for _, m := range rules.LegalMoves(r, &last) {
		if played, err := rules.Play(r, &last, m); err == nil && rules.OutcomeOf(r, &played.Next).Reason == rules.Checkmate {
			mates++
		}
	}
	if final := line.Position(); rules.OutcomeOf(r, &final).Reason != rules.Checkmate || mates != 1 {
		return fmt.Errorf("puzzle %s: %d last moves mate, and the solution's must be the only one", z.ID, mates)
	}
	return nil
}

// Checker proves puzzles anew. It is for one goroutine.
type Checker struct{ prover *prover }

// NewChecker returns one that searches as the settings say.
func NewChecker(r rules.Rules, s Settings) (*Checker, error) {
	e, err := eval.New(r, "")
	if err != nil {
		return nil, err
	}
	return &Checker{newProver(r, e, s.Depth, s.ProofNodes)}, nil
}

// Prove proves that a puzzle has the one solution it names, at each step. An error
// says which has not.
func (c *Checker) Prove(ctx context.Context, z *Puzzle) error {
	r := c.prover.rules
	if err := Check(r, z); err != nil {
		return err
	}
	line, err := z.Line(r)
	if err != nil {
		return err
	}
	start := line.Start()
	ok := c.prover.verify(ctx, &start, line.Moves(), mateTag(z.Tags[0]))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !ok:
		return fmt.Errorf("puzzle %s: its solution is not the only one, or none", z.ID)
	}
	return nil
}

// ProveAll proves puzzles one after the other and returns what is wrong with each,
// empty if nothing is. It calls each with the number of puzzles done.
func (c *Checker) ProveAll(ctx context.Context, all []Puzzle, each func(done int)) ([]string, error) {
	faults := make([]string, len(all))
	for i := range all {
		each(i)
		if err := c.Prove(ctx, &all[i]); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			faults[i] = err.Error()
		}
	}
	return faults, nil
}
