package space

import "github.com/tainchess/tain/rules"

// The rule sets used in the tests of this package, equal to those of the
// sibling packages, which it cannot import; see TestFixtures.
var (
	Trid  = New(rules.Info{Name: "trid", Title: "Tri-dimensional chess", PGN: "Tri-D"}, TridPolicy)
	Meder = New(rules.Info{Name: "meder", Title: "Tri-dimensional chess, Meder's tournament rules", PGN: "Tri-D (Meder)"}, MederPolicy)
)
