package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
)

// UsualMobility is the typical number of moves of a knight, bishop, rook and queen. Mobility is counted
// relative to this number; otherwise it would include the value of the piece, and learning could not separate
// the two.
var UsualMobility = [4]int{4, 6, 7, 13}

// Side holds intermediate evaluation results for one side.
type Side struct {
	Pawns, Kings  board.Bitboard
	King          board.Square      // one king, for terms that do not consider all of them
	KingZone      board.Bitboard    // the kings' squares and their neighbours
	PawnAttacks   board.Bitboard    // squares attacked by pawns
	Attacks       board.Bitboard    // squares attacked by any piece
	AttacksBy     [8]board.Bitboard // squares attacked by each role except pawns
	ZoneAttackers int               // pieces that attack the enemy king zone
}

// Threats counts enemy pieces that this side's pawns attack, in three terms starting at pawns, and hanging
// enemy pieces (attacked and undefended), in five terms starting at hanging.
func (d *Side) Threats(p *board.Position, c board.Colour, them *Side, sign, pawns, hanging int, s *Sum) {
	enemy := p.ByColour(c.Other())
	minor := p.ByRole(board.Knight) | p.ByRole(board.Bishop)
	s.Add(pawns, sign*(d.PawnAttacks&enemy&minor).Count())
	s.Add(pawns+1, sign*(d.PawnAttacks&enemy&p.ByRole(board.Rook)).Count())
	s.Add(pawns+2, sign*(d.PawnAttacks&enemy&p.ByRole(board.Queen)).Count())
	for k := board.Pawn; k <= board.Queen; k++ {
		if hit := d.Attacks & enemy &^ them.Attacks & p.ByRole(k); hit != 0 {
			s.Add(hanging+int(k)-1, sign*hit.Count())
		}
	}
}

// Leader returns the side that a score for White favours.
func Leader(score int) board.Colour {
	if score < 0 {
		return board.Black
	}
	return board.White
}

// NonPawnMaterial returns the value in pawns of a side's pieces other than
// pawns and kings.
func NonPawnMaterial(p *board.Position, c board.Colour) int {
	minor := p.ByColour(c) & (p.ByRole(board.Knight) | p.ByRole(board.Bishop))
	return 3*minor.Count() + 5*p.Pieces(c, board.Rook).Count() + 9*p.Pieces(c, board.Queen).Count()
}

// Names collects the names of terms.
type Names []string

// Add appends a name, or numbered names if count is more than 1.
func (n *Names) Add(name string, count int) {
	for i := range count {
		if count == 1 {
			*n = append(*n, name)
		} else {
			*n = append(*n, fmt.Sprintf("%s-%d", name, i))
		}
	}
}

// ByRole appends a name for each role in a range, such as name-knight. The range includes both ends.
func (n *Names) ByRole(name string, from, to board.Role) {
	for k := from; k <= to; k++ {
		*n = append(*n, name+"-"+k.String())
	}
}
