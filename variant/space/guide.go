package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Guide returns the part that speaks to people.
func (v *Rules) Guide() rules.Guide { return guide{v} }

type guide struct{ v *Rules }

// Zobrist computes the Zobrist hash of a position from nothing.
func (g guide) Zobrist(p *board.Position) uint64 { return zobrist(p) }

// SquareName returns the name of a square in a position, such as b3N; - if it
// is none.
func (g guide) SquareName(p *board.Position, s board.Square) string {
	if s >= board.NoSquare {
		return "-"
	}
	return nameOf(p, s).String()
}

// ParseSquare reads the name of a square that exists in a position, or its
// board and quadrant, such as QL3@q2.
func (g guide) ParseSquare(p *board.Position, text string) (board.Square, error) {
	t := &plain{input: notation.Clip(text), chars: capitalPins.Replace(text)}
	for i := range min(len(text), mostMove) {
		t.at = append(t.at, i)
	}
	s, err := t.spot(0)
	switch {
	case err != nil:
		return board.NoSquare, err
	case s.empty() || !s.full():
		return board.NoSquare, t.fail(s.end, "syntax.square.space", "a square is a file z-e, a rank 0-9 and a level, such as b3N or z0QL1", nil)
	case s.end < len(text):
		return board.NoSquare, t.fail(s.end, "syntax.square.end", "the square's name should end here", nil)
	}
	return t.square(p, &s)
}

// Class tells what sort of move a legal move is.
func (g guide) Class(p *board.Position, m board.Move) (c rules.Class) {
	switch m.Type() {
	case board.Step:
		if p.Piece(m.To()) != board.NoPiece {
			c |= rules.Capture
		} else if takesEnPassant(p, m) {
			c |= rules.Capture | rules.EnPassant
		}
	case board.CastleShort, board.CastleLong:
		return rules.Castling
	default:
		c |= rules.BoardMove
		if cornerPawn(p, m.From(), m.To()) != board.NoSquare {
			c |= rules.Promotion
		}
	}
	if m.Promotion() != board.NoRole {
		c |= rules.Promotion
	}
	return c
}

// takesEnPassant reports whether a piece's legal move takes en passant: a pawn
// leaves its file for an empty square.
func takesEnPassant(p *board.Position, m board.Move) bool {
	t := placed(p)
	return p.Piece(m.From()).Role() == board.Pawn && p.Piece(m.To()) == board.NoPiece &&
		t.column[m.From()].file() != t.column[m.To()].file()
}

// Ways returns the way of a legal move: its origin, the columns a rider
// crosses, its landing. Castling is the king's two squares, a board's way is
// its two pins.
func (g guide) Ways(p *board.Position, m board.Move) []rules.Way {
	touch := func(name string) rules.Touch { return rules.Touch{Copy: rules.Centre, Square: name} }
	if m.Type() >= board.BoardShift {
		return []rules.Way{{touch(pinName(m.From())), touch(pinName(m.To()))}}
	}
	way := rules.Way{touch(g.SquareName(p, m.From()))}
	if k := p.Piece(m.From()).Role(); k == board.Bishop || k == board.Rook || k == board.Queen {
		for _, c := range path(nameOf(p, m.From()).column, nameOf(p, m.To()).column) {
			way = append(way, touch(c.name()))
		}
	}
	return []rules.Way{append(way, touch(g.SquareName(p, m.To())))}
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
