package space

import "github.com/tainchess/tain/rules"

// The rule sets that the tests of this package play: those of the sibling
// packages, which it cannot import. TestFixtures sees that they are the same.
var (
	Trid = New(rules.Info{Name: "trid", Title: "Tri-dimensional chess", PGN: "Tri-D"}, Policy{
		Along: []int{1}, Across: []int{0, 1}, Order: [6]int{1, 2, 3, 4, 5, 6}, Turns: true, Shadow: true,
	})
	Meder = New(rules.Info{Name: "meder", Title: "Tri-dimensional chess, Meder's tournament rules", PGN: "Tri-D (Meder)"}, Policy{
		Along: []int{1, 2}, Across: []int{0}, Order: [6]int{0, 4, 2, 6, 4, 8},
	})
)

// Policy tells the external tests how the boards of a rule set move.
func (v *Rules) Policy() Policy { return v.policy }
