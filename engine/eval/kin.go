package eval

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// Kin says which terms have something in common, so that learning can take
// what it finds out about one for the others.
type Kin struct {
	Groups [][]int // terms by their numbers; a term may be in several
	// Same tells that the members of a group are one and the same, not only
	// alike.
	Same bool
}

// KinOf returns the kin among a rule set's terms. On a cylinder a piece stands
// on every file alike, so only the rank counts. On a plane squares of one rank
// are alike, and so are those as far from the edge.
func KinOf(r rules.Rules) Kin {
	v, ok := r.(*flat.Rules)
	if !ok {
		return Kin{}
	}
	var k Kin
	k.Same = v.Topology.Wraps
	for kind := board.Pawn; kind <= board.King; kind++ {
		ranks, files := make([][]int, 8), make([][]int, 4)
		for s := board.Square(0); s < 64; s++ {
			term := flatSquares + (int(kind)-1)*64 + int(s)
			ranks[s.Rank()] = append(ranks[s.Rank()], term)
			edge := min(s.File(), 7-s.File())
			files[edge] = append(files[edge], term)
		}
		k.Groups = append(k.Groups, ranks...)
		if !k.Same {
			k.Groups = append(k.Groups, files...)
		}
	}
	return k
}
