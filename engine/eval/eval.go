// Package eval scores positions.
//
// A score is a sum of terms, each a count of something on the board times a
// weight, once for the middle game and once for the end game. What is counted
// are the [Features] of a rule set, which it brings along: this package knows no
// rule set. The weights are learnt for each rule set from its own games and lie
// beside it as text. The same code that scores a position can list its counts,
// so that what is learnt is exactly what is played.
package eval

import (
	"fmt"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Mode chooses the weights.
type Mode string

// The modes: what was learnt of the rule set, which for an engine is its net where
// it has one and else its weights; these weights alone; those that follow from its
// rules alone, the hand-set weights of common knowledge, or the evaluation of the
// game it is a variant of, blind to what is new: seam, reflection and boards that
// move.
const (
	Learnt  Mode = "learnt"
	Linear  Mode = "weights"
	Derived Mode = "derived"
	Hand    Mode = "hand"
	Blind   Mode = "blind"
)

// Modes lists them, for every list that people choose from.
var Modes = []Mode{Learnt, Linear, Derived, Hand, Blind}

// ModeNames lists them as text.
func ModeNames() (names []string) {
	for _, m := range Modes {
		names = append(names, string(m))
	}
	return names
}

// PlaysNet reports whether a net may play in the mode. The others are there to play
// without.
func (m Mode) PlaysNet() bool { return m == "" || m == Learnt }

// PlaysLearnt reports whether weights that were learnt may play in the mode.
func (m Mode) PlaysLearnt() bool { return m.PlaysNet() || m == Linear }

// New returns an evaluator for a rule set. Evaluators made of features explain
// themselves.
func New(r rules.Rules, mode Mode) (Explainer, error) {
	w, err := Weights(r, mode)
	if err != nil {
		return nil, err
	}
	return newLinear(r, seen(r, mode), w)
}

// WithWeights returns an evaluator for a rule set with weights of one's own,
// as many as it has terms.
func WithWeights(r rules.Rules, w []Score) (Explainer, error) {
	return newLinear(r, FeaturesOf(r), w)
}

// seen returns the features of a rule set as one sees them in a mode.
func seen(r rules.Rules, mode Mode) Features {
	f := FeaturesOf(r)
	if b, ok := f.(Blinder); ok && mode == Blind {
		return b.Blind()
	}
	return f
}

// Weights returns a rule set's weights in a mode. Without learnt ones they are
// the derived, and where nothing is derived the hand-set.
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
	return nil, fmt.Errorf("eval: unknown mode %q: it is one of %v", mode, Modes)
}

// derived returns the weights that follow from the rules.
func derived(f Features) []Score {
	if d, ok := f.(Deriver); ok {
		return d.Derived()
	}
	return f.HandSet()
}

// blind returns what is known of a rule set's terms in the game it is a variant
// of, by their names: nothing of squares that does not have, nothing of boards
// that move.
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

// Terms names the terms of a rule set's evaluation.
func Terms(r rules.Rules) []string { return FeaturesOf(r).Terms() }
