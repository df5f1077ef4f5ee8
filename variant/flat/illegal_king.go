package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// candidate is a move to check. Each checking method covers a part of the rules and returns the first reason
// why the move is illegal, or nil.
type candidate struct {
	v        *Rules
	p        *board.Position
	m        board.Move
	from, to board.Square
	mover    board.Piece
}

func (v *Rules) candidate(p *board.Position, m board.Move) *candidate {
	return &candidate{v: v, p: p, m: m, from: m.From(), to: m.To(), mover: p.Piece(m.From())}
}

// holder describes the piece that blocks a square.
func (a *candidate) holder(s board.Square) message.Message {
	pc := a.p.Piece(s)
	if pc.Colour() == a.p.Side {
		return message.New("part.holder.own", "your {role} on {square}", message.Args{"role": pc.Role(), "square": s})
	}
	return message.New("part.holder.other", "the {piece} on {square}", message.Args{"piece": pc, "square": s})
}

// unusual returns the castling move if the king moves onto its own rook, otherwise false.
func (a *candidate) unusual() (castleFrom, bool) {
	if a.mover.Role() == board.King && !a.p.UsualHomes() {
		for wing, right := range castlingRights[a.p.Side&1] {
			if a.p.Castling()&right != 0 {
				if c := castleAt(a.p, a.p.Side, wing); c.unusual && c.king == a.from && c.rook == a.to {
					return c, true
				}
			}
		}
	}
	return castleFrom{}, false
}

// castlingFrom checks every condition of Chess960 castling except attacks on the king's destination.
func (a *candidate) castlingFrom(c *castleFrom, wing string) *rules.IllegalMove {
	if held := c.empty & a.p.Occupied(); held != 0 {
		return rules.Illegal("illegal.castling-blocked",
			"{wing, select, king {kingside} other {queenside}} castling is blocked by {holder}", message.Args{"wing": wing, "holder": a.holder(held.First())})
	}
	return a.castlingThrough(c.path &^ c.landing.Bit())
}

// safety plays a move that has passed the other checks, and checks whether the mover's kings are attacked
// afterwards.
func (a *candidate) safety() *rules.IllegalMove {
	var next board.Position
	a.v.play(a.p, a.m, &next)
	enemy := a.p.Side.Other()
	var checks, threats message.List
	for kings := next.Pieces(a.p.Side, board.King); kings != 0; {
		king := kings.Pop()
		hits := a.v.Attackers(&next, king, enemy, next.Occupied())
		if hits == 0 {
			continue
		}
		if old := a.unanswered(king, hits); old != 0 {
			checks = append(checks, message.New("part.king.in-check",
				"your king on {square} is in check from {attackers, and}", message.Args{"square": king, "attackers": a.attackers(a.p, king, old)}))
		}
		threats = append(threats, a.threat(&next, king, hits))
	}
	switch {
	case len(threats) == 0:
		return nil
	case len(checks) > 0:
		return rules.Illegal("illegal.in-check", "{kings, and}", message.Args{"kings": checks})
	case a.castles():
		return rules.Illegal("illegal.castling-landing", "{kings, and}", message.Args{"kings": threats})
	}
	return rules.Illegal("illegal.king-attacked", "{kings, and}", message.Args{"kings": threats})
}

// unanswered returns the attackers of the king after the move that already attacked it, on the same square,
// before the move.
func (a *candidate) unanswered(king board.Square, hits board.Bitboard) board.Bitboard {
	if a.p.Piece(king) != board.NewPiece(a.p.Side, board.King) {
		return 0
	}
	return hits & a.v.Attackers(a.p, king, a.p.Side.Other(), a.p.Occupied())
}

// threat describes the pieces that would attack a king after the move.
func (a *candidate) threat(next *board.Position, king board.Square, hits board.Bitboard) message.Message {
	first := hits.First()
	switch {
	case a.mover.Role() == board.King && a.v.Reflected(a.to) == king && next.Piece(a.to) == board.NoPiece:
		return message.New("part.king.goes-on",
			"your king would go on to {square} and be attacked there by {attackers, and}", message.Args{"square": king, "attackers": a.attackers(next, king, hits)})
	case a.appeared(next, king) && king != a.to && !a.castles(): // the move spawned the king
		return message.New("part.king.made",
			"your new king on {square} would be attacked by {attackers, and}", message.Args{"square": king, "attackers": a.attackers(next, king, hits)})
	case !hits.Many() && a.appeared(next, first):
		return message.New("part.king.appearing",
			"the {piece} that would appear on {square} would attack your king on {king}", message.Args{"piece": next.Piece(first), "square": first, "king": king})
	}
	return message.New("part.king.attacked",
		"your king on {square} would be attacked by {attackers, and}", message.Args{"square": king, "attackers": a.attackers(next, king, hits)})
}

// appeared reports whether the move has changed the piece on a square.
func (a *candidate) appeared(next *board.Position, s board.Square) bool {
	return a.p.Piece(s) != next.Piece(s)
}

// attackers describes the enemy pieces on the squares hits, which attack a square in the position p.
func (a *candidate) attackers(p *board.Position, target board.Square, hits board.Bitboard) message.List {
	plane := Rules{Topology: topology.Plane}
	direct := plane.Attackers(p, target, a.p.Side.Other(), p.Occupied())
	var names message.List
	for hits != 0 {
		s := hits.Pop()
		names = append(names, message.New("part.attacker",
			"the {role} {appears, select, true {that would appear on} other {on}} {square}{seam, select, true { over the seam} other {}}", message.Args{
				"role": p.Piece(s).Role(), "square": s, "appears": a.appeared(p, s), "seam": !direct.Has(s),
			}))
	}
	return names
}

// castles reports whether the move can only be castling. The king moves two squares along its first rank or,
// in Chess960, onto its castling rook.
func (a *candidate) castles() bool {
	if _, ok := a.unusual(); ok {
		return true
	}
	files := a.to.File() - a.from.File()
	return a.mover.Role() == board.King && (files == 2 || files == -2) &&
		a.from.Rank() == a.to.Rank() && a.from.Rank() == 7*int(a.p.Side&1)
}

// castling checks every condition of castling except attacks on the king's destination.
func (a *candidate) castling() *rules.IllegalMove {
	c, wing := &castles[a.p.Side&1][0], "king"
	if a.to < a.from {
		c, wing = &castles[a.p.Side&1][1], "queen"
	}
	if from, ok := a.unusual(); ok {
		return a.castlingFrom(&from, wing)
	}
	occupied := a.p.Occupied()
	switch {
	case !a.v.Details.Castling:
		return rules.Illegal("illegal.no-castling", "there is no castling in this game", nil)
	case a.from != c.king:
		return rules.Illegal("illegal.castling-home.elsewhere",
			"castling starts with the king on {home}, but this king is on {square}", message.Args{"home": c.king, "square": a.from})
	case a.p.Piece(c.rook) != board.NewPiece(a.p.Side, board.Rook):
		return rules.Illegal("illegal.castling-home.rook",
			"{wing, select, king {kingside} other {queenside}} castling needs your rook on {square}", message.Args{"wing": wing, "square": c.rook})
	case a.p.Castling()&c.right == 0:
		return rules.Illegal("illegal.castling-right",
			"the right to castle {wing, select, king {kingside} other {queenside}} is lost", message.Args{"wing": wing})
	}
	for _, s := range []board.Square{c.crossed, c.landing, (c.rook + c.landing) / 2} {
		if (c.empty & occupied).Has(s) {
			return rules.Illegal("illegal.castling-blocked",
				"{wing, select, king {kingside} other {queenside}} castling is blocked by {holder}", message.Args{"wing": wing, "holder": a.holder(s)})
		}
	}
	return a.castlingThrough(c.crossed.Bit())
}

// castlingThrough checks that the mover is not in check and that no crossed square is attacked.
func (a *candidate) castlingThrough(crossed board.Bitboard) *rules.IllegalMove {
	enemy, occupied := a.p.Side.Other(), a.p.Occupied()
	for kings := a.p.Pieces(a.p.Side, board.King); kings != 0; {
		king := kings.Pop()
		if hits := a.v.Attackers(a.p, king, enemy, occupied); hits != 0 {
			return rules.Illegal("illegal.castling-check",
				"you cannot castle out of check: your king on {square} is attacked by {attackers, and}", message.Args{"square": king, "attackers": a.attackers(a.p, king, hits)})
		}
	}
	if s := a.v.attacked(a.p, crossed, occupied); s != board.NoSquare {
		hits := a.v.Attackers(a.p, s, enemy, occupied)
		return rules.Illegal("illegal.castling-crossed",
			"the king cannot castle across {square}, which is attacked by {attackers, and}", message.Args{"square": s, "attackers": a.attackers(a.p, s, hits)})
	}
	return nil
}
