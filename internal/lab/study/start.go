package study

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/rules"
)

// Start is the engine's score of a starting position, for White. Exactly one of CP and Mate is set.
type Start struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"` // number of moves; negative if Black mates
	// Decided is true if one side is winning before the first move.
	Decided bool `json:"decided"`
}

// startNodes is the number of nodes that the score is based on. A game is decided from the start if a
// side leads by this share of the score that ends a game early: 6 pawns, or 12 in games with reflections.
const (
	startNodes   = 20_000
	decidedShare = 0.4
)

// startOf scores the starting position of a rule set.
func startOf(ctx context.Context, r rules.Rules, e eval.Evaluator) (s Start, err error) {
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: r.Info().Kingless})
	if err != nil {
		return s, err
	}
	found := search.New(r, e, search.Options{HashMB: 1}).Search(ctx, &p, nil, search.Limits{Nodes: startNodes}, nil)
	if err := ctx.Err(); err != nil || len(found.Lines) == 0 {
		return s, err
	}
	score := found.Lines[0].Score
	if p.Side == board.Black {
		score = -score
	}
	if n, mate := search.MateIn(score); mate {
		s.Mate, s.Decided = &n, true
		return s, nil
	}
	limit := decidedShare * float64(adjudication.WinningScore(r))
	s.CP, s.Decided = &score, float64(max(score, -score)) >= limit
	return s, nil
}

// Text describes a decided start in one sentence.
func (s Start) Text() string {
	side := func(score int) string {
		if score < 0 {
			return "Black"
		}
		return "White"
	}
	const head = "The starting position is already decided: "
	switch {
	case s.Mate != nil:
		return fmt.Sprintf(head+"%s mates in %d.", side(*s.Mate), max(*s.Mate, -*s.Mate))
	case s.CP != nil:
		return fmt.Sprintf(head+"%s leads by %s pawns.", side(*s.CP), decimal(float64(max(*s.CP, -*s.CP))/100, 1))
	}
	return ""
}
