package flat

import (
	"github.com/tainchess/tain/board"
)

// In Chess960 the king and rook castle from their starting squares and end up on the same squares as in
// orthodox chess. Castling from the orthodox squares is a king move of two squares. Castling from other
// squares is a king move onto its own rook, because the king may move one square or none. A position may
// allow both forms. If p.UsualHomes() is true, the code for the second form does not run.

// castle is one castling move from the orthodox home squares.
type castle struct {
	right                  board.Castling
	king, crossed, landing board.Square
	rook, rookLanding      board.Square
	empty                  board.Bitboard // squares that must be empty
}

const (
	a1, b1, c1, d1, e1, f1, g1, h1 board.Square = 0, 1, 2, 3, 4, 5, 6, 7
	black                          board.Square = 56 // offset from a square on the first rank to the square on the same file on the eighth rank
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

// castleFrom is a castling move from any home squares of the king and rook.
type castleFrom struct {
	castle
	move    board.Move
	path    board.Bitboard // squares that the king crosses or lands on
	unusual bool
}

// castleAt returns a side's castling move on a wing (0 short, 1 long). The side must have the castling right.
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

// span returns the squares from a to b on one rank, including both.
func span(a, b board.Square) (all board.Bitboard) {
	for s := min(a, b); s <= max(a, b); s++ {
		all |= s.Bit()
	}
	return all
}

// unusualCastling returns the castling moves of the side to move, short before long, with NoMove for moves
// that it cannot play. The side must not be in check. The function does not check for attacks on the landing
// square, because they depend on the position after the move.
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

// attacked returns the first of the given squares that the opponent attacks, or NoSquare if there is none.
func (v *Rules) attacked(p *board.Position, squares, occupied board.Bitboard) board.Square {
	for squares != 0 {
		if s := squares.Pop(); v.Attackers(p, s, p.Side.Other(), occupied) != 0 {
			return s
		}
	}
	return board.NoSquare
}

// castleUnusual castles when the move is a king move onto its own rook.
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

// keepsUnusual returns the castling rights that remain after a move, for any home squares.
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
