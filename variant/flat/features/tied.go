package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// Tied returns the parameters that are tied: of the piece-square tables. On a
// board that looks the same from every file, such as a cylinder, only the rank
// counts. On others squares of one rank are alike, and so are those as far from
// the edge.
func (f Features) Tied() eval.Tied {
	var k eval.Tied
	k.Same = f.Topology.Alike
	for role := board.Pawn; role <= board.King; role++ {
		ranks, files := make([][]int, 8), make([][]int, 4)
		for s := board.Square(0); s < 64; s++ {
			term := squares + (int(role)-1)*64 + int(s)
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
