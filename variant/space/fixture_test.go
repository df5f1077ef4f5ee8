package space

import "github.com/tainchess/tain/rules"

// The rule sets that the tests of this package play: those of the sibling
// packages, which it cannot import. TestFixtures sees that they are the same.
var (
	Trid  = New(rules.Info{Name: "trid", Title: "Tri-dimensional chess", PGN: "Tri-D"}, TridPolicy)
	Meder = New(rules.Info{Name: "meder", Title: "Tri-dimensional chess, Meder's tournament rules", PGN: "Tri-D (Meder)"}, MederPolicy)
)
