package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// EnPassantMoves returns the legal en passant captures of a position. There may be
// more than one: two pawns may stand beside the pushed one, and over a seam the
// capture lands elsewhere.
func EnPassantMoves(r Rules, p *board.Position) (moves []board.Move) {
	if p.EnPassant() == board.NoSquare {
		return nil // which holds while there is none
	}
	g := r.Guide()
	for _, m := range LegalMoves(r, p) {
		if g.Class(p, m)&EnPassant != 0 {
			moves = append(moves, m)
		}
	}
	return moves
}

// EnPassantNotice says which en passant captures are possible, such as "en
// passant is possible: a5xh7", for those who open a position. Nobody sees that
// right on a board.
func EnPassantNotice(r Rules, p *board.Position) (notice message.Message, possible bool) {
	g := r.Guide()
	var names message.List
	for _, m := range EnPassantMoves(r, p) {
		names = append(names, g.SquareName(p, m.From())+"x"+g.SquareName(p, m.To()))
	}
	return message.New("notice.en-passant", "en passant is possible: {moves, chain}", message.Args{"moves": names}), len(names) > 0
}
