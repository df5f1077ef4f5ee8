package flat

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/features"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Features returns what the evaluation looks at.
func (v *Rules) Features() eval.Features {
	f := features.Features{Topology: v.Topology}
	if r := v.Reflection; r != nil {
		f.Reflects, f.Map, f.Made, f.Own, f.GoesOn, f.Captures = true, r.Map, r.Made, r.Own, r.GoesOn, r.Captures
	}
	return f
}

// Symmetry says how the board may be looked at without changing the game.
// Castling is not the same on both sides, but what a position is worth is much
// the same but for that.
func (v *Rules) Symmetry() eval.Symmetry {
	r := v.Reflection
	s := eval.Symmetry{Turns: v.Topology.Alike && r == nil, OneKing: v.oneKing()}
	s.Mirrors = v.Topology.Alike || v.Topology == topology.Plane
	if r != nil && (r.Map != topology.Rotate || v.Details.Hash != "") {
		s.Mirrors = false
	}
	return s
}

// oneKing reports whether no side can have several kings: none makes another,
// and each has one at the start.
func (v *Rules) oneKing() bool {
	if r := v.Reflection; r != nil {
		for k, made := range r.Made {
			if made == board.King && !r.GoesOn[k] {
				return false
			}
		}
	}
	pieces, _, _ := strings.Cut(v.Details.Start, " ")
	return strings.Count(pieces, "K") == 1 && strings.Count(pieces, "k") == 1
}
