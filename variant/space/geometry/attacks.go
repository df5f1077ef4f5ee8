package geometry

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// These attack tables are indexed by column. They do not depend on the placement of the boards.
var (
	KnightAttacks [ColumnCount]Columns
	KingAttacks   [ColumnCount]Columns
	PawnStep      [2][ColumnCount]Columns // one rank forward, by colour
	PawnAttacks   [2][ColumnCount]Columns // columns that a pawn of a colour attacks
	rays          [ColumnCount]lines
)

// lines holds the four lines through a column. Each line is split into the columns before and after that
// column, in column order.
type lines struct{ straight, diagonal [2]line }

type line struct{ below, above Columns }

// seen returns the columns attacked along a line, up to and including the first occupied column on either
// side. Subtracting the nearest blocker below from the blockers above flips all bits between the two nearest
// blockers.
func (l *line) seen(occupied Columns) Columns {
	above := occupied & l.above
	nearest := Columns(1) << ((bits.Len64(uint64(occupied&l.below|1)) - 1) & 63)
	return (above ^ (above - nearest)) & (l.below | l.above)
}

// RookAttacks returns the columns that a rook attacks.
func RookAttacks(c Column, occupied Columns) Columns {
	l := &rays[c].straight
	return l[0].seen(occupied) | l[1].seen(occupied)
}

// BishopAttacks returns the columns that a bishop attacks.
func BishopAttacks(c Column, occupied Columns) Columns {
	l := &rays[c].diagonal
	return l[0].seen(occupied) | l[1].seen(occupied)
}

// Attacks returns the columns that a piece other than a pawn attacks.
func Attacks(k board.Role, c Column, occupied Columns) Columns {
	switch k {
	case board.Knight:
		return KnightAttacks[c]
	case board.Bishop:
		return BishopAttacks(c, occupied)
	case board.Rook:
		return RookAttacks(c, occupied)
	case board.Queen:
		return RookAttacks(c, occupied) | BishopAttacks(c, occupied)
	default:
		return KingAttacks[c]
	}
}

// Between returns the columns strictly between two columns, or an empty set if the two are not on a line.
func Between(a, b Column) Columns {
	if RookLines(a).Has(b) {
		return RookAttacks(a, b.Bit()) & RookAttacks(b, a.Bit())
	}
	if BishopLines(a).Has(b) {
		return BishopAttacks(a, b.Bit()) & BishopAttacks(b, a.Bit())
	}
	return 0
}

// RookLines returns the columns that a rook attacks on an empty board.
func RookLines(c Column) Columns {
	l := &rays[c].straight
	return l[0].below | l[0].above | l[1].below | l[1].above
}

// BishopLines returns the columns that a bishop attacks on an empty board.
func BishopLines(c Column) Columns {
	l := &rays[c].diagonal
	return l[0].below | l[0].above | l[1].below | l[1].above
}

// OnBoard is the set of all columns. HasLeft is the set of columns with a neighbour towards file z, and HasRight of
// those with one towards file e.
const (
	OnBoard  Columns = 1<<ColumnCount - 1
	fileZ    Columns = OnBoard / (1<<Files - 1)
	HasLeft          = OnBoard &^ fileZ
	HasRight         = OnBoard &^ (fileZ << (Files - 1))
)

// Ahead returns a set of columns shifted forward by one rank for a side.
func Ahead(side board.Colour, c Columns) Columns {
	if side == board.White {
		return c << Files & OnBoard
	}
	return c >> Files
}

// PawnSetAttacks returns the columns that pawns of a side attack towards file z
// and towards file e.
func PawnSetAttacks(side board.Colour, pawns Columns) (left, right Columns) {
	if side == board.White {
		return (pawns & HasLeft) << (Files - 1) & OnBoard, (pawns & HasRight) << (Files + 1) & OnBoard
	}
	return (pawns & HasLeft) >> (Files + 1), (pawns & HasRight) >> (Files - 1)
}

func init() {
	for c := Column(0); c < ColumnCount; c++ {
		one := func(df, dr int) Columns {
			if f, r := c.File()+df, c.Rank()+dr; OnMap(f, r) {
				return At(f, r).Bit()
			}
			return 0
		}
		ray := func(df, dr int) (l line) {
			for n := 1; n < Ranks; n++ {
				l.above |= one(n*df, n*dr)
				l.below |= one(-n*df, -n*dr)
			}
			return l
		}
		for _, by := range [...]int{-1, 1} {
			KnightAttacks[c] |= one(by, 2) | one(by, -2) | one(2, by) | one(-2, by)
		}
		for df := -1; df <= 1; df++ {
			KingAttacks[c] |= one(df, 1) | one(df, -1)
		}
		KingAttacks[c] |= one(1, 0) | one(-1, 0)
		for side, ahead := range [2]int{1, -1} {
			PawnStep[side][c] = one(0, ahead)
			PawnAttacks[side][c] = one(-1, ahead) | one(1, ahead)
		}
		rays[c] = lines{
			straight: [2]line{ray(1, 0), ray(0, 1)},
			diagonal: [2]line{ray(1, 1), ray(-1, 1)},
		}
	}
}

// TwoAhead returns the column two ranks forward, as a set.
func TwoAhead(side board.Colour, c Column) Columns {
	if side == board.White {
		return c.Bit() << (2 * Files)
	}
	return c.Bit() >> (2 * Files)
}

// Crossed returns the column that a double step crosses.
func Crossed(pushed Column, by board.Colour) Column {
	if by == board.White {
		return pushed - Files
	}
	return pushed + Files
}

// Path returns the columns strictly between two columns on a line, in order.
func Path(from, to Column) (way []Column) {
	all := Between(from, to)
	for c := from; all != 0; {
		c += step(from, to)
		way = append(way, c)
		all &^= c.Bit()
	}
	return way
}

// step returns the difference in column number for one step along a line.
func step(from, to Column) Column {
	sign := func(n int) int { return min(1, max(-1, n)) }
	return Column(sign(to.File()-from.File()) + Files*sign(to.Rank()-from.Rank()))
}

// Attackers returns the squares of the pieces of a side that attack a column, given the occupied columns.
// Levels do not matter (3.1), and no piece attacks its own column (3.9).
func Attackers(p *board.Position, t *Placement, c Column, by board.Colour, occupied Columns) (found board.Bitboard) {
	enemy := p.ByColour(by)
	queens := p.ByRole(board.Queen)
	var lines, diagonals Columns
	if (p.ByRole(board.Rook)|queens)&enemy != 0 {
		lines = RookAttacks(c, occupied)
	}
	if (p.ByRole(board.Bishop)|queens)&enemy != 0 {
		diagonals = BishopAttacks(c, occupied)
	}
	// Usually few pieces are on columns from which a piece could attack c.
	for near := t.Squares(lines|diagonals|KnightAttacks[c]|KingAttacks[c]) & enemy; near != 0; {
		s := near.Pop()
		var from Columns
		switch p.Piece(s).Role() {
		case board.Rook:
			from = lines
		case board.Bishop:
			from = diagonals
		case board.Queen:
			from = lines | diagonals
		case board.Knight:
			from = KnightAttacks[c]
		case board.King:
			from = KingAttacks[c]
		case board.Pawn:
			from = PawnAttacks[by.Other()&1][c]
		}
		if from.Has(t.Column[s&63]) {
			found |= s.Bit()
		}
	}
	return found
}

// InCheck reports whether any king of a side is attacked.
func InCheck(p *board.Position, side board.Colour) bool {
	t := Of(p)
	occupied := t.Columns(p.Occupied())
	for kings := p.Pieces(side, board.King); kings != 0; {
		if Attackers(p, t, t.Column[kings.Pop()&63], side.Other(), occupied) != 0 {
			return true
		}
	}
	return false
}
