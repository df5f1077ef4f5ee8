package flat

import (
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/features"
)

// Features returns what the evaluation looks at.
func (v *Rules) Features() eval.Features {
	f := features.Features{Topology: v.Topology}
	if r := v.Reflection; r != nil {
		f.Reflects, f.Map, f.Made, f.Own, f.GoesOn, f.Captures = true, r.Map, r.Made, r.Own, r.GoesOn, r.Captures
	}
	return f
}
