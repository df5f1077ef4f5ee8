package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/variant/flat/topology"
)

func (e *counter) pawns(p *board.Position, c board.Colour, sign int, sides *[2]eval.Side, s *eval.Sum) {
	us, them := &sides[c&1], &sides[c.Other()&1]
	occupied := p.Occupied()
	for pawns := us.Pawns; pawns != 0; {
		at := pawns.Pop() & 63
		e.pieceSquare(board.Pawn, at, c, sign, s)
		rank := at.Rank()
		if c == board.Black {
			rank = 7 - rank
		}
		if !e.lasting {
			one, two := topology.Pushes(c, at.Bit(), occupied)
			e.reflections(board.Pawn, one|two, occupied&^at.Bit(), sign, s)
		}
		spans := e.g.Spans(c, at)
		if spans.Front&them.Pawns == 0 && spans.Ahead&us.Pawns == 0 {
			s.Add(passed+rank, sign)
			if e.lasting && rank >= 3 {
				e.passer(p, at, c, sign*(rank-2), us, them, s)
			}
		}
		if us.PawnAttacks.Has(at) {
			s.Add(supported+rank, sign)
		}
		if spans.Beside&us.Pawns == 0 {
			s.Add(isolated, sign)
		}
		if spans.Ahead&us.Pawns != 0 {
			s.Add(doubled, sign)
		}
	}
}

// passer counts how the kings stand to a passed pawn and what stands before
// it; times says how far it has come, and whose it is by its sign.
func (e *counter) passer(p *board.Position, at board.Square, c board.Colour, times int, us, them *eval.Side, s *eval.Sum) {
	next := topology.Ahead(c, at)
	if next == board.NoSquare {
		return
	}
	if us.Kings != 0 && them.Kings != 0 {
		s.Add(kingPasser, times*e.g.Distance(us.King, next))
		s.Add(kingPasser+1, times*e.g.Distance(them.King, next))
	}
	switch {
	case p.ByColour(c).Has(next):
		s.Add(blockedPasser, times)
	case p.ByColour(c.Other()).Has(next):
		s.Add(blockedPasser+1, times)
	}
}
