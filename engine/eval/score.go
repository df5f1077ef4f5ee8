package eval

import "github.com/tainchess/tain/board"

// Score is a tapered score in centipawns: a value for the middle game and a value for the endgame. Weights
// also have this type.
type Score struct{ MG, EG float32 }

// S returns the Score with the given values.
func S(mg, eg float32) Score { return Score{mg, eg} }

// Packed is a [Score] in sixteenths of a centipawn, stored as integers so that
// sums are the same on every machine. The middle game is in the upper half of
// the word and the endgame in the lower, so that one addition adds both.
type Packed int64

const unit = 16

func pack(mg, eg int32) Packed { return Packed(mg)<<32 + Packed(eg) }

func (w Packed) eg() int32 { return int32(w) }

// mg returns the middle-game half. It corrects for the borrow that a negative endgame half causes.
func (w Packed) mg() int32 { return int32((w - Packed(w.eg())) >> 32) }

// Pack converts scores to packed scores.
func Pack(scores []Score) []Packed {
	all := make([]Packed, len(scores))
	for i, s := range scores {
		all[i] = pack(round(s.MG*unit), round(s.EG*unit))
	}
	return all
}

func round(x float32) int32 {
	if x < 0 {
		return int32(x - 0.5)
	}
	return int32(x + 0.5)
}

// MaxPhase is the phase of the middle game; the endgame has phase 0.
const MaxPhase = 24

// phaseOf is the contribution of each role to the phase.
var phaseOf = [8]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4}

// Sum accumulates a score while the features of a position are counted.
type Sum struct {
	weights []Packed
	score   Packed
	counts  []int16 // nil unless traced
	phase   int
}

// Add adds n times a term to the sum; n is negative for Black.
func (s *Sum) Add(term, n int) {
	s.score += s.weights[term] * Packed(n)
	if s.counts != nil {
		s.counts[term] += int16(n)
	}
}

// Traced reports whether the sum records the count of each term. If so,
// AddPacked must not be used.
func (s *Sum) Traced() bool { return s.counts != nil }

// AddPacked adds n times the combined value of several terms that always occur together. It must not be used
// if the sum is [Sum.Traced].
func (s *Sum) AddPacked(w Packed, n int) { s.score += w * Packed(n) }

// AddPhase adds the contribution of a piece to the phase.
func (s *Sum) AddPhase(role board.Role) { s.phase += phaseOf[role&7] }

// AddPhasePoints adds a number of points to the phase, for pieces that chess does not have. A knight has one
// point and a queen four.
func (s *Sum) AddPhasePoints(n int) { s.phase += n }

// total returns the score in centipawns, tapered by the phase.
func (s *Sum) total() int {
	phase := min(s.phase, MaxPhase)
	return (int(s.score.mg())*phase + int(s.score.eg())*(MaxPhase-phase)) / (MaxPhase * unit)
}

// Trace is the learner's input for a position: the count of each term (White's minus Black's), the phase and
// the scale factor.
type Trace struct {
	Counts []int16
	Phase  int     // MaxPhase in the middle game, 0 in the endgame
	Scale  float32 // scale factor from 0 to 1
}

// reset clears the counts and resizes them to the number of terms.
func (t *Trace) reset(terms int) {
	if cap(t.Counts) < terms {
		t.Counts = make([]int16, terms)
	}
	t.Counts = t.Counts[:terms]
	clear(t.Counts)
}
