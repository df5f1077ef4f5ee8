package features

import (
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// HandSet returns the initial weights for learning. They reflect common knowledge about orthodox chess.
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

// Derived returns weights for a rule set without learnt weights. They are the hand-set weights, adjusted for
// the topology and the spawned pieces. On the plane without reflection they equal the hand-set weights.
func (f Features) Derived() []eval.Score {
	w := f.HandSet()
	f.deriveShape(w)
	if f.Reflects {
		f.deriveReflection(w)
	}
	return w
}

// reach is the share of a piece's additional mobility that is added to its value. The mobility terms account
// for the remaining share. Learnt weights for the cylinder suggest this value.
const reach = 0.25

// deriveShape adjusts the weights according to the mobility of pieces on this board compared with the plane.
func (f Features) deriveShape(w []eval.Score) {
	if f.Topology == topology.Plane {
		return
	}
	_, crosses := f.Topology.Crossing()
	here, plane := averageMobility(f.Topology), averageMobility(topology.Plane)
	for k := board.Knight; k <= board.Queen; k++ {
		times(w[material+int(k)-1:][:1], 1+reach*(here[k]/plane[k]-1))
	}
	// A role that crosses the seam need not avoid the edge, and a king is not safe at an edge that rooks or
	// queens cross.
	open := crosses[board.Rook] || crosses[board.Queen]
	for k := board.Pawn; k <= board.King; k++ {
		if crosses[k] || k == board.King && open {
			levelRanks(w[squares+(int(k)-1)*64:][:64])
		}
	}
}

// levelRanks sets all squares on a rank to their mean value.
func levelRanks(table []eval.Score) {
	for rank := range 8 {
		row := table[rank*8:][:8]
		var mean eval.Score
		for _, s := range row {
			mean.MG += s.MG / 8
			mean.EG += s.EG / 8
		}
		for i := range row {
			row[i] = mean
		}
	}
}

// Values of quiet moves in centipawns, and factors. If spawned pieces belong to the opponent, moves to a
// square whose image is occupied are valuable. A side with many moves is less often forced to spawn a piece
// for the opponent.
const (
	freeMove   = 13  // the image is occupied; otherwise the move would spawn an enemy piece
	feeding    = -5  // the image is empty, so the move spawns an enemy piece
	goingOn    = 8   // the piece goes on, so it reaches more squares
	choice     = 2.5 // factor for mobility
	ownShare   = 30  // divisor for the value of a friendly piece that can be spawned
	ownTempo   = 4   // divisor for the value of the next friendly piece that a move spawns
	mostBonus  = 20
	mostTempo  = 150
	usualPiece = 300 // the full factor applies if spawned pieces have at least this mean value
)

// deriveReflection adjusts the weights according to the pieces that moves spawn and to their owner.
func (f Features) deriveReflection(w []eval.Score) {
	made, makers := float32(0), float32(0)
	for k := board.Pawn; k <= board.King; k++ {
		i, worth := int(k)-1, float32(0)
		if to := f.Made[k]; to != board.NoRole && !f.GoesOn[k] {
			worth = (w[material+int(to)-1].MG + w[material+int(to)-1].EG) / 2
			made, makers = made+worth, makers+1
		}
		switch {
		case f.GoesOn[k]:
			w[open+i] = eval.S(goingOn, goingOn)
		case worth > 0 && f.Own:
			bonus := min(worth/ownShare, mostBonus)
			w[open+i] = eval.S(bonus, bonus)
		case worth > 0:
			w[open+i] = eval.S(feeding, feeding)
		}
	}
	if makers == 0 {
		return
	}
	mean := made / makers
	if f.Own {
		next := min(mean/ownTempo, mostTempo)
		w[tempo].MG += next
		w[tempo].EG += next
		return
	}
	share := min(mean/usualPiece, 1)
	for i := range 6 {
		w[held+i] = eval.S(freeMove*share, freeMove*share)
	}
	times(w[mobility:cramped], 1+(choice-1)*share)
	times(w[cramped:held], 1+share)
	w[tempo].EG = 0 // having to move is a disadvantage in the endgame
}

func times(weights []eval.Score, by float32) {
	for i := range weights {
		weights[i].MG *= by
		weights[i].EG *= by
	}
}

// averageMobility returns the mean mobility of each role over all squares of random boards with 24 pieces.
// The result is deterministic.
func averageMobility(g *topology.Topology) (mean [8]float32) {
	const boards, men = 32, 24
	rng := rand.New(rand.NewPCG(8, 8))
	for range boards {
		var occupied board.Bitboard
		for occupied.Count() < men {
			occupied |= board.Square(rng.IntN(64)).Bit()
		}
		for s := board.Square(0); s < 64; s++ {
			for k := board.Knight; k <= board.King; k++ {
				mean[k] += float32(g.Attacks(k, s, occupied&^s.Bit()).Count()) / (boards * 64)
			}
		}
	}
	return mean
}
