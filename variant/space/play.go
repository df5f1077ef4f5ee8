package space

import "github.com/tainchess/tain/board"

// Apply plays a move that PseudoLegal proposed, on a copy. It reports false, and
// leaves next in no useful state, if one of the mover's kings is attacked
// after it.
func (v *Rules) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	play(p, m, next)
	if inCheck(next, p.Side) {
		return false
	}
	v.recordDoubleStep(next, m)
	return true
}

// Make plays a move that is known to be legal.
func (v *Rules) Make(p *board.Position, m board.Move, next *board.Position) {
	play(p, m, next)
	v.recordDoubleStep(next, m)
}

// play moves the pieces and everything that follows from it, but for the en
// passant square and the question whether the move was legal.
func play(p *board.Position, m board.Move, next *board.Position) {
	*next = *p
	next.HalfmoveClock++
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
	t := placed(p)
	from, to := m.From(), m.To()
	moved, taken := p.Piece(from), p.Piece(to)
	if rights := p.Castling(); rights != 0 {
		if kept := rights & t.keeps[from] & t.keeps[to]; kept != rights {
			next.SetCastling(kept)
		}
	}
	if pawns := unmoved(p); pawns&(from.Bit()|to.Bit()) != 0 {
		setUnmoved(next, pawns&^(from.Bit()|to.Bit()))
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
	if taken == board.NoPiece && t.column[from].file() != t.column[to].file() {
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

// playCastling lets king and rook change places, or sends them past each other
// (3.8).
func playCastling(p *board.Position, f board.MoveType, next *board.Position) {
	c := &placed(p).castle[p.Side&1]
	king, rook := board.NewPiece(p.Side, board.King), board.NewPiece(p.Side, board.Rook)
	if f == board.CastleShort {
		next.Take(c.king, king)
		next.Shift(c.shortRook, c.king, rook)
		next.Put(c.shortRook, king)
	} else {
		next.Shift(c.king, c.longKing, king)
		next.Shift(c.longRook, c.king, rook)
	}
	next.SetCastling(p.Castling() &^ (3 << (2 * p.Side)))
}

// recordDoubleStep records a double step if, and only if, it can be answered by
// a legal en passant capture. So equal positions have equal hashes.
func (v *Rules) recordDoubleStep(next *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	if m.Type() != board.Step || next.Piece(to).Role() != board.Pawn {
		return
	}
	t := placed(next)
	if d := int(t.column[from]) - int(t.column[to]); d == 2*files || d == -2*files {
		v.OfferEnPassant(next, to)
	}
}

// OfferEnPassant sets the en passant square if a legal capture follows from it.
// The level a capture lands on does not matter to any king, so one will do.
func (v *Rules) OfferEnPassant(p *board.Position, pushed board.Square) {
	t := placed(p)
	takers := capturers(p, t, pushed)
	if takers == 0 {
		return
	}
	p.SetEnPassant(pushed)
	landing := crossedSquares(p, t).First()
	var after board.Position
	for takers != 0 {
		play(p, board.NewMove(takers.Pop(), landing, board.NoRole), &after)
		if !inCheck(&after, p.Side) {
			return
		}
	}
	p.SetEnPassant(board.NoSquare)
}
