package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Apply plays a pseudo-legal move and stores the resulting position in next. If the move leaves one of the
// mover's kings attacked, it returns false and next is undefined.
func (v *Rules) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	play(p, m, next)
	if geometry.InCheck(next, p.Side) {
		return false
	}
	v.recordDoubleStep(next, m)
	return true
}

// Make plays a legal move and stores the resulting position in next.
func (v *Rules) Make(p *board.Position, m board.Move, next *board.Position) {
	play(p, m, next)
	v.recordDoubleStep(next, m)
}

// play stores the position after a move in next, with all effects of the move except the en passant square.
// It does not check legality.
func play(p *board.Position, m board.Move, next *board.Position) {
	*next = *p
	if next.HalfmoveClock++; next.HalfmoveClock == 0 { // saturate, because parsed text may contain the maximum
		next.HalfmoveClock--
	}
	next.FullmoveNumber += uint32(p.Side)
	if p.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	switch m.Type() {
	case board.Step:
		playStep(p, m, next)
	case board.CastleShort, board.CastleLong:
		playCastling(p, m.Type(), next)
	default:
		playBoard(p, m, next)
	}
	next.Pass()
}

func playStep(p *board.Position, m board.Move, next *board.Position) {
	t := geometry.Of(p)
	from, to := m.From(), m.To()
	moved, taken := p.Piece(from), p.Piece(to)
	if rights := p.Castling(); rights != 0 {
		if kept := rights & t.Keeps[from] & t.Keeps[to]; kept != rights {
			next.SetCastling(kept)
		}
	}
	if pawns := geometry.Unmoved(p); pawns&(from.Bit()|to.Bit()) != 0 {
		geometry.SetUnmoved(next, pawns&^(from.Bit()|to.Bit()))
	}
	if taken != board.NoPiece {
		next.Take(to, taken)
		next.HalfmoveClock = 0
	}
	if moved.Role() != board.Pawn {
		next.Shift(from, to, moved)
		return
	}
	next.HalfmoveClock = 0
	if taken == board.NoPiece && t.Column[from].File() != t.Column[to].File() {
		pushed := p.EnPassant()
		next.Take(pushed, p.Piece(pushed))
	}
	if k := m.Promotion(); k != board.NoRole {
		next.Take(from, moved)
		next.Put(to, board.NewPiece(p.Side, k))
		return
	}
	next.Shift(from, to, moved)
}

// playCastling swaps the king and rook, or moves them past each other (3.8).
func playCastling(p *board.Position, f board.MoveType, next *board.Position) {
	c := &geometry.Of(p).Castle[p.Side&1]
	king, rook := board.NewPiece(p.Side, board.King), board.NewPiece(p.Side, board.Rook)
	if f == board.CastleShort {
		next.Take(c.King, king)
		next.Shift(c.ShortRook, c.King, rook)
		next.Put(c.ShortRook, king)
	} else {
		next.Shift(c.King, c.LongKing, king)
		next.Shift(c.LongRook, c.King, rook)
	}
	next.SetCastling(p.Castling() &^ (3 << (2 * p.Side)))
}

// recordDoubleStep sets the en passant square after a double step, but only if a legal en passant capture exists, so
// that positions with the same moves have the same hash.
func (v *Rules) recordDoubleStep(next *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	if m.Type() != board.Step || next.Piece(to).Role() != board.Pawn {
		return
	}
	t := geometry.Of(next)
	if d := int(t.Column[from]) - int(t.Column[to]); d == 2*geometry.Files || d == -2*geometry.Files {
		v.OfferEnPassant(next, to)
	}
}

// OfferEnPassant sets the en passant square to the square of a pushed pawn if a legal capture exists. The
// level of the landing square does not affect any king, so it tries only one level.
func (v *Rules) OfferEnPassant(p *board.Position, pushed board.Square) {
	t := geometry.Of(p)
	takers := capturers(p, t, pushed)
	if takers == 0 {
		return
	}
	p.SetEnPassant(pushed)
	landing := crossedSquares(p, t).First()
	var after board.Position
	for takers != 0 {
		play(p, board.NewMove(takers.Pop(), landing, board.NoRole), &after)
		if !geometry.InCheck(&after, p.Side) {
			return
		}
	}
	p.SetEnPassant(board.NoSquare)
}
