package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// In Chess960 king and rook castle from wherever they began, and land where they
// do in orthodox chess. From the usual homes castling is the king's step of two
// squares; from others that could be a step of one, or none, so there it is the
// king's move onto its own rook. Both may be found in one position. Nothing here
// is asked while all homes are the usual ones.

// castlingRights lists the two rights of each side, short before long.
var castlingRights = [2][2]board.Castling{{board.WhiteShort, board.WhiteLong}, {board.BlackShort, board.BlackLong}}

// castleFrom is a castling move from wherever king and rook stand.
type castleFrom struct {
	castle
	move    board.Move
	path    board.Bitboard // where the king is on its way, without its home
	unusual bool
}

// castleAt returns the castling of a position by one of the rights that are left.
func castleAt(p *board.Position, side board.Colour, wing int) castleFrom {
	usual := &castles[side&1][wing]
	c := castleFrom{castle: *usual}
	c.king, c.rook = p.CastlingHome(usual.right)
	to := c.landing
	if c.unusual = c.king != usual.king || c.rook != usual.rook; c.unusual {
		to = c.rook
	}
	c.move = board.NewMove(c.king, to, board.NoRole)
	c.path = span(c.king, c.landing) &^ c.king.Bit()
	c.empty = (span(c.king, c.landing) | span(c.rook, c.rookLanding)) &^ (c.king.Bit() | c.rook.Bit())
	return c
}

// span returns the squares of a rank from one to another, both included.
func span(a, b board.Square) (all board.Bitboard) {
	for s := min(a, b); s <= max(a, b); s++ {
		all |= s.Bit()
	}
	return all
}

// unusualCastling returns the castling moves of a side that is not in check, short
// before long, NoMove for one that it has not; but for attacks on the landing square,
// which only the position after the move shows.
func (v *Rules) unusualCastling(p *board.Position, occupied board.Bitboard) (moves [2]board.Move) {
	for wing, right := range castlingRights[p.Side&1] {
		if p.Castling()&right == 0 {
			continue
		}
		c := castleAt(p, p.Side, wing)
		if occupied&c.empty == 0 && v.attacked(p, c.path&^c.landing.Bit(), occupied) == board.NoSquare {
			moves[wing] = c.move
		}
	}
	return moves
}

// castleUnusual tries the castling moves of Chess960. It stands apart so that the
// generator of plain chess stays small.
//
//go:noinline
func (s *generator) castleUnusual() {
	for _, m := range s.v.unusualCastling(s.p, s.occupied) {
		if m != board.NoMove {
			s.try(m)
		}
	}
}

// attacked returns the first of some squares that the opponent of the side to
// move attacks, NoSquare if there is none.
func (v *Rules) attacked(p *board.Position, squares, occupied board.Bitboard) board.Square {
	for squares != 0 {
		if s := squares.Pop(); v.Attackers(p, s, p.Side.Other(), occupied) != 0 {
			return s
		}
	}
	return board.NoSquare
}

// castleUnusual moves king and rook, where the king's move named its own rook.
func castleUnusual(next *board.Position, side board.Colour, king, rook board.Square) {
	wing := 0
	if rook < king {
		wing = 1
	}
	c := &castles[side&1][wing]
	k, r := board.NewPiece(side, board.King), board.NewPiece(side, board.Rook)
	next.Take(king, k)
	next.Take(rook, r)
	next.Put(c.landing, k)
	next.Put(c.rookLanding, r)
	next.Pass()
}

// keepsUnusual returns the rights that outlast a move from one square to another.
func keepsUnusual(p *board.Position, from, to board.Square) board.Castling {
	kept := p.Castling()
	for _, side := range castlingRights {
		for _, right := range side {
			if king, rook := p.CastlingHome(right); king == from || rook == from || king == to || rook == to {
				kept &^= right
			}
		}
	}
	return kept
}

// unusual returns the castling by which a king goes onto the rook that it has the
// right to castle with, if the move asked about is that.
func (a *asked) unusual() (castleFrom, bool) {
	if a.mover.Role() == board.King && !a.p.UsualHomes() {
		for wing, right := range castlingRights[a.p.Side&1] {
			if a.p.Castling()&right != 0 {
				if c := castleAt(a.p, a.p.Side, wing); c.unusual && c.king == a.from && c.rook == a.to {
					return c, true
				}
			}
		}
	}
	return castleFrom{}, false
}

// castlingFrom looks at every condition of a castling in Chess960 but the king's
// safety at the end.
func (a *asked) castlingFrom(c *castleFrom, wing string) *rules.IllegalMove {
	if held := c.empty & a.p.Occupied(); held != 0 {
		return rules.Illegal("illegal.castling-blocked",
			"{wing, select, king {kingside} other {queenside}} castling is blocked by {holder}", message.Args{"wing": wing, "holder": a.holder(held.First())})
	}
	return a.castlingThrough(c.path &^ c.landing.Bit())
}
