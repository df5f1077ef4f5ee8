package topology

import "github.com/tainchess/tain/board"

const (
	fileA board.Bitboard = 0x0101010101010101
	fileH board.Bitboard = fileA << 7
	rank3 board.Bitboard = 0xff << 16
	rank6 board.Bitboard = 0xff << 40
)

// homeRank is the rank from which pawns of a side may go two squares.
var homeRank = [2]board.Bitboard{0xff << 8, 0xff << 48}

// Ahead returns the square one step forward for a side, NoSquare if there is
// none.
func (g *Topology) Ahead(side board.Colour, s board.Square) board.Square {
	return g.ahead[side&1][s&63]
}

// Behind returns the square from which one step forward leads here, NoSquare if
// there is none.
func (g *Topology) Behind(side board.Colour, s board.Square) board.Square {
	return g.behind[side&1][s&63]
}

// Pushed reports whether a pawn's move leads straight ahead, by one square or
// by two.
func (g *Topology) Pushed(side board.Colour, from, to board.Square) bool {
	if !g.walks {
		return (from^to)&7 == 0
	}
	one := g.ahead[side&1][from&63]
	return to == one || one != board.NoSquare && to == g.ahead[side&1][one&63]
}

// Crossed returns the square that a pawn has crossed by a move of two squares
// ahead; NoSquare if the move is none.
func (g *Topology) Crossed(side board.Colour, from, to board.Square) board.Square {
	if !g.walks && from^to != 16 {
		return board.NoSquare
	}
	one := g.ahead[side&1][from&63]
	if one == to || one == board.NoSquare || g.ahead[side&1][one&63] != to {
		return board.NoSquare
	}
	return one
}

// Pushes returns where pawns arrive by one step and by two.
func (g *Topology) Pushes(side board.Colour, pawns, occupied board.Bitboard) (one, two board.Bitboard) {
	if g.walks {
		one = g.step1(side, pawns) &^ occupied
		return one, g.step1(side, one&g.step1(side, pawns&homeRank[side&1])) &^ occupied
	}
	return QuickPushes(side, pawns, occupied)
}

// QuickPushes is [Topology.Pushes] on a board that is Quick.
func QuickPushes(side board.Colour, pawns, occupied board.Bitboard) (one, two board.Bitboard) {
	if side == board.White {
		one = pawns << 8 &^ occupied
		return one, (one & rank3) << 8 &^ occupied
	}
	one = pawns >> 8 &^ occupied
	return one, (one & rank6) >> 8 &^ occupied
}

// step1 moves pawns one step forward.
func (g *Topology) step1(side board.Colour, pawns board.Bitboard) (to board.Bitboard) {
	for pawns != 0 {
		if s := g.ahead[side&1][pawns.Pop()&63]; s != board.NoSquare {
			to |= s.Bit()
		}
	}
	return to
}

// PawnAttacks returns where pawns capture towards the a-file and towards the
// h-file, over the seam where the board has one. No two pawns capture on a
// square in one direction.
func (g *Topology) PawnAttacks(side board.Colour, pawns board.Bitboard) (left, right board.Bitboard) {
	if g.walks {
		return g.captures(side, pawns, -1), g.captures(side, pawns, 1)
	}
	if side == board.White {
		left, right = (pawns&^fileA)<<7, (pawns&^fileH)<<9
		if g.wraps {
			left |= (pawns & fileA) << 15
			right |= (pawns & fileH) << 1
		}
		return left, right
	}
	left, right = (pawns&^fileA)>>9, (pawns&^fileH)>>7
	if g.wraps {
		left |= (pawns & fileA) >> 1
		right |= (pawns & fileH) >> 15
	}
	return left, right
}

// captures returns where pawns capture to one side.
func (g *Topology) captures(side board.Colour, pawns board.Bitboard, files int8) (to board.Bitboard) {
	for pawns != 0 {
		if s, ok := g.step(pawns.Pop(), Direction{files, 1 - 2*int8(side&1)}); ok {
			to |= s.Bit()
		}
	}
	return to
}

// Spans are the squares that matter to a pawn of a side.
type Spans struct {
	Ahead  board.Bitboard // on its file, before it
	Front  board.Bitboard // Ahead, and the same of the files beside: where an enemy pawn could stop it
	Beside board.Bitboard // the files beside, as a whole
}

// Spans returns the squares that matter to a pawn.
func (g *Topology) Spans(side board.Colour, s board.Square) *Spans { return &g.spans[side&1][s&63] }

func (g *Topology) span(side int, s board.Square) (p Spans) {
	p.Ahead = g.file(g.ahead[side][s], &g.ahead[side])
	p.Front = p.Ahead
	for _, files := range [...]int8{-1, 1} {
		beside, ok := g.step(s, Direction{files, 0})
		if !ok {
			continue
		}
		front := g.file(g.ahead[side][beside], &g.ahead[side])
		p.Front |= front
		p.Beside |= front | g.file(beside, &g.behind[side])
	}
	return p
}

// file follows a file from a square on until the board ends or it closes.
func (g *Topology) file(s board.Square, ahead *[64]board.Square) (all board.Bitboard) {
	for s != board.NoSquare && !all.Has(s) {
		all |= s.Bit()
		s = ahead[s&63]
	}
	return all
}
