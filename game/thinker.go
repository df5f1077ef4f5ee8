package game

import (
	"context"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/search"
)

// Thinker is a computer opponent. It is asked one thing at a time.
type Thinker interface {
	// Plays reports whether it can play a rule set at all.
	Plays(r rules.Rules) bool
	// Choose returns the move it plays at a level, by its clock if it has one.
	// A context that ends cuts it short; what it then returns is not played.
	Choose(ctx context.Context, line *rules.Line, level int, clock *search.Clock) (board.Move, error)
	// Judge scores a position for the side to move, in centipawns.
	Judge(ctx context.Context, line *rules.Line) (int, error)
}
