package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// In Chess960 the king and rook castle from wherever they started and land
// where they do in orthodox chess. From the orthodox squares, castling is
// written as the king's two-square step; from any other square as the king
// moving onto its own rook, because the step could be one square or none. One
// position may allow both. None of this runs while p.UsualHomes() holds.

// castlingRights lists the two rights of each side, short before long.
var castlingRights = [2][2]board.Castling{{board.WhiteShort, board.WhiteLong}, {board.BlackShort, board.BlackLong}}

// castleFrom is a castling move from any home squares of king and rook.
type castleFrom struct {
	castle
	move    board.Move
	path    board.Bitboard // squares the king visits, without its home
	unusual bool
}

// castleAt returns the castling move of a side on a wing (0 short, 1 long),
// whose right must still exist.
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

// span returns the squares from a to b on one rank, both included.
func span(a, b board.Square) (all board.Bitboard) {
	for s := min(a, b); s <= max(a, b); s++ {
		all |= s.Bit()
	}
	return all
}

// unusualCastling returns the castling moves of a side that is not in check,
// short before long, with NoMove for those it cannot play. It does not check
// attacks on the landing square: only the position after the move shows them.
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

// castleUnusual tries the castling moves of Chess960. It is not inlined, to
// keep the generator for plain chess small.
//
//go:noinline
func (s *generator) castleUnusual() {
	for _, m := range s.v.unusualCastling(s.p, s.occupied) {
		if m != board.NoMove {
			s.try(m)
		}
	}
}

// attacked returns the first of the given squares that the opponent of the side
// to move attacks, or NoSquare.
func (v *Rules) attacked(p *board.Position, squares, occupied board.Bitboard) board.Square {
	for squares != 0 {
		if s := squares.Pop(); v.Attackers(p, s, p.Side.Other(), occupied) != 0 {
			return s
		}
	}
	return board.NoSquare
}

// castleUnusual moves king and rook when the move is the king onto its own
// rook.
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

// keepsUnusual returns the castling rights that remain after a move.
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

// unusual returns the castling move by which the king moves onto its own rook,
// if the move is one.
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

// castlingFrom checks every condition of Chess960 castling except the safety of
// the king after it.
func (a *asked) castlingFrom(c *castleFrom, wing string) *rules.IllegalMove {
	if held := c.empty & a.p.Occupied(); held != 0 {
		return rules.Illegal("illegal.castling-blocked",
			"castling on the {wing, select, king {king's} other {queen's}} side is blocked by {holder}", message.Args{"wing": wing, "holder": a.holder(held.First())})
	}
	return a.castlingThrough(c.path &^ c.landing.Bit())
}
