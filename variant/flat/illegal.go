package flat

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// WhyIllegal returns the reason why a move is illegal, or nil if the move is legal. It checks in the order in
// which a person would: whose piece it is, whether the piece can move there, whether another piece is in the
// way, and finally whether the move leaves a king attacked.
func (g guide) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	a := g.v.candidate(p, m)
	if no := a.turn(); no != nil {
		return no
	}
	if no := a.path(); no != nil {
		return no
	}
	if no := a.promotion(); no != nil {
		return no
	}
	return a.safety()
}

// turn checks that the move is well formed and that the piece belongs to the side to move.
func (a *candidate) turn() *rules.IllegalMove {
	switch {
	case a.m.Type() != board.Step || !a.m.Chesslike() || a.m.Promotion() > board.King:
		return rules.Illegal("illegal.malformed.flat", "on this board a move takes a piece from one square to another; this one does not", nil)
	case a.mover == board.NoPiece:
		return rules.Illegal("illegal.empty-square", "there is no piece on {square}", message.Args{"square": a.from})
	case a.mover.Colour() != a.p.Side:
		return rules.Illegal("illegal.not-your-turn",
			"the piece on {square} is a {piece}, and it is {side}'s turn", message.Args{"square": a.from, "piece": a.mover, "side": a.p.Side})
	case a.from == a.to:
		return rules.Illegal("illegal.nowhere", "the {role} is already on {square}", message.Args{"role": a.mover.Role(), "square": a.from})
	}
	return nil
}

// path checks whether the piece can reach its destination.
func (a *candidate) path() *rules.IllegalMove {
	switch {
	case a.mover.Role() == board.Pawn:
		return a.pawn()
	case a.castles():
		return a.castling()
	}
	tracks := a.v.tracks(a.mover.Role(), a.from, a.to)
	if len(tracks) == 0 {
		return a.unreachable()
	}
	var held message.List
	for _, t := range tracks {
		s := t.obstacle(a.p)
		if s == board.NoSquare {
			return a.ownPiece()
		}
		switch {
		case t.seam() && len(held) > 0: // the message already mentions the direct way
			held = append(held, message.New("part.way.also-seam", "over the seam by {holder}", message.Args{"holder": a.holder(s)}))
		case t.seam():
			held = append(held, message.New("part.way.seam", "over the seam is blocked by {holder}", message.Args{"holder": a.holder(s)}))
		default:
			held = append(held, message.New("part.way.plain", "is blocked by {holder}", message.Args{"holder": a.holder(s)}))
		}
	}
	if a.detour() {
		held = append(held, message.New("part.way.closed", "{role, many} may not cross the seam in this game", message.Args{"role": a.mover.Role()}))
	}
	return rules.Illegal("illegal.blocked.ways",
		"the {role}'s path from {from} to {to} {ways, clauses}", message.Args{"role": a.mover.Role(), "from": a.from, "to": a.to, "ways": held})
}

// unreachable returns the reason for a move that the piece could not make even on an empty board. The reason
// is the seam if the role could make the move by crossing it.
func (a *candidate) unreachable() *rules.IllegalMove {
	if a.v.closed(a.mover, a.from, a.to) {
		return rules.Illegal("illegal.seam-closed", "{role, many} may not cross the seam in this game", message.Args{"role": a.mover.Role()})
	}
	return rules.Illegal("illegal.unreachable", "a {role} on {from} cannot reach {to}", message.Args{"role": a.mover.Role(), "from": a.from, "to": a.to})
}

// ownPiece checks that the destination has no friendly piece.
func (a *candidate) ownPiece() *rules.IllegalMove {
	if pc := a.p.Piece(a.to); pc != board.NoPiece && pc.Colour() == a.p.Side {
		return rules.Illegal("illegal.own-piece", "{square} is occupied by your own {role}", message.Args{"square": a.to, "role": pc.Role()})
	}
	return nil
}

// pawn checks the pushes and captures of a pawn.
func (a *candidate) pawn() *rules.IllegalMove {
	g, side := a.v.Topology, a.p.Side
	ahead := topology.Ahead(side, a.from)
	switch {
	case a.to == ahead:
		return a.push(1, ahead)
	case ahead != board.NoSquare && a.to == topology.Ahead(side, ahead):
		return a.push(2, ahead)
	case g.Pawn[side&1][a.from&63].Has(a.to):
		if a.p.Piece(a.to) != board.NoPiece {
			return a.ownPiece()
		}
		if no, tried := a.enPassant(a.to); tried {
			return no
		}
		return rules.Illegal("illegal.nothing-to-capture.pawn", "there is nothing for the pawn to capture on {square}", message.Args{"square": a.to})
	case a.v.SeamHome:
		if crossed := topology.Behind(side, a.to); crossed != board.NoSquare && g.Pawn[side&1][a.from&63].Has(crossed) && g.OverSeam(a.from, crossed) {
			if no, tried := a.enPassant(crossed); tried {
				return no
			}
		}
	}
	return a.unreachable()
}

// push checks a pawn's single or double push.
func (a *candidate) push(ranks int, ahead board.Square) *rules.IllegalMove {
	if ranks == 2 {
		if a.v.NoDoublePush {
			return rules.Illegal("illegal.double-step.none", "pawns move one square at a time in this game", nil)
		}
		if home := 1 + 5*int(a.p.Side&1); a.from.Rank() != home {
			return rules.Illegal("illegal.double-step.rank",
				"a pawn moves two squares only from rank {rank}, but this one is on {square}", message.Args{"rank": home + 1, "square": a.from})
		}
		if a.p.Piece(ahead) != board.NoPiece {
			return rules.Illegal("illegal.blocked.pawn",
				"the pawn on {square} is blocked by {holder}", message.Args{"square": a.from, "holder": a.holder(ahead)})
		}
	}
	if own := a.ownPiece(); own != nil {
		return own
	}
	if a.p.Piece(a.to) != board.NoPiece {
		return rules.Illegal("illegal.blocked.pawn",
			"the pawn on {square} is blocked by {holder}", message.Args{"square": a.from, "holder": a.holder(a.to)})
	}
	return nil
}

// enPassant checks an en passant capture of the pawn that crossed a square. It returns false if no pawn can
// have crossed the square.
func (a *candidate) enPassant(crossed board.Square) (why *rules.IllegalMove, tried bool) {
	side := a.p.Side
	if crossed.Rank() != 5-3*int(side&1) {
		return nil, false
	}
	pawn, home := a.v.victim(crossed, side), a.v.home(crossed, side)
	if a.p.Piece(pawn) != board.NewPiece(side.Other(), board.Pawn) ||
		a.p.Piece(crossed) != board.NoPiece || a.p.Piece(home) != board.NoPiece {
		return nil, false
	}
	had := *a.p // the position in which the pawn has just made a double push
	had.SetEnPassant(crossed)
	capture := a.v.enPassant(a.from, &had)
	switch {
	case a.v.NoDoublePush:
		return rules.Illegal("illegal.en-passant.no-double-step", "there is no en passant in this game: pawns move one square at a time", nil), true
	case a.p.EnPassant() != crossed:
		// A position does not store an en passant right without a legal capture, so the reason may be an
		// attacked king.
		if unsafe := a.v.candidate(&had, capture).safety(); unsafe != nil {
			return unsafe, true
		}
		return rules.Illegal("illegal.en-passant.late",
			"the pawn on {square} cannot be taken en passant: only a pawn that has just moved two squares can", message.Args{"square": pawn}), true
	case a.to != capture.To():
		return rules.Illegal("illegal.en-passant-landing",
			"en passant over the seam lands on {landing}, not {square}", message.Args{"landing": capture.To(), "square": a.to}), true
	}
	return nil, true
}

// promotion checks the promotion role.
func (a *candidate) promotion() *rules.IllegalMove {
	role := a.m.Promotion()
	switch {
	case a.mover.Role() != board.Pawn && role != board.NoRole:
		return rules.Illegal("illegal.no-promotion.piece",
			"only a pawn promotes, and the piece on {square} is a {role}", message.Args{"square": a.from, "role": a.mover.Role()})
	case a.mover.Role() != board.Pawn:
		return nil
	case !lastRows.Has(a.to) && role != board.NoRole:
		return rules.Illegal("illegal.no-promotion.rank",
			"a pawn promotes only on the last rank, and {square} is not on it", message.Args{"square": a.to})
	case !lastRows.Has(a.to):
		return nil
	case role != board.NoRole && a.v.MayBecome(role):
		return nil
	case role != board.NoRole && a.v.usual():
		return rules.Illegal("illegal.promotion-kind", "a pawn promotes to a queen, rook, bishop or knight, not a {role}", message.Args{"role": role})
	case role != board.NoRole:
		return rules.Illegal("illegal.promotion-kind.among",
			"in this game a pawn promotes to {roles, or}, not a {role}", message.Args{"role": role, "roles": a.choice()})
	}
	// Report a missing role only if at least one promotion is legal.
	var unsafe *rules.IllegalMove
	for _, k := range a.v.promotes {
		threat := a.v.candidate(a.p, board.NewMove(a.from, a.to, k)).safety()
		switch {
		case threat == nil && a.v.usual():
			return rules.Illegal("illegal.promotion-missing.pawn",
				"the pawn promotes on {square}: choose a queen, rook, bishop or knight", message.Args{"square": a.to})
		case threat == nil:
			return rules.Illegal("illegal.promotion-missing.among",
				"the pawn promotes on {square}: choose {roles, or}", message.Args{"square": a.to, "roles": a.choice()})
		}
		unsafe = cmp.Or(unsafe, threat)
	}
	return unsafe
}

// usual reports whether pawns promote to the same roles as in orthodox chess.
func (v *Rules) usual() bool { return slices.Equal(v.promotes, orthodox[:]) }

// choice returns the roles to which a pawn may promote.
func (a *candidate) choice() (roles message.List) {
	for _, k := range a.v.promotes {
		roles = append(roles, message.New("part.a-piece", "a {role}", message.Args{"role": k}))
	}
	return roles
}

// opened returns a topology in which every role crosses the seam. It returns nil if there is no seam or the
// given role already crosses it.
func (v *Rules) opened(k board.Role) *topology.Topology {
	c, crosses := v.Topology.Crossing()
	if c == topology.NoCrossing || crosses[k] {
		return nil
	}
	return topology.Seam(c, [8]bool{false, true, true, true, true, true, true})
}

// closed reports whether a piece could reach a square if its role were allowed to cross the seam.
func (v *Rules) closed(pc board.Piece, from, to board.Square) bool {
	switch g := v.opened(pc.Role()); {
	case g == nil:
		return false
	case pc.Role() == board.Pawn:
		return g.Pawn[pc.Colour()&1][from&63].Has(to)
	default:
		return g.Attacks(pc.Role(), from, 0).Has(to)
	}
}

// detour reports whether a blocked slider could reach its destination over the seam if its role were allowed
// to cross it.
func (a *candidate) detour() bool {
	g := a.v.opened(a.mover.Role())
	if g == nil {
		return false
	}
	all := Rules{Topology: g}
	return slices.ContainsFunc(all.tracks(a.mover.Role(), a.from, a.to), func(t track) bool {
		return t.seam() && t.obstacle(a.p) == board.NoSquare
	})
}
