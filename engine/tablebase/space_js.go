//go:build js

package tablebase

import (
	"context"

	"github.com/tainchess/tain/rules"
)

// A browser has no tables of boards in space: they are too large to fetch.

type attackBoards = rules.LegalGenerator

func inSpace(rules.Rules) (attackBoards, bool) { return nil, false }

func buildSpace(context.Context, attackBoards, Material, int, func(float64)) (*Table, error) {
	return nil, ErrRules
}
