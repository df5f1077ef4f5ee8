package flat

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// open holds, by crossing, the topology on which every role crosses the seam.
// It is built on first use, because only explanations of illegal moves need it.
var open = [...]func() *topology.Topology{
	topology.NoCrossing: func() *topology.Topology { return topology.Plane },
	topology.Wrap:       func() *topology.Topology { return topology.Cylinder },
	topology.Hop: sync.OnceValue(func() *topology.Topology {
		return topology.Seam(topology.Hop, [8]bool{false, true, true, true, true, true, true})
	}),
}

// closed reports whether only the seam, which this role may not cross, keeps a
// piece from reaching a square.
func (v *Rules) closed(pc board.Piece, from, to board.Square) bool {
	c, crosses, ok := v.Topology.Crossing()
	if k := pc.Role(); !ok || c == topology.NoCrossing || crosses[k] {
		return false
	}
	if pc.Role() == board.Pawn {
		return open[c]().Pawn[pc.Colour()&1][from&63].Has(to)
	}
	return open[c]().Attacks(pc.Role(), from, 0).Has(to)
}

// detour reports whether a blocked rider would reach its target over the seam
// if its role could cross it.
func (a *asked) detour() bool {
	c, crosses, ok := a.v.Topology.Crossing()
	if k := a.mover.Role(); !ok || c == topology.NoCrossing || crosses[k] {
		return false
	}
	all := Rules{Topology: open[c]()}
	return slices.ContainsFunc(all.tracks(a.mover.Role(), a.from, a.to), func(t track) bool {
		return t.seam() && t.obstacle(a.p) == board.NoSquare
	})
}
