package flat

import (
	"github.com/tainchess/tain/board"
)

// In Chess960 king and rook castle from their starting squares and end up on the same squares as in orthodox
// chess. From the orthodox squares, castling is written as the king's two-square step; from any other square
// as the king moving onto its own rook, because the step could be one square or none. One position may allow
// both. The code for this does not run if p.UsualHomes() is true.

// castle is one castling move from the orthodox home squares.
type castle struct {
	right                  board.Castling
	king, crossed, landing board.Square
	rook, rookLanding      board.Square
	empty                  board.Bitboard // must be empty
}

const (
	a1, b1, c1, d1, e1, f1, g1, h1 board.Square = 0, 1, 2, 3, 4, 5, 6, 7
	black                          board.Square = 56 // offset from a square on the first rank to the same file on the eighth
)

// castles lists the castling moves by side, short before long.
var castles = [2][2]castle{
	{
		{board.WhiteShort, e1, f1, g1, h1, f1, f1.Bit() | g1.Bit()},
		{board.WhiteLong, e1, d1, c1, a1, d1, b1.Bit() | c1.Bit() | d1.Bit()},
	},
	{
		{board.BlackShort, e1 + black, f1 + black, g1 + black, h1 + black, f1 + black, (f1.Bit() | g1.Bit()) << 56},
		{board.BlackLong, e1 + black, d1 + black, c1 + black, a1 + black, d1 + black, (b1.Bit() | c1.Bit() | d1.Bit()) << 56},
	},
}

// keeps holds, for each square, the castling rights that remain after a move from or to that square.
var keeps = func() (k [64]board.Castling) {
	for s := range k {
		k[s] = 15
	}
	for side := range castles {
		for _, c := range castles[side] {
			k[c.king] &^= c.right
			k[c.rook] &^= c.right
		}
	}
	return k
}()

// castlingRights lists the two rights of each side, short before long.
var castlingRights = [2][2]board.Castling{{board.WhiteShort, board.WhiteLong}, {board.BlackShort, board.BlackLong}}

// castleFrom is a castling move from any home squares of king and rook.
type castleFrom struct {
	castle
	move    board.Move
	path    board.Bitboard // squares that the king crosses or lands on
	unusual bool
}

// castleAt returns the castling move of a side on a wing (0 short, 1 long). The side must still have the
// right.
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

// span returns the squares from a to b, inclusive, on one rank.
func span(a, b board.Square) (all board.Bitboard) {
	for s := min(a, b); s <= max(a, b); s++ {
		all |= s.Bit()
	}
	return all
}

// unusualCastling returns the castling moves of a side that is not in check, short before long, with NoMove
// for those it cannot play. It does not check for attacks on the landing square, because they depend on the
// position after the move.
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

// attacked returns the first of the given squares that the opponent attacks, or NoSquare.
func (v *Rules) attacked(p *board.Position, squares, occupied board.Bitboard) board.Square {
	for squares != 0 {
		if s := squares.Pop(); v.Attackers(p, s, p.Side.Other(), occupied) != 0 {
			return s
		}
	}
	return board.NoSquare
}

// castleUnusual moves king and rook if the move is written as the king moving onto its own rook.
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
