package engine

import (
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/rules"
)

// OwnTables returns the endgame tables of a rule set that come with the program,
// nil if it has none.
func OwnTables(r rules.Rules) search.Tables {
	if set := tablebase.Own(r); set != nil {
		return set
	}
	return nil
}
