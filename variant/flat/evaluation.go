package flat

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/features"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Features returns the evaluation features of the rule set.
func (v *Rules) Features() eval.Features {
	f := features.Features{Topology: v.Topology}
	if r := v.Reflection; r != nil {
		f.Reflects, f.Map, f.Made, f.Own, f.GoesOn, f.Captures = true, r.Map, r.Made, r.Own, r.GoesOn, r.Captures
	}
	return f
}

// Symmetry returns the symmetries of the board that leave the evaluation
// unchanged. Castling breaks the left-right symmetry, but changes the value of
// a position too little to matter.
func (v *Rules) Symmetry() eval.Symmetry {
	r := v.Reflection
	s := eval.Symmetry{Turns: v.Topology.Alike && r == nil, OneKing: v.oneKing()}
	s.Mirrors = v.Topology.Alike || v.Topology == topology.Plane
	if r != nil && (r.Map != topology.Rotate || v.Details.Hash != "") {
		s.Mirrors = false
	}
	return s
}

// oneKing reports whether neither side can ever have more than one king: no
// move spawns one and each side starts with one.
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
