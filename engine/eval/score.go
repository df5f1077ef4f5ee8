package eval

import "github.com/tainchess/tain/board"

// Score is a tapered score, in centipawns: what something is worth in the middle
// game and in the end game. A weight is one.
type Score struct{ MG, EG float32 }

// S is short for a Score.
func S(mg, eg float32) Score { return Score{mg, eg} }

// Packed is a [Score] in whole sixteenths of a centipawn: whole numbers add up
// to the same score on every machine. The middle game is in the upper half of
// the word and the end game in the lower, so that both are added up at once.
type Packed int64

const unit = 16

func pack(mg, eg int32) Packed { return Packed(mg)<<32 + Packed(eg) }

func (w Packed) eg() int32 { return int32(w) }

// mg leaves out what a negative end game borrows.
func (w Packed) mg() int32 { return int32((w - Packed(w.eg())) >> 32) }

// Pack packs scores.
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

// MaxPhase is the phase of a middle game; an end game has 0.
const MaxPhase = 24

// phaseOf is how much a piece keeps the game a middle game.
var phaseOf = [8]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4}

// Sum adds up terms while the features of a position are counted.
type Sum struct {
	weights []Packed
	score   Packed
	counts  []int16 // nil unless the counts are wanted
	phase   int
}

// Add counts a term n times; n is negative for Black.
func (s *Sum) Add(term, n int) {
	s.score += s.weights[term] * Packed(n)
	if s.counts != nil {
		s.counts[term] += int16(n)
	}
}

// Traced tells that the counts of all terms are wanted, so that none may be
// left out by way of AddPacked.
func (s *Sum) Traced() bool { return s.counts != nil }

// AddPacked adds what several terms are worth together, n times. It serves where
// terms always come together, if the sum is not [Sum.Traced].
func (s *Sum) AddPacked(w Packed, n int) { s.score += w * Packed(n) }

// AddPhase notes a piece that keeps the game a middle game.
func (s *Sum) AddPhase(role board.Role) { s.phase += phaseOf[role&7] }

// total tapers the score by the phase and returns centipawns.
func (s *Sum) total() int {
	phase := min(s.phase, MaxPhase)
	return (int(s.score.mg())*phase + int(s.score.eg())*(MaxPhase-phase)) / (MaxPhase * unit)
}

// Trace is a position as the learner sees it: how often each term counts,
// White's less Black's, and how far the game has gone.
type Trace struct {
	Counts []int16
	Phase  int     // MaxPhase in the middle game, 0 in the end game
	Scale  float32 // what part of the sum the position is worth, 1 for all
}

// reset makes room for the counts of so many terms.
func (t *Trace) reset(terms int) {
	if cap(t.Counts) < terms {
		t.Counts = make([]int16, terms)
	}
	t.Counts = t.Counts[:terms]
	clear(t.Counts)
}
