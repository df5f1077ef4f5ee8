package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Played is a move and the resulting position.
type Played struct {
	Move board.Move
	Next board.Position
}

// Play plays a move, given as a Move or in any notation that the rule set can parse. If the move is illegal,
// the error is an *IllegalMove. If the text cannot be parsed, it is the guide's error. Play does not change
// p.
func Play[T board.Move | string](r Rules, p *board.Position, move T) (Played, error) {
	var played Played
	switch given := any(move).(type) {
	case board.Move:
		if !Legal(r, p, given) {
			return Played{}, whyIllegal(r, p, given)
		}
		played.Move = given
	case string: // ParseMove returns only legal moves
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

// whyIllegal returns the reason why a move is illegal, or a default reason if the guide returns none.
func whyIllegal(r Rules, p *board.Position, m board.Move) *IllegalMove {
	if m == board.NullMove {
		return Illegal("illegal.null-move.played", "a null move passes the turn: it can appear in a game record, but it cannot be played", nil)
	}
	if no := r.Guide().WhyIllegal(p, m); no != nil {
		return no
	}
	return Illegal("illegal.illegal.unlisted", "this move is not legal", nil)
}

// Legal reports whether a move is legal in a position.
func Legal(r Rules, p *board.Position, m board.Move) bool {
	return slices.Contains(LegalMoves(r, p), m)
}

// LegalMoves returns the legal moves in a position.
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

// LegalMovesFrom returns the legal moves of the piece on a square. It excludes board moves.
func LegalMovesFrom(r Rules, p *board.Position, s board.Square) []board.Move {
	return slices.DeleteFunc(LegalMoves(r, p), func(m board.Move) bool {
		return m.From() != s || m.Type() >= board.BoardShift
	})
}

// InCheck reports whether a king of the side to move is attacked.
func InCheck(r Rules, p *board.Position) bool { return r.InCheck(p, p.Side) }

// Pass returns the position after a null move ([board.NullMove]). The other side is to move, the en passant
// right is cleared, and the clocks advance as after a quiet move. Pass returns an error if the side to move
// is in check.
//
// No rule set allows passing as a move, so [Play] rejects it.
func Pass(r Rules, p *board.Position) (board.Position, error) {
	if InCheck(r, p) {
		return *p, Illegal("illegal.null-move.check", "a null move passes the turn, which is not allowed in check", nil)
	}
	next := *p
	if next.HalfmoveClock++; next.HalfmoveClock == 0 { // prevent a large clock in hostile input from wrapping to 0
		next.HalfmoveClock--
	}
	next.FullmoveNumber += uint32(p.Side)
	if p.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	next.Pass()
	return next, nil
}

// Notations of a null move.
const (
	nullUCI = "0000"
	nullSAN = "--"
)

// FormatUCI formats a legal move or a null move in UCI notation.
func FormatUCI(r Rules, p *board.Position, m board.Move) string {
	if m == board.NullMove {
		return nullUCI
	}
	return r.Guide().FormatUCI(p, m)
}

// FormatSAN formats a legal move or a null move in standard algebraic notation.
func FormatSAN(r Rules, p *board.Position, m board.Move) string {
	if m == board.NullMove {
		return nullSAN
	}
	return r.Guide().FormatSAN(p, m)
}
