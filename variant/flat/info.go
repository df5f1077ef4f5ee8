package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Start is the orthodox array with all castling rights.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Squares lists the 64 squares with their places.
func Squares() (all []rules.SquareInfo) {
	for s := board.Square(0); s < 64; s++ {
		all = append(all, rules.SquareInfo{
			Name: s.String(), X: s.File(), Y: s.Rank(),
			Dark: (s.File()+s.Rank())%2 == 0,
		})
	}
	return all
}

// BareKings reports whether nothing but kings is left, one a side.
func BareKings(p *board.Position) bool {
	return p.Occupied() == p.ByRole(board.King) && OneKingEach(p)
}

// BareKingsOrMinor reports whether one king a side is left with at most one
// knight or bishop in all.
func BareKingsOrMinor(p *board.Position) bool {
	rest := p.Occupied() &^ p.ByRole(board.King)
	return OneKingEach(p) && rest&^(p.ByRole(board.Knight)|p.ByRole(board.Bishop)) == 0 && !rest.Many()
}

// OneKingEach reports whether each side has one king and no more.
func OneKingEach(p *board.Position) bool {
	return p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
}
