package flat

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// safety plays a move that is otherwise in order and looks at the mover's
// kings.
func (a *asked) safety() *rules.IllegalMove {
	var next board.Position
	a.v.play(a.p, a.m, &next)
	enemy := a.p.Side.Other()
	var checks, threats []string
	for kings := next.Pieces(a.p.Side, board.King); kings != 0; {
		king := kings.Pop()
		hits := a.v.Attackers(&next, king, enemy, next.Occupied())
		if hits == 0 {
			continue
		}
		if old := a.unanswered(king, hits); old != 0 {
			checks = append(checks, fmt.Sprintf("your king on %v is in check from %s", king, a.attackers(a.p, king, old)))
		}
		threats = append(threats, a.threat(&next, king, hits))
	}
	switch {
	case len(threats) == 0:
		return nil
	case len(checks) > 0:
		return no(rules.CodeInCheck, "%s", list(checks, " and "))
	case a.castles():
		return no(rules.CodeCastlingLanding, "%s", list(threats, " and "))
	}
	return no(rules.CodeKingAttacked, "%s", list(threats, " and "))
}

// unanswered returns those of the pieces attacking a king after the move that
// attacked it on the same square before.
func (a *asked) unanswered(king board.Square, hits board.Bitboard) board.Bitboard {
	if a.p.Piece(king) != board.NewPiece(a.p.Side, board.King) {
		return 0
	}
	return hits & a.v.Attackers(a.p, king, a.p.Side.Other(), a.p.Occupied())
}

// threat says who would attack a king after the move.
func (a *asked) threat(next *board.Position, king board.Square, hits board.Bitboard) string {
	first := hits.First()
	switch {
	case a.mover.Role() == board.King && king == a.v.Topology.Mirror(a.to) && next.Piece(a.to) == board.NoPiece:
		return fmt.Sprintf("your king would go on to %v and be attacked there by %s", king, a.attackers(next, king, hits))
	case !hits.Many() && a.appeared(next, first):
		return fmt.Sprintf("the %v that would appear on %v would attack your king on %v", next.Piece(first), first, king)
	}
	return fmt.Sprintf("your king on %v would be attacked by %s", king, a.attackers(next, king, hits))
}

// appeared reports whether the enemy's piece on a square is there only because
// of the move.
func (a *asked) appeared(next *board.Position, s board.Square) bool {
	return a.p.Piece(s) != next.Piece(s)
}

// attackers names the pieces that attack a king, or another square, of the
// side to move in a position before the move or after it.
func (a *asked) attackers(p *board.Position, target board.Square, hits board.Bitboard) string {
	plane := Rules{Topology: topology.Plane}
	direct := plane.Attackers(p, target, a.p.Side.Other(), p.Occupied())
	var names []string
	for hits != 0 {
		s := hits.Pop()
		name := fmt.Sprintf("the %v on %v", p.Piece(s).Role(), s)
		if a.appeared(p, s) {
			name = fmt.Sprintf("the %v that would appear on %v", p.Piece(s).Role(), s)
		}
		if !direct.Has(s) {
			name += " over the seam"
		}
		names = append(names, name)
	}
	return list(names, " and ")
}

// castles reports whether the move can only be meant as castling: a king's two
// steps along its own first rank.
func (a *asked) castles() bool {
	files := a.to.File() - a.from.File()
	return a.mover.Role() == board.King && (files == 2 || files == -2) &&
		a.from.Rank() == a.to.Rank() && a.from.Rank() == 7*int(a.p.Side&1)
}

// castling looks at every condition but the king's safety at the end.
func (a *asked) castling() *rules.IllegalMove {
	c, wing := &castles[a.p.Side&1][0], "king's side"
	if a.to < a.from {
		c, wing = &castles[a.p.Side&1][1], "queen's side"
	}
	enemy, occupied := a.p.Side.Other(), a.p.Occupied()
	switch {
	case !a.v.Details.Castling:
		return no(rules.CodeNoCastling, "there is no castling in this game")
	case a.from != c.king:
		return no(rules.CodeCastlingHome, "castling starts with the king on %v, and this one stands on %v", c.king, a.from)
	case a.p.Piece(c.rook) != board.NewPiece(a.p.Side, board.Rook):
		return no(rules.CodeCastlingHome, "castling on the %s needs your rook on %v", wing, c.rook)
	case a.p.Castling()&c.right == 0:
		return no(rules.CodeCastlingRight, "the right to castle on the %s is gone", wing)
	}
	for _, s := range []board.Square{c.crossed, c.landing, (c.rook + c.landing) / 2} {
		if (c.empty & occupied).Has(s) {
			return no(rules.CodeCastlingBlocked, "castling on the %s is blocked by %s", wing, a.holder(s))
		}
	}
	for kings := a.p.Pieces(a.p.Side, board.King); kings != 0; {
		king := kings.Pop()
		if hits := a.v.Attackers(a.p, king, enemy, occupied); hits != 0 {
			return no(rules.CodeCastlingCheck, "you may not castle out of check: your king on %v is attacked by %s",
				king, a.attackers(a.p, king, hits))
		}
	}
	if hits := a.v.Attackers(a.p, c.crossed, enemy, occupied); hits != 0 {
		return no(rules.CodeCastlingCrossed, "the king may not castle across %v, which is attacked by %s",
			c.crossed, a.attackers(a.p, c.crossed, hits))
	}
	return nil
}

// list joins items with commas and a last word.
func list(items []string, last string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + last + items[n-1]
}
