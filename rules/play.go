package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Played is a move that has been played, and what came of it.
type Played struct {
	Move board.Move
	Next board.Position
}

// Play plays a move, given as a Move or as text in any form the rule set
// takes. It checks everything: a move that cannot be played comes back as a
// *IllegalMove that says why, a text that cannot be read as the guide's error. The
// position is not changed.
func Play[T board.Move | string](r Rules, p *board.Position, move T) (Played, error) {
	var m board.Move
	switch given := any(move).(type) {
	case board.Move:
		m = given
	case string:
		var err error
		if m, err = r.Guide().ParseMove(p, given); err != nil {
			return Played{}, err
		}
	}
	if !Legal(r, p, m) {
		return Played{}, refuse(r, p, m)
	}
	played := Played{Move: m}
	r.Apply(p, m, &played.Next)
	return played, nil
}

// refuse asks why a move that is not legal cannot be played. A guide that has
// no answer does not make the move playable.
func refuse(r Rules, p *board.Position, m board.Move) *IllegalMove {
	if no := r.Guide().WhyIllegal(p, m); no != nil {
		return no
	}
	return Illegal("illegal.illegal.unlisted", nil)
}

// Legal reports whether a move is one of the legal moves.
func Legal(r Rules, p *board.Position, m board.Move) bool {
	return slices.Contains(LegalMoves(r, p), m)
}

// From returns the legal moves of the piece on a square. Moves of whole boards
// start from no square.
func From(r Rules, p *board.Position, s board.Square) []board.Move {
	return slices.DeleteFunc(LegalMoves(r, p), func(m board.Move) bool {
		return m.From() != s || m.Form() >= board.BoardShift
	})
}

// InCheck reports whether a king of the side to move is attacked.
func InCheck(r Rules, p *board.Position) bool {
	_, attacked := r.Kings(p, p.Side)
	return attacked != 0
}
