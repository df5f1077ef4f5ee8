//go:build js

package tablebase

import (
	"context"

	"github.com/tainchess/tain/rules"
)

// The browser build has no tables for boards in space, because they are too large to download.

type attackBoards = rules.LegalGenerator

func inSpace(rules.Rules) (attackBoards, bool) { return nil, false }

func buildSpace(context.Context, attackBoards, Material, int, func(float64)) (*Table, error) {
	return nil, ErrRules
}
