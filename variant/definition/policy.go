package definition

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/space"
)

// farthest is the maximum level difference between two pins.
const farthest = 5

// policy reads how attack boards move.
func (r *reader) policy(t map[string]any) {
	o := &r.d.Policy
	o.Along = r.levels(t, "along", 1, o.Along)
	o.Across = r.levels(t, "across", 0, o.Across)
	if t["direction"] != nil {
		o.Order = [][6]int{space.ByLevel, space.ByRank}[r.word(t, "policy.", "direction", directions)]
	}
	o.Sideways = r.word(t, "policy.", "cross_column", crossWords) == 1
	o.Turns = r.truth(t, "policy.", "turns", o.Turns)
	o.Shadow = r.truth(t, "policy.", "shadow", o.Shadow)
	riders := r.letters("policy.passengers", r.textIn(t, "policy.", "passengers", orthodox))
	for k := board.Pawn; k <= board.King; k++ {
		o.Stays[k] = !KindsOf(riders).Has(orthodox[k-1])
	}
	o.Anyone = r.word(t, "policy.", "empty", emptyWords) == 1
	if level := []int{0}; o.Sideways && (len(o.Across) == 0 || slices.Equal(o.Across, level)) {
		r.warn("policy.cross_column", "definition.no-effect.cross-column", "this has no effect: boards cross to the same level only", nil)
	}
}

// levels parses a list of level differences from first to farthest, in any order. If the field is missing or
// invalid, it returns usual.
func (r *reader) levels(t map[string]any, name string, first int, usual []int) []int {
	v, ok := t[name]
	if !ok {
		return usual
	}
	list, ok := v.([]any)
	all := []int{}
	for _, one := range list {
		n, whole := number(one)
		if ok = ok && whole && n >= first && n <= farthest && !slices.Contains(all, n); ok {
			all = append(all, n)
		}
	}
	if !ok {
		r.fault("policy."+name, "definition.levels",
			"expected a list of level differences, whole numbers from {first} to {last}, each once, such as [1, 2]", message.Args{"first": first, "last": farthest})
		return usual
	}
	slices.Sort(all)
	return all
}
