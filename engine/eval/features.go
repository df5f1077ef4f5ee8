package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Features is what the evaluation of a rule set looks at: terms that can be
// counted in a position, each with a weight.
type Features interface {
	// Terms names the terms. Those that mean the same as in another game have
	// the same name there.
	Terms() []string
	// HandSet returns the weights that learning begins with: common knowledge,
	// put in by hand.
	HandSet() []Score
	// Counter returns what counts the terms, given their weights, as many as
	// there are terms.
	Counter(weights []Score) Counter
}

// Counter counts the terms of positions. It is called from many goroutines at
// once, allocates nothing, and may have tables made of the weights. One that is
// a [Coster] too makes the evaluator one.
type Counter interface {
	// Count adds what it counts to a sum and returns that.
	Count(p *board.Position, s Sum) Sum
	// ScaleFactor returns how much of a score, White's, is left of it, out of
	// FullScale: little where the side ahead cannot win by what it has.
	ScaleFactor(p *board.Position, score int) int
}

// FullScale is the scale factor where nothing stands in the way of a win.
const FullScale = 16

// Featured is a rule set with features of its own. One without plays by general
// ones: material and mobility.
type Featured interface {
	rules.Rules
	Features() Features
}

// Blinder are features that can be looked at as one sees them who knows nothing
// of what is new in the game.
type Blinder interface {
	Features
	Blind() Features
}

// Deriver are features with weights that follow from the rules, better than the
// hand-set ones for a game that nothing has been learnt of yet.
type Deriver interface {
	Features
	Derived() []Score
}

// Tying are features some of which have something in common.
type Tying interface {
	Features
	Tied() Tied
}

// Tied says which terms have something in common, so that learning can take what
// it finds out about one for the others.
type Tied struct {
	Groups [][]int // terms by their numbers; a term may be in several
	// Same tells that the members of a group are one and the same parameter, not
	// only alike.
	Same bool
}

// FeaturesOf returns the features of a rule set.
func FeaturesOf(r rules.Rules) Features {
	if f, ok := r.(Featured); ok {
		return f.Features()
	}
	return general{r}
}

// TiedOf returns the parameters of a rule set's evaluation that are tied.
func TiedOf(r rules.Rules) Tied {
	if t, ok := FeaturesOf(r).(Tying); ok {
		return t.Tied()
	}
	return Tied{}
}

// linear scores positions by a sum of terms times their weights.
type linear struct {
	counter Counter
	weights []Packed
	terms   []string
}

// costing is linear where quiet moves have a cost.
type costing struct {
	linear
	Coster
}

// newLinear returns the evaluator of features with weights.
func newLinear(r rules.Rules, f Features, w []Score) (Explainer, error) {
	terms := f.Terms()
	if len(w) != len(terms) {
		return nil, fmt.Errorf("eval: %d weights for %s, want %d", len(w), r.Info().Name, len(terms))
	}
	e := linear{f.Counter(w), Pack(w), terms}
	if c, ok := e.counter.(Coster); ok {
		return &costing{e, c}, nil
	}
	return &e, nil
}

// Evaluate returns centipawns for the side to move.
func (e *linear) Evaluate(p *board.Position) int {
	s := e.counter.Count(p, Sum{weights: e.weights})
	score := s.total()
	score = score * e.counter.ScaleFactor(p, score) / FullScale
	if p.Side == board.White {
		return score
	}
	return -score
}

// Trace lists what Evaluate counts.
func (e *linear) Trace(p *board.Position, t *Trace) {
	t.reset(len(e.terms))
	s := e.counter.Count(p, Sum{weights: e.weights, counts: t.Counts})
	t.Phase = min(s.phase, MaxPhase)
	t.Scale = float32(e.counter.ScaleFactor(p, s.total())) / FullScale
}

// Terms names the terms in the order of their weights.
func (e *linear) Terms() []string { return e.terms }
