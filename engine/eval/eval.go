// Package eval scores positions.
//
// A score is a sum of terms, each a count of something on the board times a
// weight, once for the middle game and once for the end game. The counts are
// the same code for all rule sets of a family, in the rule set's own geometry
// (flat.go, trid.go); the weights are learnt for each rule set from its own games
// and kept as text (weights/). The same code that scores a position can list
// its counts, so that what is learnt is exactly what is played.
package eval

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/space"
)

// Pair is a weight: for the middle game and for the end game, in centipawns.
type Pair struct{ Middle, End float32 }

// Trace is a position as the learner sees it: how often each term counts,
// White's less Black's, and how far the game has gone.
type Trace struct {
	Counts []int16
	Phase  int     // 24 in the middle game, 0 in the end game
	Scale  float32 // what part of the sum the position is worth, 1 for all
}

// Mode chooses the weights.
type Mode string

// The modes: the rule set's own learnt weights, the hand-set weights learning
// began with, or the evaluation of orthodox chess, blind to seam, reflection
// and boards that move.
const (
	Learnt Mode = "learnt"
	Hand   Mode = "hand"
	Blind  Mode = "blind"
)

// New returns an evaluator for a rule set.
func New(r rules.Rules, mode Mode) (Explainer, error) {
	w, err := Weights(r, mode)
	if err != nil {
		return nil, err
	}
	if mode == Blind {
		r = blindfold(r)
	}
	return WithWeights(r, w)
}

// blindfold returns a flat rule set as an orthodox player sees it: a plane
// without seam, and moves that reflect nothing.
func blindfold(r rules.Rules) rules.Rules {
	if v, ok := r.(*flat.Rules); ok {
		return &flat.Rules{Details: v.Details, Topology: topology.Plane, IsDead: v.IsDead}
	}
	return r
}

// WithWeights returns an evaluator for a rule set with weights of one's own,
// as many as it has terms.
func WithWeights(r rules.Rules, w []Pair) (Explainer, error) {
	switch v := r.(type) {
	case *flat.Rules:
		return newFlat(v, w)
	case *space.Rules:
		return newTrid(v, w)
	}
	return nil, &UnknownError{r.Info().Name}
}

// UnknownError says that there is no evaluation for a rule set.
type UnknownError struct{ Name string }

// Error names the rule set.
func (e *UnknownError) Error() string { return "eval: no evaluation for the rule set " + e.Name }

// sum adds up terms while a position is being scored.
type sum struct {
	weights []weight
	score   weight
	counts  []int16 // nil unless the counts are wanted
}

// weight is a Pair in whole sixteenths of a centipawn: whole numbers add up to
// the same score on every machine. The middle game is in the upper half of the
// word and the end game in the lower, so that both are added up at once.
type weight int64

const unit = 16

func newWeight(middle, end int32) weight { return weight(middle)<<32 + weight(end) }

func (w weight) end() int32 { return int32(w) }

// middle leaves out what a negative end game borrows.
func (w weight) middle() int32 { return int32((w - weight(w.end())) >> 32) }

func whole(pairs []Pair) []weight {
	all := make([]weight, len(pairs))
	for i, p := range pairs {
		all[i] = newWeight(round(p.Middle*unit), round(p.End*unit))
	}
	return all
}

func round(x float32) int32 {
	if x < 0 {
		return int32(x - 0.5)
	}
	return int32(x + 0.5)
}

// add counts a term n times; n is negative for Black.
func (s *sum) add(term, n int) {
	s.score += s.weights[term] * weight(n)
	if s.counts != nil {
		s.counts[term] += int16(n)
	}
}

// total blends middle and end game by the phase and returns centipawns.
func (s *sum) total(phase int) int {
	return (int(s.score.middle())*phase + int(s.score.end())*(24-phase)) / (24 * unit)
}

// reset makes room for the counts of so many terms.
func (t *Trace) reset(terms int) {
	if cap(t.Counts) < terms {
		t.Counts = make([]int16, terms)
	}
	t.Counts = t.Counts[:terms]
	clear(t.Counts)
}

// phaseOf is how much a piece keeps the game a middle game.
var phaseOf = [8]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4}

// usual is how many squares a knight, bishop, rook and queen can mostly go to.
// Mobility counts from there: otherwise each piece would count its own worth
// again, and learning could not tell the two apart.
var usual = [4]int{4, 6, 7, 13}

// side is what is found out about one side before the terms are counted.
type side struct {
	pawns, kings, ring board.Bitboard
	king               board.Square      // the one that counts where only one can
	pawnHits, hits     board.Bitboard    // squares attacked by pawns, by anything
	hitsBy             [8]board.Bitboard // by a kind other than pawns
	ringAttackers      int               // pieces that attack around an enemy king
}

// threaten counts pieces attacked by pawns, and pieces attacked that nothing
// guards.
func (d *side) threaten(p *board.Position, c board.Colour, them *side, sign, pawnHits, loose int, s *sum) {
	enemy := p.ByColour(c.Other())
	minor := p.ByRole(board.Knight) | p.ByRole(board.Bishop)
	s.add(pawnHits, sign*(d.pawnHits&enemy&minor).Count())
	s.add(pawnHits+1, sign*(d.pawnHits&enemy&p.ByRole(board.Rook)).Count())
	s.add(pawnHits+2, sign*(d.pawnHits&enemy&p.ByRole(board.Queen)).Count())
	for k := board.Pawn; k <= board.Queen; k++ {
		if hit := d.hits & enemy &^ them.hits & p.ByRole(k); hit != 0 {
			s.add(loose+int(k)-1, sign*hit.Count())
		}
	}
}
