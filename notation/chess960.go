package notation

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// KingTakesRook returns a legal castling move as programs that play Chess960 write
// it in UCI notation: the king's move onto its rook, whatever their homes. Any
// other move is returned as it is.
func KingTakesRook(r rules.Rules, p *board.Position, m board.Move) board.Move {
	if !r.Info().Chess960 || r.Guide().Class(p, m)&rules.Castling == 0 {
		return m
	}
	right := board.WhiteShort << (2 * p.Side)
	if m.To() < m.From() {
		right <<= 1
	}
	king, rook := p.CastlingHome(right)
	return board.NewMove(king, rook, board.NoRole)
}
