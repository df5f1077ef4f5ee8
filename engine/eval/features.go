package eval

import (
	"fmt"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Features are the terms of a rule set's evaluation: countable properties of a position, each with a weight.
type Features interface {
	// Terms returns the names of the terms. A term that occurs in several games has the same name in each.
	Terms() []string
	// HandSet returns the hand-set weights, from which learning starts by default.
	HandSet() []Score
	// Counter returns a counter that uses one weight per term.
	Counter(weights []Score) Counter
}

// Counter counts the terms in a position. It must be safe for concurrent use
// and must not allocate; it may precompute tables from the weights. If it is a
// [Coster], so is the evaluator.
type Counter interface {
	// Count adds the counts of a position to a sum and returns the sum.
	Count(p *board.Position, s Sum) Sum
	// ScaleFactor returns the factor, out of FullScale, by which to multiply a score for White. It is small
	// if the side that is ahead lacks the material to win.
	ScaleFactor(p *board.Position, score int) int
}

// FullScale is the scale factor that leaves a score unchanged.
const FullScale = 16

// Featured is a rule set with its own features. Other rule sets use general features: material, mobility and
// tempo.
type Featured interface {
	rules.Rules
	Features() Features
}

// Blinder is implemented by features that can ignore the differences between a
// game and its parent.
type Blinder interface {
	Features
	Blind() Features
}

// Deriver is implemented by features whose weights can be derived from the rules. For a game without learnt
// weights, derived weights are better than hand-set ones.
type Deriver interface {
	Features
	Derived() []Score
}

// Tying is implemented by features with tied terms.
type Tying interface {
	Features
	Tied() Tied
}

// Tied lists groups of related terms, so that learning can share information
// between them.
type Tied struct {
	Groups [][]int // indices of terms; a term may be in several groups
	// Same reports whether the members of a group share one parameter. Otherwise their parameters are only
	// similar.
	Same bool
}

// FeaturesOf returns the features of a rule set, or the general features if it has none.
func FeaturesOf(r rules.Rules) Features {
	if f, ok := r.(Featured); ok {
		return f.Features()
	}
	return general{r}
}

// Terms returns the names of the terms of a rule set's evaluation.
func Terms(r rules.Rules) []string { return FeaturesOf(r).Terms() }

// TiedOf returns the tied terms of a rule set, or none.
func TiedOf(r rules.Rules) Tied {
	if t, ok := FeaturesOf(r).(Tying); ok {
		return t.Tied()
	}
	return Tied{}
}

// linear scores positions by a weighted sum of terms.
type linear struct {
	counter Counter
	weights []Packed
	terms   []string
}

// costing is a linear evaluator with move costs.
type costing struct {
	linear
	Coster
}

// newLinear returns a linear evaluator for the features and weights.
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

// Trace lists the counts behind Evaluate.
func (e *linear) Trace(p *board.Position, t *Trace) {
	t.reset(len(e.terms))
	s := e.counter.Count(p, Sum{weights: e.weights, counts: t.Counts})
	t.Phase = min(s.phase, MaxPhase)
	t.Scale = float32(e.counter.ScaleFactor(p, s.total())) / FullScale
}

// Terms returns the names of the terms in the order of their weights.
func (e *linear) Terms() []string { return e.terms }

// general implements Features for rule sets that are not Featured: material, mobility and tempo.
type general struct{ r rules.Rules }

// The index of each term, or of the first term in a group.
const (
	generalMaterial = 0 // by role
	generalMobility = generalMaterial + 6
	generalTempo    = generalMobility + 1
	generalTerms    = generalTempo + 1
)

// Terms returns the names of the terms.
func (general) Terms() []string {
	var n Names
	n.ByRole("material", board.Pawn, board.King)
	return append(n, "mobility", "tempo")
}

// HandSet returns the hand-set weights.
func (general) HandSet() []Score {
	w := make([]Score, generalTerms)
	copy(w, []Score{{90, 105}, {340, 320}, {360, 345}, {495, 550}, {980, 1020}, {0, 0}})
	w[generalMobility], w[generalTempo] = Score{3, 4}, Score{15, 10}
	return w
}

// Counter returns g, which does not need the weights.
func (g general) Counter([]Score) Counter { return g }

// lists pools move lists, which are large.
var lists = sync.Pool{New: func() any { return new(board.MoveList) }}

// moves counts the pseudo-legal moves of the side to move.
func (g general) moves(p *board.Position) int {
	list := lists.Get().(*board.MoveList)
	defer lists.Put(list)
	list.Reset()
	g.r.PseudoLegal(p, list)
	return len(list.All())
}

// Count adds the counts of a position to a sum and returns the sum.
func (g general) Count(p *board.Position, s Sum) Sum {
	for k := board.Pawn; k <= board.King; k++ {
		white, black := p.Pieces(board.White, k).Count(), p.Pieces(board.Black, k).Count()
		s.Add(generalMaterial+int(k)-1, white-black)
		for range white + black {
			s.AddPhase(k)
		}
	}
	other := passed.Get().(*board.Position)
	defer passed.Put(other)
	*other = *p
	other.Pass()
	sign := 1 - 2*int(p.Side&1)
	s.Add(generalMobility, sign*(g.moves(p)-g.moves(other)))
	s.Add(generalTempo, sign)
	return s
}

// passed pools positions, for copies with the other side to move.
var passed = sync.Pool{New: func() any { return new(board.Position) }}

// ScaleFactor returns FullScale, because general features cannot recognise drawn endings.
func (general) ScaleFactor(*board.Position, int) int { return FullScale }
