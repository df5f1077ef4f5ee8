package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
	"github.com/tainchess/tain/variant/space/text"
)

// Guide returns the part of the rule set that handles text.
func (v *Rules) Guide() rules.Guide { return guide{text.Space{Rules: v}, v} }

// guide implements rules.Guide. The embedded text.Space parses and formats text. The other methods return the
// class and the way of a move, and the reason why it is illegal.
type guide struct {
	text.Space
	v *Rules
}

// Zobrist computes the Zobrist hash of a position from scratch.
func (g guide) Zobrist(p *board.Position) uint64 { return geometry.Zobrist(p) }

// Class classifies a legal move.
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

// takesEnPassant reports whether a legal move captures en passant. It does if a pawn leaves its file for an
// empty square.
func takesEnPassant(p *board.Position, m board.Move) bool {
	t := geometry.Of(p)
	return p.Piece(m.From()).Role() == board.Pawn && p.Piece(m.To()) == board.NoPiece &&
		t.Column[m.From()].File() != t.Column[m.To()].File()
}

// Ways returns the only way of a legal move: its origin, the columns that a slider crosses, and its landing
// square. The way of castling contains the king's two squares, and the way of a board move contains its two
// pins.
func (g guide) Ways(p *board.Position, m board.Move) []rules.Way {
	touch := func(name string) rules.Touch { return rules.Touch{Copy: rules.Centre, Square: name} }
	if m.Type() >= board.BoardShift {
		return []rules.Way{{touch(geometry.PinName(m.From())), touch(geometry.PinName(m.To()))}}
	}
	way := rules.Way{touch(g.SquareName(p, m.From()))}
	if k := p.Piece(m.From()).Role(); k == board.Bishop || k == board.Rook || k == board.Queen {
		for _, c := range geometry.Path(geometry.NameOf(p, m.From()).Column, geometry.NameOf(p, m.To()).Column) {
			way = append(way, touch(c.Name()))
		}
	}
	return []rules.Way{append(way, touch(g.SquareName(p, m.To())))}
}
