package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
)

// PseudoLegal adds all pseudo-legal moves to the list. They may leave a king attacked.
func (v *Rules) PseudoLegal(p *board.Position, list *board.MoveList) {
	t := geometry.Of(p)
	occupied := t.Columns(p.Occupied())
	all := ^p.ByColour(p.Side)
	pieceMoves(p, t, occupied, all, all, list)
	castlingMoves(p, t, occupied, list)
	var boards boardList
	v.boardMoves(p, t, &boards)
	for _, b := range boards.all() {
		b.add(list)
	}
}

// Captures adds the pseudo-legal captures and promotions to the list.
func (v *Rules) Captures(p *board.Position, list *board.MoveList) {
	t := geometry.Of(p)
	enemy := p.ByColour(p.Side.Other())
	pieceMoves(p, t, t.Columns(p.Occupied()), enemy, enemy|t.Last[p.Side&1], list)
	var boards boardList
	v.boardMoves(p, t, &boards)
	for _, b := range boards.all() {
		if b.promotes {
			b.add(list)
		}
	}
}

// pieceMoves adds the moves of pieces to the squares in wanted, the moves of pawns to the squares in
// pawnsWanted, and all en passant captures.
func pieceMoves(p *board.Position, t *geometry.Placement, occupied geometry.Columns, wanted, pawnsWanted board.Bitboard, list *board.MoveList) {
	enemy := p.ByColour(p.Side.Other())
	for pieces := p.ByColour(p.Side); pieces != 0; {
		from := pieces.Pop()
		if k := p.Piece(from).Role(); k == board.Pawn {
			addPawn(list, t, p.Side, from, pawnTargets(p, t, from, occupied, enemy)&pawnsWanted)
		} else {
			addAll(list, from, t.Squares(geometry.Attacks(k, t.Column[from&63], occupied))&wanted)
		}
	}
	for takers := capturers(p, t, p.EnPassant()); takers != 0; {
		addAll(list, takers.Pop(), crossedSquares(p, t))
	}
}

func addAll(list *board.MoveList, from board.Square, targets board.Bitboard) {
	for targets != 0 {
		list.Add(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

// addPawn adds pawn moves. On a furthest rank it adds one move per promotion role.
func addPawn(list *board.MoveList, t *geometry.Placement, side board.Colour, from board.Square, targets board.Bitboard) {
	last := t.Last[side&1]
	addAll(list, from, targets&^last)
	for targets &= last; targets != 0; {
		to := targets.Pop()
		for _, k := range promotions {
			list.Add(board.NewMove(from, to, k))
		}
	}
}

// pawnTargets returns the destinations of a pawn, except en passant: forward to an empty square, two ranks
// forward if the pawn has not moved and the column between is empty (3.5), or diagonally to an enemy piece.
func pawnTargets(p *board.Position, t *geometry.Placement, from board.Square, occupied geometry.Columns, enemy board.Bitboard) board.Bitboard {
	side := p.Side & 1
	c := t.Column[from&63]
	ahead := geometry.PawnStep[side][c]
	quiet := t.Few(ahead)
	if geometry.Unmoved(p).Has(from) && ahead&occupied == 0 {
		quiet |= t.Few(geometry.TwoAhead(side, c))
	}
	return quiet&^p.Occupied() | t.Few(geometry.PawnAttacks[side][c])&enemy
}

// capturers returns the pawns of the side to move that attack the column that a pushed pawn has crossed.
func capturers(p *board.Position, t *geometry.Placement, pushed board.Square) board.Bitboard {
	if pushed == board.NoSquare {
		return 0
	}
	pusher := p.Side.Other()
	over := geometry.Crossed(t.Column[pushed], pusher)
	return t.Few(geometry.PawnAttacks[pusher&1][over]) & p.Pieces(p.Side, board.Pawn)
}

// crossedSquares returns the squares on which an en passant capture may land (3.6).
func crossedSquares(p *board.Position, t *geometry.Placement) board.Bitboard {
	return t.Stack[geometry.Crossed(t.Column[p.EnPassant()], p.Side.Other())]
}

// castlingMoves adds the castling moves. It does not check for attacks on the landing square, because Apply
// rejects any move that leaves a king attacked.
func castlingMoves(p *board.Position, t *geometry.Placement, occupied geometry.Columns, list *board.MoveList) {
	short, long := castlingOpen(p, t)
	if !short && !long {
		return
	}
	c := &t.Castle[p.Side&1]
	if geometry.Attackers(p, t, t.Column[c.King], p.Side.Other(), occupied) != 0 {
		return
	}
	if short {
		list.Add(c.Short())
	}
	if long {
		list.Add(c.Long())
	}
}

// castlingOpen reports whether short and long castling are possible, ignoring attacks (3.8).
func castlingOpen(p *board.Position, t *geometry.Placement) (short, long bool) {
	rights := p.Castling() >> (2 * p.Side) & 3
	if rights == 0 || p.FullmoveNumber <= 1 {
		return false, false
	}
	return rights&board.WhiteShort != 0,
		rights&board.WhiteLong != 0 && p.Piece(t.Castle[p.Side&1].LongKing) == board.NoPiece
}
