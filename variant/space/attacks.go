package space

import (
	"math/bits"

	"github.com/tainchess/tain/board"
)

// What the pieces reach over columns, wherever the boards stand.
var (
	knightAttacks [cells]columns
	kingAttacks   [cells]columns
	pawnStep      [2][cells]columns // one rank forward, by colour
	pawnAttacks   [2][cells]columns // where a pawn of a colour captures
	rays          [cells]lines
)

// lines are the four lines through a column, each as the part below it and the
// part above it in the order of columns.
type lines struct{ straight, diagonal [2]line }

type line struct{ below, above columns }

// seen returns what is seen along a line: up to and with the first occupied
// column on either side. Subtracting the nearest blocker below from the
// blockers above flips everything up to the nearest above.
func (l *line) seen(occupied columns) columns {
	above := occupied & l.above
	nearest := columns(1) << ((bits.Len64(uint64(occupied&l.below|1)) - 1) & 63)
	return (above ^ (above - nearest)) & (l.below | l.above)
}

func rookAttacks(c column, occupied columns) columns {
	l := &rays[c].straight
	return l[0].seen(occupied) | l[1].seen(occupied)
}

func bishopAttacks(c column, occupied columns) columns {
	l := &rays[c].diagonal
	return l[0].seen(occupied) | l[1].seen(occupied)
}

// attacks returns the columns that a piece other than a pawn sees.
func attacks(k board.Role, c column, occupied columns) columns {
	switch k {
	case board.Knight:
		return knightAttacks[c]
	case board.Bishop:
		return bishopAttacks(c, occupied)
	case board.Rook:
		return rookAttacks(c, occupied)
	case board.Queen:
		return rookAttacks(c, occupied) | bishopAttacks(c, occupied)
	default:
		return kingAttacks[c]
	}
}

// between returns the columns strictly between two on a line, none if they
// are on no line.
func between(a, b column) columns {
	if (rays[a].straight[0].both() | rays[a].straight[1].both()).has(b) {
		return rookAttacks(a, b.bit()) & rookAttacks(b, a.bit())
	}
	if (rays[a].diagonal[0].both() | rays[a].diagonal[1].both()).has(b) {
		return bishopAttacks(a, b.bit()) & bishopAttacks(b, a.bit())
	}
	return 0
}

func (l *line) both() columns { return l.below | l.above }

// Columns of the map, and those that have a neighbour towards file z or file e.
const (
	onBoard  columns = 1<<cells - 1
	fileZ    columns = onBoard / (1<<files - 1)
	hasLeft          = onBoard &^ fileZ
	hasRight         = onBoard &^ (fileZ << (files - 1))
)

// ahead returns the columns one rank forward of a set.
func ahead(side board.Colour, c columns) columns {
	if side == board.White {
		return c << files & onBoard
	}
	return c >> files
}

// pawnSetAttacks returns the columns that pawns of a side attack towards file z and
// towards file e.
func pawnSetAttacks(side board.Colour, pawns columns) (left, right columns) {
	if side == board.White {
		return (pawns & hasLeft) << (files - 1) & onBoard, (pawns & hasRight) << (files + 1) & onBoard
	}
	return (pawns & hasLeft) >> (files + 1), (pawns & hasRight) >> (files - 1)
}

func init() {
	for c := column(0); c < cells; c++ {
		one := func(df, dr int) columns {
			if f, r := c.file()+df, c.rank()+dr; onMap(f, r) {
				return at(f, r).bit()
			}
			return 0
		}
		ray := func(df, dr int) (l line) {
			for n := 1; n < ranks; n++ {
				l.above |= one(n*df, n*dr)
				l.below |= one(-n*df, -n*dr)
			}
			return l
		}
		for _, by := range [...]int{-1, 1} {
			knightAttacks[c] |= one(by, 2) | one(by, -2) | one(2, by) | one(-2, by)
		}
		for df := -1; df <= 1; df++ {
			kingAttacks[c] |= one(df, 1) | one(df, -1)
		}
		kingAttacks[c] |= one(1, 0) | one(-1, 0)
		for side, ahead := range [2]int{1, -1} {
			pawnStep[side][c] = one(0, ahead)
			pawnAttacks[side][c] = one(-1, ahead) | one(1, ahead)
		}
		rays[c] = lines{
			straight: [2]line{ray(1, 0), ray(0, 1)},
			diagonal: [2]line{ray(1, 1), ray(-1, 1)},
		}
	}
}

// twoAhead returns the column two ranks forward.
func twoAhead(side board.Colour, c column) columns {
	if side == board.White {
		return c.bit() << (2 * files)
	}
	return c.bit() >> (2 * files)
}

// crossed returns the column that a pawn has just gone over.
func crossed(pushed column, by board.Colour) column {
	if by == board.White {
		return pushed - files
	}
	return pushed + files
}

// path lists the columns strictly between two on a line, from the first on.
func path(from, to column) (way []column) {
	all := between(from, to)
	for c := from; all != 0; {
		c += step(from, to)
		way = append(way, c)
		all &^= c.bit()
	}
	return way
}

// step returns the difference of columns on the line from one to another.
func step(from, to column) column {
	sign := func(n int) int { return min(1, max(-1, n)) }
	return column(sign(to.file()-from.file()) + files*sign(to.rank()-from.rank()))
}

// attackers returns the pieces of a side that could capture in a column,
// looking through the given occupied columns. Levels do not matter (3.1), and
// nothing attacks its own column (3.9).
func attackers(p *board.Position, t *placement, c column, by board.Colour, occupied columns) (found board.Bitboard) {
	enemy := p.ByColour(by)
	queens := p.ByRole(board.Queen)
	var lines, diagonals columns
	if (p.ByRole(board.Rook)|queens)&enemy != 0 {
		lines = rookAttacks(c, occupied)
	}
	if (p.ByRole(board.Bishop)|queens)&enemy != 0 {
		diagonals = bishopAttacks(c, occupied)
	}
	// Few pieces stand where any could capture from, and of most columns none does.
	for near := t.squares(lines|diagonals|knightAttacks[c]|kingAttacks[c]) & enemy; near != 0; {
		s := near.Pop()
		var from columns
		switch p.Piece(s).Role() {
		case board.Rook:
			from = lines
		case board.Bishop:
			from = diagonals
		case board.Queen:
			from = lines | diagonals
		case board.Knight:
			from = knightAttacks[c]
		case board.King:
			from = kingAttacks[c]
		case board.Pawn:
			from = pawnAttacks[by.Other()&1][c]
		}
		if from.has(t.column[s&63]) {
			found |= s.Bit()
		}
	}
	return found
}

// inCheck reports whether any king of a side is attacked.
func inCheck(p *board.Position, side board.Colour) bool {
	t := placed(p)
	occupied := t.columns(p.Occupied())
	for kings := p.Pieces(side, board.King); kings != 0; {
		if attackers(p, t, t.column[kings.Pop()&63], side.Other(), occupied) != 0 {
			return true
		}
	}
	return false
}
