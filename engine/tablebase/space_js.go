//go:build js

package tablebase

import (
	"context"
	"io"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// A browser has no tables of boards in space: they are too large to fetch.
type packed struct{}

type attackBoards = rules.LegalGenerator

func inSpace(rules.Rules) (attackBoards, bool) { return nil, false }

func buildSpace(context.Context, attackBoards, Material, int, func(float64)) (*Table, error) {
	return nil, ErrRules
}

func (*packed) value(*board.Position, bool) (Value, error) { return Draw, ErrRules }

func (*packed) write(io.Writer) error { return ErrRules }
