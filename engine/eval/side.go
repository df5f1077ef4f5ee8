package eval

import (
	"fmt"

	"github.com/tainchess/tain/board"
)

// UsualMobility is how many squares a knight, bishop, rook and queen can mostly
// go to. Mobility counts from there: otherwise each piece would count its own
// worth again, and learning could not tell the two apart.
var UsualMobility = [4]int{4, 6, 7, 13}

// Side is what features find out about one side before they count terms.
type Side struct {
	Pawns, Kings  board.Bitboard
	King          board.Square      // the one that counts where only one can
	KingZone      board.Bitboard    // the kings' squares and those around
	PawnAttacks   board.Bitboard    // squares attacked by pawns
	Attacks       board.Bitboard    // squares attacked by anything
	AttacksBy     [8]board.Bitboard // squares attacked by a role other than pawns
	ZoneAttackers int               // pieces that attack the enemy's king zone
}

// Threats counts pieces attacked by pawns, in three terms from pawns on, and
// hanging pieces, which are attacked and not guarded, in five from hanging on.
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

// Leader is the side that a score, White's, is good for.
func Leader(score int) board.Colour {
	if score < 0 {
		return board.Black
	}
	return board.White
}

// NonPawnMaterial adds up a side's pieces as they count towards a mate, in
// pawns.
func NonPawnMaterial(p *board.Position, c board.Colour) int {
	minor := p.ByColour(c) & (p.ByRole(board.Knight) | p.ByRole(board.Bishop))
	return 3*minor.Count() + 5*p.Pieces(c, board.Rook).Count() + 9*p.Pieces(c, board.Queen).Count()
}

// Names collects the names of terms.
type Names []string

// Add adds a name, numbered if there are several.
func (n *Names) Add(name string, many int) {
	for i := range many {
		if many == 1 {
			*n = append(*n, name)
		} else {
			*n = append(*n, fmt.Sprintf("%s-%d", name, i))
		}
	}
}

// ByRole adds a name for each role.
func (n *Names) ByRole(name string, from, to board.Role) {
	for k := from; k <= to; k++ {
		*n = append(*n, name+"-"+k.String())
	}
}
