package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Apply plays a pseudo-legal move and stores the resulting position in next. If the move leaves one of the
// mover's kings attacked, it returns false and next is undefined.
func (v *Rules) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	v.play(p, m, next)
	if v.InCheck(next, p.Side) {
		return false
	}
	if movedPawn(next, m) {
		v.offerEnPassant(next, m)
	}
	return true
}

// Make plays a legal move and stores the resulting position in next.
func (v *Rules) Make(p *board.Position, m board.Move, next *board.Position) {
	v.play(p, m, next)
	if movedPawn(next, m) {
		v.offerEnPassant(next, m)
	}
}

// movedPawn reports whether a pawn is on the landing square after the move. It is inlined, so that other
// moves avoid the call to offerEnPassant.
func movedPawn(next *board.Position, m board.Move) bool {
	return next.Piece(m.To()).Role() == board.Pawn
}

// play stores the position after a move in next, with all effects of the move except the en passant square.
// It does not check legality.
func (v *Rules) play(p *board.Position, m board.Move, next *board.Position) {
	*next = *p
	from, to := m.From(), m.To()
	side := p.Side
	moved, taken := p.Piece(from), p.Piece(to)
	if next.HalfmoveClock++; next.HalfmoveClock == 0 { // saturate, because parsed text may contain the maximum
		next.HalfmoveClock--
	}
	next.FullmoveNumber += uint32(side)
	if p.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	if rights := p.Castling(); rights != 0 {
		kept := rights & keeps[from] & keeps[to]
		if !p.UsualHomes() {
			kept = keepsUnusual(p, from, to)
		}
		if kept != rights {
			next.SetCastling(kept)
		}
	}
	quiet := taken == board.NoPiece
	if !quiet {
		if taken.Colour() == side { // the king castles onto its own rook
			castleUnusual(next, side, from, to)
			return
		}
		next.Take(to, taken)
		next.HalfmoveClock = 0
	}
	switch moved.Role() {
	case board.Pawn:
		next.HalfmoveClock = 0
		if quiet && !topology.Pushed(from, to) { // en passant
			quiet = false
			next.Take(v.victim(p.EnPassant(), side), board.NewPiece(side.Other(), board.Pawn))
		}
		if k := m.Promotion(); k != board.NoRole {
			next.Take(from, moved)
			next.Put(to, board.NewPiece(side, k))
			if r := v.Reflection; r != nil && r.Promotions && (quiet || r.Captures) {
				v.reflect(next, r, to, r.Made[k&7])
			}
			next.Pass()
			return
		}
		next.Shift(from, to, moved)
	case board.King:
		next.Shift(from, to, moved)
		if to == from+2 || from == to+2 {
			c := &castles[side&1][0]
			if to < from {
				c = &castles[side&1][1]
			}
			next.Shift(c.rook, c.rookLanding, board.NewPiece(side, board.Rook))
			next.Pass()
			return
		}
	default:
		next.Shift(from, to, moved)
	}
	if r := v.Reflection; r != nil && (quiet || r.Captures) {
		if k := moved.Role(); r.GoesOn[k&7] {
			if image := r.Map.Image(to); next.Piece(image) == board.NoPiece {
				next.Shift(to, image, moved)
			}
		} else {
			v.reflect(next, r, to, r.Made[k&7])
		}
	}
	next.Pass()
}

// reflect spawns a piece with a role on the image of the landing square if the image is empty and the role
// may be spawned there.
func (v *Rules) reflect(p *board.Position, r *Reflection, landing board.Square, made board.Role) {
	if image := r.Map.Image(landing); v.room[made&7].Has(image) && p.Piece(image) == board.NoPiece {
		p.Put(image, board.NewPiece(v.owner[p.Side&1], made))
	}
}

// victim returns the square of the pawn that an en passant capture removes. It is one step beyond the square
// that the pawn crossed.
func (v *Rules) victim(crossed board.Square, capturer board.Colour) board.Square {
	return topology.Ahead(capturer.Other(), crossed)
}

// home returns the square from which the pawn that can be captured en passant was pushed.
func (v *Rules) home(crossed board.Square, capturer board.Colour) board.Square {
	return topology.Behind(capturer.Other(), crossed)
}

// offerEnPassant sets the en passant square after a double push, but only if a legal en passant capture exists, so
// that positions with the same moves have the same hash.
func (v *Rules) offerEnPassant(p *board.Position, pushed board.Move) {
	crossed := topology.Crossed(pushed.From(), pushed.To())
	if crossed == board.NoSquare || v.capturers(p, crossed) == 0 {
		return
	}
	p.SetEnPassant(crossed)
	var after board.Position
	for pawns := v.capturers(p, crossed); pawns != 0; {
		v.play(p, v.enPassant(pawns.Pop(), p), &after)
		if !v.InCheck(&after, p.Side) {
			return
		}
	}
	p.SetEnPassant(board.NoSquare)
}

// capturers returns the pawns of the side to move that attack the square that an enemy pawn has just crossed.
func (v *Rules) capturers(p *board.Position, crossed board.Square) board.Bitboard {
	if crossed == board.NoSquare {
		return 0
	}
	return v.Topology.PawnFrom[p.Side&1][crossed&63] & p.Pieces(p.Side, board.Pawn)
}

// enPassant returns the en passant capture by a pawn.
func (v *Rules) enPassant(pawn board.Square, p *board.Position) board.Move {
	crossed := p.EnPassant()
	if v.SeamHome && v.Topology.OverSeam(pawn, crossed) {
		return board.NewMove(pawn, v.home(crossed, p.Side), board.NoRole)
	}
	return board.NewMove(pawn, crossed, board.NoRole)
}
