package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// HandSet returns the weights that learning begins with: common knowledge of
// orthodox chess, put in by hand.
func (features) HandSet() []eval.Score {
	w := make([]eval.Score, termCount)
	set := func(at int, scores ...eval.Score) { copy(w[at:], scores) }
	set(termMaterial, eval.S(90, 110), eval.S(325, 305), eval.S(345, 335), eval.S(500, 540), eval.S(975, 1010), eval.S(0, 0))
	for rank := range 10 {
		square := func(k board.Role, p eval.Score) { w[termRanks+10*(int(k)-1)+rank] = p }
		near := float32(4 - max(rank-5, 4-rank)) // 0 at the ends, 4 in the middle
		square(board.Pawn, eval.S(3*float32(rank)-10, 7*float32(rank)-22))
		square(board.Knight, eval.S(7*near-16, 5*near-12))
		square(board.Bishop, eval.S(4*near-8, 3*near-6))
		square(board.Queen, eval.S(1*near-2, 3*near-6))
		square(board.King, eval.S(-12*float32(min(rank, 4))+20, 6*near-12))
	}
	for k := range 6 {
		set(termFiles+3*k, eval.S(-6, -6), eval.S(0, 0), eval.S(6, 6))
	}
	set(termFiles+3*5, eval.S(10, -8), eval.S(4, 0), eval.S(-12, 8)) // kings
	set(termMobility, eval.S(4, 4), eval.S(4, 4), eval.S(3, 4), eval.S(2, 3))
	set(termCramped, eval.S(-8, -8), eval.S(-8, -10), eval.S(-6, -12), eval.S(-6, -20))
	set(termPassed, eval.Score{}, eval.S(0, 5), eval.S(0, 8), eval.S(2, 12), eval.S(6, 22), eval.S(14, 40), eval.S(28, 65), eval.S(50, 95), eval.S(70, 120), eval.Score{})
	set(termIsolated, eval.S(-8, -8))
	set(termBishopPair, eval.S(15, 25))
	set(termKingShield, eval.S(8, 0))
	set(termKingZone, eval.S(6, 0), eval.S(6, 0), eval.S(7, 0), eval.S(6, 2))
	set(termZoneAttackers, eval.S(-5, 0), eval.S(0, 0), eval.S(15, 0), eval.S(40, 0), eval.S(70, 0), eval.S(100, 5))
	set(termPawnThreats, eval.S(40, 35), eval.S(55, 40), eval.S(60, 50))
	set(termHanging, eval.S(5, 8), eval.S(25, 25), eval.S(25, 25), eval.S(35, 30), eval.S(30, 30))
	set(termTempo, eval.S(15, 10))
	set(termMopUp, eval.S(12, 12), eval.S(15, 15))
	return w
}
