package features

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// ScaleFactor returns how much of a score is left of it when the side ahead has
// no pawns and hardly more pieces than it takes to win. Where a board has no
// corners, such as a cylinder, a king cannot be driven into one: there king and
// rook do not win against a king, nor do two minor pieces.
func (e *counter) ScaleFactor(p *board.Position, score int) int {
	ahead := eval.Leader(score)
	if !e.lasting || p.Pieces(ahead, board.Pawn) != 0 {
		return eval.FullScale
	}
	own := eval.NonPawnMaterial(p, ahead)
	more := own - eval.NonPawnMaterial(p, ahead.Other())
	heavy := p.ByColour(ahead) & (p.ByRole(board.Rook) | p.ByRole(board.Queen))
	needed, minors := 3, p.Pieces(ahead, board.Bishop) == 0
	if !e.g.Corners {
		needed, minors = 5, true
	}
	switch {
	case heavy == 0 && own <= 6 && minors, own <= needed:
		return 1
	case more <= needed:
		return 3
	}
	return eval.FullScale
}

// mopUp counts how far a bare enemy king has been driven.
func (e *counter) mopUp(p *board.Position, c board.Colour, sign int, s *eval.Sum) {
	prey := p.ByColour(c.Other())
	if prey&(prey-1) != 0 || p.Pieces(c, board.King) == 0 || prey == 0 {
		return
	}
	at := prey.First()
	s.Add(mopUp, sign*(7-e.g.Distance(p.Pieces(c, board.King).First(), at)))
	s.Add(mopUp+1, sign*(6-e.g.EdgeDistance(at)))
}
