package features

import (
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Derived returns weights for a rule set that nothing has been learnt of yet:
// the hand-set ones of orthodox chess, changed by what follows from the board's
// shape and from what a move makes on the image of its landing square. On the
// plane without reflection they are the hand-set ones.
func (f Features) Derived() []eval.Score {
	w := f.HandSet()
	f.deriveShape(w)
	if f.Reflects {
		f.deriveReflection(w)
	}
	return w
}

// reach is how much of a piece's greater mobility its worth takes part in. The
// rest is counted by the mobility terms themselves. Learning found about so
// much on the cylinder.
const reach = 0.25

// deriveShape goes by how far pieces see on this board, compared with the plane.
func (f Features) deriveShape(w []eval.Score) {
	if f.Topology == topology.Plane {
		return
	}
	_, crosses := f.Topology.Crossing()
	here, plane := averageMobility(f.Topology), averageMobility(topology.Plane)
	for k := board.Knight; k <= board.Queen; k++ {
		times(w[material+int(k)-1:][:1], 1+reach*(here[k]/plane[k]-1))
	}
	// Who crosses the seam has no edge to keep away from, and a king finds no
	// shelter beside an edge over which rooks and queens come.
	open := crosses[board.Rook] || crosses[board.Queen]
	for k := board.Pawn; k <= board.King; k++ {
		if crosses[k] || k == board.King && open {
			levelRanks(w[squares+(int(k)-1)*64:][:64])
		}
	}
}

// levelRanks gives the squares of each rank their mean.
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

// What a quiet move is worth by what it makes, in centipawns. Where pieces go
// to the opponent, those moves are precious whose image is held, and having
// many moves to choose from saves a side from feeding the other.
const (
	freeMove   = 13  // whose image is held, where an empty one feeds the opponent
	feeding    = -5  // whose image is empty, and the opponent gets a piece
	goingOn    = 8   // of a piece that goes on: it reaches twice as far
	choice     = 2.5 // times the mobility
	ownShare   = 30  // a possible piece of one's own counts as so small a part of it
	ownTempo   = 4   // the next one as a larger part: it comes with the move
	mostBonus  = 20
	mostTempo  = 150
	usualPiece = 300 // a gift worth more than this counts in full
)

// deriveReflection goes by what a move makes, and for whom.
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
	w[tempo].EG = 0 // having to move is no good there
}

func times(weights []eval.Score, by float32) {
	for i := range weights {
		weights[i].MG *= by
		weights[i].EG *= by
	}
}

// averageMobility is how many squares a piece of each role sees from all squares
// of random boards that are not quite half full. It is the same every time.
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
