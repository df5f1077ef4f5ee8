package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

// pieces counts the terms of the pieces that are not pawns, one by one.
func (e *counter) pieces(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	own, occupied := p.ByColour(c), p.Occupied()
	for pieces := own &^ us.Pawns; pieces != 0; {
		from := pieces.Pop() & 63
		k := p.Piece(from).Role()
		s.AddPhase(k)
		e.pieceSquare(k, from, c, sign, s)
		seen := e.g.Attacks(k, from, occupied)
		us.Attacks |= seen
		us.AttacksBy[k&7] |= seen
		targets := seen &^ own
		if !e.lasting {
			e.reflections(k, targets&^occupied, occupied&^from.Bit(), sign, s)
		}
		if k == board.King {
			e.king(from, us, sign, s)
			continue
		}
		i := int(k - board.Knight)
		n := (targets &^ them.PawnAttacks).Count()
		s.Add(mobility+i, sign*(n-eval.UsualMobility[i]))
		if n <= 3 {
			s.Add(cramped+i, sign)
		}
		if near := seen & them.KingZone; near != 0 {
			s.Add(kingZone+i, sign*near.Count())
			us.ZoneAttackers++
		}
		if e.lasting && k <= board.Bishop {
			e.outpost(i, from, c, us, them, sign, s)
		}
		if k == board.Rook {
			file := board.Bitboard(0x0101010101010101) << (from & 7)
			switch {
			case file&p.ByRole(board.Pawn) == 0:
				s.Add(rookOpenFile, sign)
			case file&us.Pawns == 0:
				s.Add(rookHalfOpenFile, sign)
			}
		}
		if e.g.Seam && k != board.Knight {
			s.Add(overSeam, sign*(seen&^topology.Plane.Queen(from, occupied)).Count())
		}
	}
	attackers := zoneAttackers
	if e.lasting && p.Pieces(c, board.Queen) == 0 {
		attackers = queenlessAttackers
	}
	s.Add(attackers+min(us.ZoneAttackers, 5), sign)
	if p.Pieces(c, board.Bishop).Count() >= 2 {
		s.Add(bishopPair, sign)
	}
}

// outpost counts a minor piece that a pawn guards and that no enemy pawn can
// drive away.
func (e *counter) outpost(i int, at board.Square, c board.Colour, us, them *eval.Side, sign int, s *eval.Sum) {
	if !us.PawnAttacks.Has(at) || !outposts[c&1].Has(at) {
		return
	}
	if spans := e.g.Spans(c, at); (spans.Front&^spans.Ahead)&them.Pawns == 0 {
		s.Add(outpost+i, sign)
	}
}

// outposts are the squares of the fourth to the sixth rank of each colour.
var outposts = [2]board.Bitboard{0xffffff << 24, 0xffffff << 16}

// pieceSquare counts a piece and the square it stands on.
func (e *counter) pieceSquare(k board.Role, at board.Square, c board.Colour, sign int, s *eval.Sum) {
	if c == board.Black {
		at ^= 56
	}
	i := (int(k)-1)*64 + int(at)
	if !s.Traced() {
		s.AddPacked(e.tables[i], sign)
		return
	}
	s.Add(material+int(k)-1, sign)
	s.Add(squares+i, sign)
}

// reflections counts the quiet moves that would make something and those that
// would not.
func (e *counter) reflections(k board.Role, quiet, occupied board.Bitboard, sign int, s *eval.Sum) {
	n := (quiet & e.images.Images(occupied)).Count()
	s.Add(held+int(k)-1, sign*n)
	s.Add(open+int(k)-1, sign*(quiet.Count()-n))
}

func (e *counter) king(at board.Square, us *eval.Side, sign int, s *eval.Sum) {
	s.Add(kingShield, sign*(e.g.King[at&63]&us.Pawns).Count())
	s.Add(kingVirtualMobility, sign*e.g.Queen(at, us.Pawns).Count())
}

func (e *counter) threats(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us := &sides[c&1]
	us.Threats(p, c, &sides[c.Other()&1], sign, pawnThreats, hanging, s)
	if e.lasting {
		enemy := p.ByColour(c.Other())
		minor := us.AttacksBy[board.Knight] | us.AttacksBy[board.Bishop]
		s.Add(lesserThreats, sign*(minor&enemy&p.ByRole(board.Rook)).Count())
		s.Add(lesserThreats+1, sign*(minor&enemy&p.ByRole(board.Queen)).Count())
		s.Add(lesserThreats+2, sign*(us.AttacksBy[board.Rook]&enemy&p.ByRole(board.Queen)).Count())
		e.checks(p, c, sign, us, &sides[c.Other()&1], s)
	}
}

// checks counts where pieces could give check without being taken.
func (e *counter) checks(p *board.Position, c board.Colour, sign int, us, them *eval.Side, s *eval.Sum) {
	if them.Kings == 0 {
		return
	}
	king, occupied := them.King&63, p.Occupied()
	safe := ^(p.ByColour(c) | them.Attacks | them.KingZone)
	straight, slanting := e.g.Rook(king, occupied)&safe, e.g.Bishop(king, occupied)&safe
	s.Add(safeChecks, sign*(e.g.Knight[king]&safe&us.AttacksBy[board.Knight]).Count())
	s.Add(safeChecks+1, sign*(slanting&us.AttacksBy[board.Bishop]).Count())
	s.Add(safeChecks+2, sign*(straight&us.AttacksBy[board.Rook]).Count())
	s.Add(safeChecks+3, sign*((straight|slanting)&us.AttacksBy[board.Queen]).Count())
}
