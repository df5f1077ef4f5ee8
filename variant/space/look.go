package space

import "github.com/tainchess/tain/board"

// View is a position as an evaluation looks at it: what pieces reach with the
// boards where they stand.
type View struct {
	t        *placement
	occupied columns
}

// Look returns the view of a position.
func Look(p *board.Position) View {
	t := placed(p)
	return View{t, t.columns(p.Occupied())}
}

// Attacks returns the squares a piece other than a pawn sees, own pieces
// included.
func (w View) Attacks(k board.Role, from board.Square) board.Bitboard {
	return w.t.squares(attacks(k, w.t.column[from&63], w.occupied))
}

// PawnAttacks returns the squares that pawns of a side attack.
func (w View) PawnAttacks(side board.Colour, pawns board.Bitboard) board.Bitboard {
	left, right := pawnSetAttacks(side, w.t.columns(pawns))
	return w.t.squares(left | right)
}

// Place returns the file of a square, 0 to 5 from z to e, and its rank.
func (w View) Place(s board.Square) (file, rank int) {
	c := w.t.column[s&63]
	return c.file(), c.rank()
}

// Storey returns 0, 1 or 2 for the main boards W, N and B, and 3 for an attack
// board.
func Storey(s board.Square) int { return int(s&63) / 16 }

// Lifts tells what a side can do with the boards: how many shifts and turns,
// and how many of the boards it controls carry a piece of its own.
func (v *Rules) Lifts(p *board.Position, side board.Colour) (shifts, turns, riders int) {
	at := *p
	at.Side = side
	var list boardList
	v.boardMoves(&at, placed(&at), &list)
	for _, b := range list.all() {
		if b.form == board.BoardShift {
			shifts++
		} else if b.from == b.to {
			turns++
		}
	}
	for slot := range slots {
		if c, rider, ok := controller(p, slot); ok && c == side && rider != board.NoSquare {
			riders++
		}
	}
	return shifts, turns, riders
}

// Attackers returns the pieces of a side that could capture on a square,
// looking through the given occupied squares.
func (v *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard {
	t := placed(p)
	return attackers(p, t, t.column[s&63], by, t.columns(occupied))
}
