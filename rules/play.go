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
	var played Played
	switch given := any(move).(type) {
	case board.Move:
		if !Legal(r, p, given) {
			return Played{}, whyIllegal(r, p, given)
		}
		played.Move = given
	case string: // the guide answers for it that the move is legal
		m, err := r.Guide().ParseMove(p, given)
		if err != nil {
			return Played{}, err
		}
		played.Move = m
	}
	if !r.Apply(p, played.Move, &played.Next) {
		return Played{}, whyIllegal(r, p, played.Move)
	}
	return played, nil
}

// whyIllegal asks why a move that is not legal cannot be played. A guide that has
// no answer does not make the move playable.
func whyIllegal(r Rules, p *board.Position, m board.Move) *IllegalMove {
	if m == board.NullMove {
		return Illegal("illegal.null-move.played", "a null move passes the turn: it can appear in a game record, but it cannot be played", nil)
	}
	if no := r.Guide().WhyIllegal(p, m); no != nil {
		return no
	}
	return Illegal("illegal.illegal.unlisted", "this move is not legal", nil)
}

// Legal reports whether a move is one of the legal moves.
func Legal(r Rules, p *board.Position, m board.Move) bool {
	return slices.Contains(LegalMoves(r, p), m)
}

// LegalMoves returns the legal moves of a position.
func LegalMoves(r Rules, p *board.Position) []board.Move {
	var list board.MoveList
	if s, ok := r.(LegalGenerator); ok {
		s.Legal(p, &list)
		return append([]board.Move(nil), list.All()...)
	}
	r.PseudoLegal(p, &list)
	var legal []board.Move
	var next board.Position
	for _, m := range list.All() {
		if r.Apply(p, m, &next) {
			legal = append(legal, m)
		}
	}
	return legal
}

// LegalMovesFrom returns the legal moves of the piece on a square. Moves of whole
// boards start from no square.
func LegalMovesFrom(r Rules, p *board.Position, s board.Square) []board.Move {
	return slices.DeleteFunc(LegalMoves(r, p), func(m board.Move) bool {
		return m.From() != s || m.Type() >= board.BoardShift
	})
}

// InCheck reports whether a king of the side to move is attacked.
func InCheck(r Rules, p *board.Position) bool {
	_, attacked := r.Kings(p, p.Side)
	return attacked != 0
}
