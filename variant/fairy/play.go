package fairy

import "github.com/tainchess/tain/board"

// Apply plays a pseudo-legal move and stores the resulting position in next. If the move leaves one of the
// mover's royal pieces attacked, it returns false and next is undefined.
func (r *Rules) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	push, exposed := r.play(p, m, next)
	if exposed || r.InCheck(next, p.Side) {
		return false
	}
	r.conclude(p, m, next, push)
	return true
}

// Make plays a legal move and stores the resulting position in next.
func (r *Rules) Make(p *board.Position, m board.Move, next *board.Position) {
	push, _ := r.play(p, m, next)
	r.conclude(p, m, next, push)
}

// play stores the position after a move in next, with all effects of the move except the en passant square and
// the number of checks. It does not check legality, but reports whether, with passing, a royal piece of the mover is
// attacked before the moved piece passes to the other plane. It also reports whether the move is a push: a pawn move
// without capture or promotion after which the pawn has not gone on.
func (r *Rules) play(p *board.Position, m board.Move, next *board.Position) (push, exposed bool) {
	return r.playIn(p, m, next, nil)
}

// playIn is play with memory for the pieces on a wide board; see [board.Position.Fork].
func (r *Rules) playIn(p *board.Position, m board.Move, next *board.Position, memory *board.Wide) (push, exposed bool) {
	if r.wide != nil {
		next.Fork(p, memory)
	} else {
		*next = *p
	}
	from, to, side := m.From(), m.To(), p.Side
	moved, taken := p.Piece(from), p.Piece(to)
	if next.HalfmoveClock++; next.HalfmoveClock == 0 { // saturate, because parsed text may contain the maximum
		next.HalfmoveClock--
	}
	next.FullmoveNumber += uint32(side)
	if p.EnPassant() != board.NoSquare {
		next.SetEnPassant(board.NoSquare)
	}
	next.Extra[0] &^= 1<<shownBits - 1
	if rights := p.Castling(); rights != 0 {
		if moved.Role() == board.King {
			if c := r.castling(p, from, to); c != nil {
				r.castleTo(next, c)
				r.setCastling(next, rights&r.kept(p, from, from))
				if r.spec.Passing {
					exposed = r.exposed(next, side, r.Plane(from))
					r.pass(next, c.landing)
					r.pass(next, c.rookLanding)
				}
				next.Pass()
				return false, exposed
			}
		}
		if kept := rights & r.kept(p, from, to); kept != rights {
			r.setCastling(next, kept)
		}
	}
	pawn := moved.Role() == board.Pawn
	captured := to
	if pawn {
		next.HalfmoveClock = 0
		if taken == board.NoPiece && p.EnPassant() != board.NoSquare && r.takesEnPassant(p, from, to) {
			_, captured = r.passed(p.EnPassant(), side.Other())
			taken = p.Piece(captured)
		}
	}
	if taken != board.NoPiece {
		r.take(next, captured, taken)
		next.HalfmoveClock = 0
	}
	promotion := m.Promotion()
	if promotion != board.NoRole {
		r.take(next, from, moved)
		r.put(next, to, board.NewPiece(side, promotion))
	} else {
		r.shift(next, from, to, moved)
	}
	if taken != board.NoPiece && r.spec.Rebirth != NoRebirth {
		s := r.rebirth[taken.Colour()][index(taken)][captured]
		if s != board.NoSquare && next.Piece(s) == board.NoPiece {
			r.put(next, s, taken)
		}
	}
	wentOn := false
	if r.spec.Reflection != nil {
		wentOn = r.reflect(next, side, to, taken != board.NoPiece, promotion != board.NoRole)
	}
	if r.spec.Passing {
		exposed = r.exposed(next, side, r.Plane(to))
		r.pass(next, to)
	}
	next.Pass()
	return pawn && taken == board.NoPiece && promotion == board.NoRole && !wentOn, exposed
}

// take removes a piece from its square.
func (r *Rules) take(next *board.Position, s board.Square, pc board.Piece) {
	if r.wide != nil {
		next.TakeWide(s, pc)
	} else {
		next.Take(s, pc)
	}
}

// put places a piece on an empty square.
func (r *Rules) put(next *board.Position, s board.Square, pc board.Piece) {
	if r.wide != nil {
		next.PutWide(s, pc)
	} else {
		next.Put(s, pc)
	}
}

// shift moves a piece from its square to an empty one.
func (r *Rules) shift(next *board.Position, from, to board.Square, pc board.Piece) {
	if r.wide != nil {
		next.TakeWide(from, pc)
		next.PutWide(to, pc)
	} else {
		next.Shift(from, to, pc)
	}
}

// castleTo moves the king and the rook.
func (r *Rules) castleTo(next *board.Position, c *castle) {
	king, rook := board.NewPiece(c.side, board.King), board.NewPiece(c.side, board.Rook)
	r.take(next, c.king, king)
	r.take(next, c.rook, rook)
	r.put(next, c.landing, king)
	r.put(next, c.rookLanding, rook)
}

// conclude completes the position after a legal move: it records the en passant square of a pawn push, and
// counts a check.
func (r *Rules) conclude(p *board.Position, m board.Move, next *board.Position, push bool) {
	if push {
		for _, at := range r.passes[p.Side&1][m.From()] {
			if at.to == m.To() {
				r.offerEnPassant(next, at.code)
			}
		}
	}
	if r.spec.Checks > 0 && r.InCheck(next, next.Side) {
		r.setChecks(next, p.Side, r.Checks(p, p.Side)+1)
	}
}

// passed returns the square that a pawn of a side crossed and the square of the pawn, for an en passant value.
func (r *Rules) passed(code board.Square, pusher board.Colour) (crossed, pawn board.Square) {
	if code > board.NoSquare {
		at := r.pushes[code-board.NoSquare-1]
		return at.crossed, at.pusher
	}
	return code, r.Beyond(code, pusher)
}

// home returns the origin of a pawn that has just crossed a square with a double push.
func (r *Rules) home(crossed, pawn board.Square) board.Square { return 2*crossed - pawn }

// takesEnPassant reports whether a pawn move to an empty square captures en passant.
func (r *Rules) takesEnPassant(p *board.Position, from, to board.Square) bool {
	for _, at := range r.landings(p, p.EnPassant()) {
		if at.to == to && at.takers.Has(from) {
			return true
		}
	}
	return false
}

// landing is the landing square of an en passant capture, with the pawns that may make the capture.
type landing struct {
	to     board.Square
	takers board.Set
}

// landings returns the en passant captures of the side to move, given the en passant value: those that land on
// the crossed square and those that land on the home square.
func (r *Rules) landings(p *board.Position, code board.Square) (all [2]landing) {
	if code == board.NoSquare {
		return all
	}
	crossed, pawn := r.passed(code, p.Side.Other())
	if p.Piece(crossed) != board.NoPiece {
		return all
	}
	if r.wide != nil {
		return r.wideLandings(p, crossed, pawn)
	}
	pawns, occupied := p.Pieces(p.Side, board.Pawn), p.Occupied()
	all[0] = landing{crossed, board.SetOf(r.tables.Attackers(&r.enPassant[p.Side&1], crossed, pawns, occupied))}
	if !r.spec.SeamHome {
		return all
	}
	if home := r.home(crossed, pawn); p.Piece(home) == board.NoPiece {
		all[1] = landing{home, board.SetOf(r.tables.Attackers(&r.seamPassant[p.Side&1], crossed, pawns, occupied))}
	}
	return all
}

// offerEnPassant records that a pawn has just crossed a square. If no pawn attacks the square, it records
// nothing. If a capture is legal, it sets the en passant square. If no capture is legal, only the FEN shows the
// square, so that positions with the same moves have the same hash.
func (r *Rules) offerEnPassant(p *board.Position, code board.Square) {
	offers := r.landings(p, code)
	if offers[0].takers.Empty() && offers[1].takers.Empty() {
		return
	}
	p.SetEnPassant(code)
	if r.mayTakeEnPassant(p, &offers) {
		return
	}
	// A pawn that can reach the square with and without capturing captures, so its move is illegal too.
	for _, at := range offers {
		for from := range at.takers.All() {
			if quiet, _ := r.moves(p.Side, int(board.Pawn), from, occupied(p)); quiet.Has(at.to) {
				return
			}
		}
	}
	p.SetEnPassant(board.NoSquare)
	p.Extra[0] |= uint64(code) + 1
}

// mayTakeEnPassant reports whether one of the given captures is legal.
func (r *Rules) mayTakeEnPassant(p *board.Position, offers *[2]landing) bool {
	var after board.Position
	var memory *board.Wide
	if r.wide != nil {
		in := r.wide.rooms.Get().(*room)
		defer r.wide.rooms.Put(in)
		memory = &in.wide
	}
	for _, at := range offers {
		for takers := at.takers; !takers.Empty(); {
			from := takers.Pop()
			if !r.arrives(p, at.to) {
				continue
			}
			for _, promotion := range r.promotions(p.Side, at.to) {
				if _, exposed := r.playIn(p, board.NewMove(from, at.to, promotion), &after, memory); !exposed && !r.InCheck(&after, p.Side) {
					return true
				}
			}
		}
	}
	return false
}
