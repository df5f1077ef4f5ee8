// Package eval scores positions.
//
// A score is a sum of terms: counts of features on the board times weights, tapered between the middle game
// and the endgame. Each rule set supplies its [Features]; this package is independent of any rule set.
// Weights are learnt from games played with the rule set, and stored with it as text. The same code scores a
// position and lists its counts, so that learning uses exactly the counts used in play.
package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Mode selects an evaluation.
type Mode string

// The evaluation modes. Learnt uses the rule set's net or, if it has none, the learnt weights. Linear uses
// only the learnt weights, Derived uses weights derived from the rules, and Hand uses hand-set weights. Blind
// uses the evaluation of the parent game, which ignores seams, reflections and moving boards.
const (
	Learnt  Mode = "learnt"
	Linear  Mode = "weights"
	Derived Mode = "derived"
	Hand    Mode = "hand"
	Blind   Mode = "blind"
)

// Modes lists the modes in display order.
var Modes = []Mode{Learnt, Linear, Derived, Hand, Blind}

// ModeNames returns Modes as strings.
func ModeNames() (names []string) {
	for _, m := range Modes {
		names = append(names, string(m))
	}
	return names
}

// PlaysNet reports whether the mode uses a net if the rule set has one.
func (m Mode) PlaysNet() bool { return m == "" || m == Learnt }

// PlaysLearnt reports whether the mode uses learnt weights, with or without a net.
func (m Mode) PlaysLearnt() bool { return m.PlaysNet() || m == Linear }

// New returns the linear evaluator for a rule set and mode. It never uses a net.
func New(r rules.Rules, mode Mode) (Explainer, error) {
	w, err := Weights(r, mode)
	if err != nil {
		return nil, err
	}
	return newLinear(r, seen(r, mode), w)
}

// WithWeights returns an evaluator for a rule set with the given weights, one
// per term.
func WithWeights(r rules.Rules, w []Score) (Explainer, error) {
	return newLinear(r, FeaturesOf(r), w)
}

// seen returns the features that a mode uses for a rule set.
func seen(r rules.Rules, mode Mode) Features {
	f := FeaturesOf(r)
	if b, ok := f.(Blinder); ok && mode == Blind {
		return b.Blind()
	}
	return f
}

// Weights returns the weights for a rule set and mode. If there are no learnt weights, it returns the derived
// weights, or else the hand-set ones. It returns an error if the mode is unknown or the weights cannot be
// read.
func Weights(r rules.Rules, mode Mode) ([]Score, error) {
	f := FeaturesOf(r)
	switch mode {
	case Hand:
		return f.HandSet(), nil
	case Blind:
		return blind(r)
	case Learnt, Linear, "":
		if text, ok := bundle.Read(r, bundle.Weights); ok {
			return ReadWeights(text, f.Terms())
		}
		return derived(f), nil
	case Derived:
		return derived(f), nil
	}
	return nil, fmt.Errorf("eval: unknown mode %q; modes are %v", mode, Modes)
}

// derived returns the weights derived from the rules or, if the features cannot derive any, the hand-set
// weights.
func derived(f Features) []Score {
	if d, ok := f.(Deriver); ok {
		return d.Derived()
	}
	return f.HandSet()
}

// blind returns the parent game's weights for terms with the same name, and 0 for terms that the parent does
// not have, such as those for moving boards.
func blind(r rules.Rules) ([]Score, error) {
	parent := r
	if of := r.Info().Parent; of != nil {
		parent = of
	}
	known, err := Weights(parent, Learnt)
	if err != nil {
		return nil, err
	}
	byName := map[string]Score{}
	for i, name := range Terms(parent) {
		byName[name] = known[i]
	}
	terms := seen(r, Blind).Terms()
	weights := make([]Score, len(terms))
	for i, name := range terms {
		weights[i] = byName[name]
	}
	return weights, nil
}

// Contribution is one piece's share of a score.
type Contribution struct {
	Square board.Square
	Piece  board.Piece
	Score  int // centipawns for White
}

// LeaveOneOut returns the contribution of each piece to a score: how much worse off White would be without
// the piece. It works with any evaluator, including a net. Rest is the part of the score that cannot be
// attributed to a single piece; the contributions and rest add up to the score. Kings have no contribution. A
// [Staged] evaluator uses the stage of the whole position throughout; otherwise each contribution would
// include the difference between two stages.
func LeaveOneOut(e Evaluator, p *board.Position) (pieces []Contribution, rest int) {
	score := e.Evaluate
	if staged, ok := e.(Staged); ok {
		score = func(of *board.Position) int { return staged.EvaluateAs(of, p.Count()) }
	}
	whole := forWhite(score, p)
	rest = whole
	for s, pc := range p.All() {
		if pc.Role() == board.King {
			continue
		}
		without := *p
		without.Set(s, board.NoPiece)
		c := Contribution{Square: s, Piece: pc, Score: whole - forWhite(score, &without)}
		pieces = append(pieces, c)
		rest -= c.Score
	}
	return pieces, rest
}

// forWhite evaluates p with score, which is relative to the side to move, and returns the result for White.
func forWhite(score func(*board.Position) int, p *board.Position) int {
	if p.Side == board.Black {
		return -score(p)
	}
	return score(p)
}
