package eval

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// HandSet returns the weights that learning begins with: common knowledge of
// orthodox chess, put in by hand.
func HandSet(r rules.Rules) ([]Pair, error) {
	switch r.(type) {
	case *flat.Rules:
		return handFlat(), nil
	case *space.Rules:
		return handTrid(), nil
	}
	return nil, &UnknownError{r.Info().Name}
}

func handFlat() []Pair {
	w := make([]Pair, flatTerms)
	set := func(at int, pairs ...Pair) { copy(w[at:], pairs) }
	set(flatMaterial, Pair{85, 105}, Pair{345, 320}, Pair{365, 345}, Pair{490, 555}, Pair{985, 1030}, Pair{0, 0})
	for s := board.Square(0); s < 64; s++ {
		// centre is 0 in a corner and 6 on the four middle squares.
		f, r := float32(min(s.File(), 7-s.File())), float32(min(s.Rank(), 7-s.Rank()))
		centre, rank := f+r, float32(s.Rank())
		square := func(k board.Role, p Pair) { w[flatSquares+(int(k)-1)*64+int(s)] = p }
		if s.Rank() > 0 && s.Rank() < 7 {
			square(board.Pawn, Pair{4*f + 2*rank - 12, 5*rank - 14})
		}
		square(board.Knight, Pair{8*centre - 26, 6*centre - 20})
		square(board.Bishop, Pair{3*centre - 8, 3*centre - 8})
		square(board.Rook, Pair{3*f - 6 + boost(rank == 6, 12), boost(rank >= 5, 8)})
		square(board.Queen, Pair{1*centre - 3, 4*centre - 12})
		square(board.King, Pair{-6*f - 14*min(rank, 4) + 18, 8*centre - 22})
	}
	set(flatMobility, Pair{4, 4}, Pair{4, 4}, Pair{3, 4}, Pair{2, 4})
	set(flatCramped, Pair{-8, -8}, Pair{-8, -10}, Pair{-6, -12}, Pair{-6, -20})
	set(flatPassed, Pair{}, Pair{0, 8}, Pair{0, 12}, Pair{5, 25}, Pair{18, 48}, Pair{40, 85}, Pair{70, 130}, Pair{})
	set(flatBacked, Pair{}, Pair{}, Pair{10, 4}, Pair{10, 6}, Pair{14, 10}, Pair{25, 20}, Pair{40, 35}, Pair{})
	set(flatIsolated, Pair{-12, -10})
	set(flatDoubled, Pair{-6, -14})
	set(flatPair, Pair{25, 45})
	set(flatRookOpen, Pair{25, 8})
	set(flatRookHalf, Pair{12, 4})
	set(flatShield, Pair{10, 0})
	set(flatExposed, Pair{-3, 1})
	set(flatRing, Pair{7, 0}, Pair{6, 0}, Pair{8, 0}, Pair{7, 2})
	set(flatAttackers, Pair{-5, 0}, Pair{0, 0}, Pair{15, 0}, Pair{45, 0}, Pair{80, 0}, Pair{110, 5})
	set(flatPawnHits, Pair{45, 35}, Pair{60, 40}, Pair{60, 50})
	set(flatLoose, Pair{5, 8}, Pair{25, 25}, Pair{25, 25}, Pair{35, 30}, Pair{30, 30})
	set(flatTempo, Pair{18, 12})
	set(flatQueenless, Pair{0, 0}, Pair{0, 0}, Pair{5, 0}, Pair{15, 0}, Pair{30, 0}, Pair{40, 0})
	set(flatOutpost, Pair{20, 12}, Pair{12, 6})
	set(flatLesser, Pair{25, 20}, Pair{35, 30}, Pair{30, 25})
	set(flatEscort, Pair{0, -2}, Pair{0, 4})
	set(flatBlocked, Pair{-2, -4}, Pair{-4, -9})
	set(flatHunt, Pair{12, 12}, Pair{15, 15})
	set(flatChecks, Pair{20, 2}, Pair{10, 4}, Pair{25, 4}, Pair{15, 6})
	return w
}

func boost(when bool, by float32) float32 {
	if when {
		return by
	}
	return 0
}

func handTrid() []Pair {
	w := make([]Pair, tridTerms)
	set := func(at int, pairs ...Pair) { copy(w[at:], pairs) }
	set(tridMaterial, Pair{90, 110}, Pair{325, 305}, Pair{345, 335}, Pair{500, 540}, Pair{975, 1010}, Pair{0, 0})
	for rank := range 10 {
		square := func(k board.Role, p Pair) { w[tridRanks+10*(int(k)-1)+rank] = p }
		near := float32(4 - max(rank-5, 4-rank)) // 0 at the ends, 4 in the middle
		square(board.Pawn, Pair{3*float32(rank) - 10, 7*float32(rank) - 22})
		square(board.Knight, Pair{7*near - 16, 5*near - 12})
		square(board.Bishop, Pair{4*near - 8, 3*near - 6})
		square(board.Queen, Pair{1*near - 2, 3*near - 6})
		square(board.King, Pair{-12*float32(min(rank, 4)) + 20, 6*near - 12})
	}
	for k := range 6 {
		set(tridFiles+3*k, Pair{-6, -6}, Pair{0, 0}, Pair{6, 6})
	}
	set(tridFiles+3*5, Pair{10, -8}, Pair{4, 0}, Pair{-12, 8}) // kings
	set(tridMobility, Pair{4, 4}, Pair{4, 4}, Pair{3, 4}, Pair{2, 3})
	set(tridCramped, Pair{-8, -8}, Pair{-8, -10}, Pair{-6, -12}, Pair{-6, -20})
	set(tridPassed, Pair{}, Pair{0, 5}, Pair{0, 8}, Pair{2, 12}, Pair{6, 22}, Pair{14, 40}, Pair{28, 65}, Pair{50, 95}, Pair{70, 120}, Pair{})
	set(tridIsolated, Pair{-8, -8})
	set(tridPair, Pair{15, 25})
	set(tridShield, Pair{8, 0})
	set(tridRing, Pair{6, 0}, Pair{6, 0}, Pair{7, 0}, Pair{6, 2})
	set(tridAttackers, Pair{-5, 0}, Pair{0, 0}, Pair{15, 0}, Pair{40, 0}, Pair{70, 0}, Pair{100, 5})
	set(tridPawnHits, Pair{40, 35}, Pair{55, 40}, Pair{60, 50})
	set(tridLoose, Pair{5, 8}, Pair{25, 25}, Pair{25, 25}, Pair{35, 30}, Pair{30, 30})
	set(tridTempo, Pair{15, 10})
	set(tridHunt, Pair{12, 12}, Pair{15, 15})
	return w
}
