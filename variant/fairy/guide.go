package fairy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Guide returns the part of the rule set that handles text.
func (r *Rules) Guide() rules.Guide { return guide{r} }

// guide implements rules.Guide.
type guide struct{ r *Rules }

// SquareName returns the name of a square, such as e4 or a10, or - if the board does not have it.
func (g guide) SquareName(_ *board.Position, s board.Square) string {
	if s >= board.NoSquare || !g.r.board.Has(s) {
		return "-"
	}
	return g.r.name(s)
}

// ParseSquare parses the name of a square.
func (g guide) ParseSquare(_ *board.Position, name string) (board.Square, error) {
	if s, ok := g.r.grid.Parse(name); ok && g.r.grid.Exists(s) {
		return g.r.square(s), nil
	}
	return board.NoSquare, &notation.SyntaxError{Input: notation.Clip(name), Message: message.New("syntax.square.board",
		"a square is a file a-{file} and a rank 1-{rank} that the board has, such as {example}", message.Args{
			"file": string(rune('a' + g.r.grid.Files - 1)), "rank": g.r.grid.Ranks, "example": g.r.name(g.r.board.First()),
		})}
}

// Class classifies a legal move.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.r.Class(p, m) }

// Zobrist computes the Zobrist hash of a position from scratch.
func (g guide) Zobrist(p *board.Position) uint64 {
	hash := p.Zobrist()
	for side := range board.Colour(2) {
		hash ^= g.r.checkKeys[side][g.r.Checks(p, side)]
	}
	return hash
}
