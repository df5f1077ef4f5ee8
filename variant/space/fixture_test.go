package space

import "github.com/tainchess/tain/rules"

// These rule sets are for the tests in this package. They equal the rule sets in packages trid and meder,
// which this package cannot import; see TestFixtures.
var (
	Trid  = New(rules.Info{Name: "trid", Title: "Tri-dimensional chess", PGN: "Tri-D"}, TridPolicy)
	Meder = New(rules.Info{Name: "meder", Title: "Tri-dimensional chess, Meder's tournament rules", PGN: "Tri-D (Meder)"}, MederPolicy)
)
