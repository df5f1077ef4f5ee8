package space

import "github.com/tainchess/tain/rules"

// The rule sets for the tests of this package. They equal those of the sibling packages, which this package
// cannot import; see TestFixtures.
var (
	Trid  = New(rules.Info{Name: "trid", Title: "Tri-dimensional chess", PGN: "Tri-D"}, TridPolicy)
	Meder = New(rules.Info{Name: "meder", Title: "Tri-dimensional chess, Meder's tournament rules", PGN: "Tri-D (Meder)"}, MederPolicy)
)
