package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// HandSet returns the weights that learning begins with: common knowledge of
// orthodox chess, put in by hand.
func (Features) HandSet() []eval.Score {
	w := make([]eval.Score, termCount)
	set := func(at int, scores ...eval.Score) { copy(w[at:], scores) }
	set(material, eval.S(85, 105), eval.S(345, 320), eval.S(365, 345), eval.S(490, 555), eval.S(985, 1030), eval.S(0, 0))
	for s := board.Square(0); s < 64; s++ {
		// centre is 0 in a corner and 6 on the four middle squares.
		f, r := float32(min(s.File(), 7-s.File())), float32(min(s.Rank(), 7-s.Rank()))
		centre, rank := f+r, float32(s.Rank())
		square := func(k board.Role, p eval.Score) { w[squares+(int(k)-1)*64+int(s)] = p }
		if s.Rank() > 0 && s.Rank() < 7 {
			square(board.Pawn, eval.S(4*f+2*rank-12, 5*rank-14))
		}
		square(board.Knight, eval.S(8*centre-26, 6*centre-20))
		square(board.Bishop, eval.S(3*centre-8, 3*centre-8))
		square(board.Rook, eval.S(3*f-6+boost(rank == 6, 12), boost(rank >= 5, 8)))
		square(board.Queen, eval.S(1*centre-3, 4*centre-12))
		square(board.King, eval.S(-6*f-14*min(rank, 4)+18, 8*centre-22))
	}
	set(mobility, eval.S(4, 4), eval.S(4, 4), eval.S(3, 4), eval.S(2, 4))
	set(cramped, eval.S(-8, -8), eval.S(-8, -10), eval.S(-6, -12), eval.S(-6, -20))
	set(passed, eval.Score{}, eval.S(0, 8), eval.S(0, 12), eval.S(5, 25), eval.S(18, 48), eval.S(40, 85), eval.S(70, 130), eval.Score{})
	set(supported, eval.Score{}, eval.Score{}, eval.S(10, 4), eval.S(10, 6), eval.S(14, 10), eval.S(25, 20), eval.S(40, 35), eval.Score{})
	set(isolated, eval.S(-12, -10))
	set(doubled, eval.S(-6, -14))
	set(bishopPair, eval.S(25, 45))
	set(rookOpenFile, eval.S(25, 8))
	set(rookHalfOpenFile, eval.S(12, 4))
	set(kingShield, eval.S(10, 0))
	set(kingVirtualMobility, eval.S(-3, 1))
	set(kingZone, eval.S(7, 0), eval.S(6, 0), eval.S(8, 0), eval.S(7, 2))
	set(zoneAttackers, eval.S(-5, 0), eval.S(0, 0), eval.S(15, 0), eval.S(45, 0), eval.S(80, 0), eval.S(110, 5))
	set(pawnThreats, eval.S(45, 35), eval.S(60, 40), eval.S(60, 50))
	set(hanging, eval.S(5, 8), eval.S(25, 25), eval.S(25, 25), eval.S(35, 30), eval.S(30, 30))
	set(tempo, eval.S(18, 12))
	set(queenlessAttackers, eval.S(0, 0), eval.S(0, 0), eval.S(5, 0), eval.S(15, 0), eval.S(30, 0), eval.S(40, 0))
	set(outpost, eval.S(20, 12), eval.S(12, 6))
	set(lesserThreats, eval.S(25, 20), eval.S(35, 30), eval.S(30, 25))
	set(kingPasser, eval.S(0, -2), eval.S(0, 4))
	set(blockedPasser, eval.S(-2, -4), eval.S(-4, -9))
	set(mopUp, eval.S(12, 12), eval.S(15, 15))
	set(safeChecks, eval.S(20, 2), eval.S(10, 4), eval.S(25, 4), eval.S(15, 6))
	return w
}

func boost(when bool, by float32) float32 {
	if when {
		return by
	}
	return 0
}
