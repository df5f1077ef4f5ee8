package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
)

// boardMove is an attack board move without a promotion role.
type boardMove struct {
	form     board.MoveType
	from, to geometry.Pin
	promotes bool // the player must choose a promotion role
}

func (b boardMove) move(k board.Role) board.Move { return board.NewMoveOfType(b.form, b.from, b.to, k) }

// add adds the move to the list. If the move promotes, it adds one move per promotion role.
func (b boardMove) add(list *board.MoveList) {
	if !b.promotes {
		list.Add(b.move(board.NoRole))
		return
	}
	for _, k := range promotions {
		list.Add(b.move(k))
	}
}

// boardList has room for the board moves in any position. Each of four boards may move to eight free pins,
// turned or not, or turn in place.
type boardList struct {
	n     int
	moves [geometry.BoardCount * 17]boardMove
}

func (l *boardList) add(b boardMove) {
	l.moves[l.n] = b
	l.n++
}

func (l *boardList) all() []boardMove { return l.moves[:l.n] }

// controller returns the side that may move the board in a slot (4.2) and the square of the piece on the
// board, or NoSquare if the board is empty. It returns false if several pieces are on the board, because then
// neither side may move it.
func controller(p *board.Position, slot int) (side board.Colour, rider board.Square, ok bool) {
	aboard := p.Occupied() & geometry.SlotCells(slot)
	switch {
	case aboard == 0:
		return geometry.Owner(slot), board.NoSquare, true
	case aboard.Many():
		return 0, board.NoSquare, false
	}
	rider = aboard.First()
	return p.Piece(rider).Colour(), rider, true
}

// boardMoves adds the pseudo-legal board moves to the list. They may leave a king attacked.
func (v *Rules) boardMoves(p *board.Position, t *geometry.Placement, list *boardList) {
	for slot := range geometry.BoardCount {
		side, rider, ok := controller(p, slot)
		if !ok || side != p.Side && !(v.policy.Anyone && rider == board.NoSquare) {
			continue
		}
		from := t.Pin[slot]
		to := v.goals.empty[from]
		if rider != board.NoSquare {
			if v.policy.Stays[p.Piece(rider).Role()] {
				continue
			}
			to = v.goals.occupied[side&1][from]
		}
		to &^= t.Held
		if v.policy.Turns {
			to |= 1 << from
		}
		var cast geometry.Columns
		if v.policy.Shadow {
			cast = shadows(p, t, slot)
		}
		form := board.BoardTurn180
		if geometry.Turned(p, slot) {
			form = board.BoardTurn0
		}
		for to != 0 {
			n := to.Pop()
			if cast&geometry.PinColumns(n) != 0 {
				continue
			}
			if n != from {
				list.add(boardMove{board.BoardShift, from, n, choiceOpen(p, from, n, rider, false)})
			}
			if v.policy.Turns {
				list.add(boardMove{form, from, n, choiceOpen(p, from, n, rider, true)})
			}
		}
	}
}

// shadows returns the columns of all pieces other than knights that are not on
// the board in a slot (trid 6.5).
func shadows(p *board.Position, t *geometry.Placement, slot int) geometry.Columns {
	return t.Columns(p.Occupied() &^ p.ByRole(board.Knight) &^ geometry.SlotCells(slot))
}

// choiceOpen reports whether a board move promotes a pawn of the side to move: the pawn on the board (4.6) or
// the pawn on the corner that the board leaves (4.7).
func choiceOpen(p *board.Position, from, to geometry.Pin, rider board.Square, turns bool) bool {
	if rider != board.NoSquare && promotesAboard(p.Piece(rider), to, cellAfter(rider, turns)) {
		return true
	}
	corner := cornerPawn(p, from, to)
	return corner != board.NoSquare && p.Piece(corner).Colour() == p.Side
}

// cellAfter returns the cell of a passenger after the move. A half turn moves the passenger to the opposite
// cell (trid 6.4).
func cellAfter(rider board.Square, turns bool) int {
	cell := int(rider & 3)
	if turns {
		return 3 - cell
	}
	return cell
}

// promotesAboard reports whether a passenger is a pawn that arrives on its furthest rank. A board has squares
// on ranks 9 and 0 only on pins of levels 6 and 1, and these are then the furthest ranks of its files (3.7).
func promotesAboard(rider board.Piece, to geometry.Pin, cell int) bool {
	switch rider {
	case board.NewPiece(board.White, board.Pawn):
		return geometry.PinLevel(to) == 6 && cell >= 2
	case board.NewPiece(board.Black, board.Pawn):
		return geometry.PinLevel(to) == 1 && cell < 2
	}
	return false
}

// cornerPawn returns the square of the pawn that promotes because a board leaves its corner (4.7), or
// NoSquare if there is none.
func cornerPawn(p *board.Position, from, to geometry.Pin) board.Square {
	if from == to {
		return board.NoSquare
	}
	file := 1 + 3*geometry.PinSide(from)
	var corner board.Square
	var pawn board.Piece
	switch geometry.PinLevel(from) {
	case 1:
		corner, pawn = geometry.MainSquare(geometry.LevelW, geometry.At(file, 1)), board.NewPiece(board.Black, board.Pawn)
	case 6:
		corner, pawn = geometry.MainSquare(geometry.LevelB, geometry.At(file, 8)), board.NewPiece(board.White, board.Pawn)
	default:
		return board.NoSquare
	}
	if p.Piece(corner) != pawn {
		return board.NoSquare
	}
	return corner
}

// playBoard plays a board move, including its passenger and promotions, and stores the resulting position in
// next.
func playBoard(p *board.Position, m board.Move, next *board.Position) {
	t := geometry.Of(p)
	from, to := m.From(), m.To()
	slot := int(t.Slot[from])
	ends := geometry.Turned(p, slot)
	if f := m.Type(); f != board.BoardShift {
		ends = f == board.BoardTurn180
	}
	turns := ends != geometry.Turned(p, slot)
	if corner := cornerPawn(p, from, to); corner != board.NoSquare {
		pawn := p.Piece(corner)
		k := board.Queen
		if pawn.Colour() == p.Side {
			k = m.Promotion()
		}
		next.Take(corner, pawn)
		next.Put(corner, board.NewPiece(pawn.Colour(), k))
		next.HalfmoveClock = 0
	}
	if aboard := p.Occupied() & geometry.SlotCells(slot); aboard != 0 {
		rider := aboard.First()
		pc := p.Piece(rider)
		carry(p, t, rider, next)
		cell := cellAfter(rider, turns)
		next.Take(rider, pc)
		if promotesAboard(pc, to, cell) {
			pc = board.NewPiece(p.Side, m.Promotion())
			next.HalfmoveClock = 0
		}
		next.Put(geometry.CellSquare(slot, cell), pc)
	}
	geometry.SetTurned(next, slot, ends)
	geometry.SetPin(next, slot, to)
	geometry.Settle(next, geometry.Owner(slot))
}

// carry removes the castling and double-step rights that a passenger loses (4.5).
func carry(p *board.Position, t *geometry.Placement, rider board.Square, next *board.Position) {
	if kept := p.Castling() & t.Keeps[rider]; kept != p.Castling() {
		next.SetCastling(kept)
	}
	if geometry.Unmoved(p).Has(rider) {
		geometry.SetUnmoved(next, geometry.Unmoved(next)&^rider.Bit())
	}
}
