package flat

import (
	"cmp"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// asked is a move somebody wants to play. Its methods each look at one part of
// the rules and return the first thing that forbids the move, or nil.
type asked struct {
	v        *Rules
	p        *board.Position
	m        board.Move
	from, to board.Square
	mover    board.Piece
}

// Refuse returns why a move cannot be played, nil if it can. It asks in the
// order in which a person would: whose piece, can it go there, is anything in
// the way, and only then whether a king is left attacked.
func (g guide) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	a := g.v.ask(p, m)
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

func (v *Rules) ask(p *board.Position, m board.Move) *asked {
	return &asked{v: v, p: p, m: m, from: m.From(), to: m.To(), mover: p.Piece(m.From())}
}

func no(code rules.Code, format string, a ...any) *rules.IllegalMove {
	return &rules.IllegalMove{Code: code, Msg: fmt.Sprintf(format, a...)}
}

// turn looks at whose piece it is.
func (a *asked) turn() *rules.IllegalMove {
	switch {
	case a.m.Form() != board.Step || a.m>>18 != 0 || a.m.Promotion() > board.King:
		return no(rules.CodeMalformed, "on this board a move leads a piece from one square to another, and this one does not")
	case a.mover == board.NoPiece:
		return no(rules.CodeEmpty, "there is no piece on %v", a.from)
	case a.mover.Colour() != a.p.Side:
		return no(rules.CodeNotYourTurn, "%v holds a %v, and it is %s's turn", a.from, a.mover, rules.SideName(a.p.Side))
	case a.from == a.to:
		return no(rules.CodeNowhere, "the %v stands on %v already", a.mover.Role(), a.from)
	}
	return nil
}

// path looks at whether the piece can go there.
func (a *asked) path() *rules.IllegalMove {
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
	var held []string
	for _, t := range tracks {
		s := t.obstacle(a.p)
		if s == board.NoSquare {
			return a.ownPiece()
		}
		by := "is blocked by " + a.holder(s)
		switch {
		case t.seam() && len(held) > 0: // the other way has been told of
			by = "over the seam by " + a.holder(s)
		case t.seam():
			by = "over the seam is blocked by " + a.holder(s)
		}
		held = append(held, by)
	}
	return no(rules.CodeBlocked, "the %v's way from %v to %v %s", a.mover.Role(), a.from, a.to, list(held, ", and "))
}

func (a *asked) unreachable() *rules.IllegalMove {
	return no(rules.CodeUnreachable, "a %v on %v cannot reach %v", a.mover.Role(), a.from, a.to)
}

// ownPiece refuses a landing on a piece of the mover's own side.
func (a *asked) ownPiece() *rules.IllegalMove {
	if pc := a.p.Piece(a.to); pc != board.NoPiece && pc.Colour() == a.p.Side {
		return no(rules.CodeOwnPiece, "%v is held by your own %v", a.to, pc.Role())
	}
	return nil
}

// holder names the piece that stands in the way on a square.
func (a *asked) holder(s board.Square) string {
	pc := a.p.Piece(s)
	if pc.Colour() == a.p.Side {
		return fmt.Sprintf("your %v on %v", pc.Role(), s)
	}
	return fmt.Sprintf("the %v on %v", pc, s)
}

// pawn looks at the steps and captures of a pawn.
func (a *asked) pawn() *rules.IllegalMove {
	g, side := a.v.Topology, a.p.Side
	ahead := g.Ahead(side, a.from)
	switch {
	case a.to == ahead:
		return a.push(1, ahead)
	case ahead != board.NoSquare && a.to == g.Ahead(side, ahead):
		return a.push(2, ahead)
	case g.Pawn[side&1][a.from&63].Has(a.to):
		if a.p.Piece(a.to) != board.NoPiece {
			return a.ownPiece()
		}
		if no, tried := a.enPassant(a.to); tried {
			return no
		}
		return no(rules.CodeNothingToCapture, "there is nothing for the pawn to capture on %v", a.to)
	case a.v.SeamHome:
		if crossed := g.Behind(side, a.to); crossed != board.NoSquare && g.Pawn[side&1][a.from&63].Has(crossed) && g.OverSeam(a.from, crossed) {
			if no, tried := a.enPassant(crossed); tried {
				return no
			}
		}
	}
	return a.unreachable()
}

// push looks at a pawn's one or two steps ahead.
func (a *asked) push(ranks int, ahead board.Square) *rules.IllegalMove {
	if ranks == 2 {
		if home := 1 + 5*int(a.p.Side&1); a.from.Rank() != home {
			return no(rules.CodeDoubleStep, "a pawn goes two squares only from rank %d, and this one stands on %v", home+1, a.from)
		}
		if a.p.Piece(ahead) != board.NoPiece {
			return no(rules.CodeBlocked, "the pawn on %v is blocked by %s", a.from, a.holder(ahead))
		}
	}
	if own := a.ownPiece(); own != nil {
		return own
	}
	if a.p.Piece(a.to) != board.NoPiece {
		return no(rules.CodeBlocked, "the pawn on %v is blocked by %s", a.from, a.holder(a.to))
	}
	return nil
}

// enPassant looks at the capture of a pawn that may have crossed a square. It
// was not tried if no pawn can have done so.
func (a *asked) enPassant(crossed board.Square) (refusal *rules.IllegalMove, tried bool) {
	side := a.p.Side
	if crossed.Rank() != 5-3*int(side&1) {
		return nil, false
	}
	pawn, home := a.v.victim(crossed, side), a.v.home(crossed, side)
	if a.p.Piece(pawn) != board.NewPiece(side.Other(), board.Pawn) ||
		a.p.Piece(crossed) != board.NoPiece || a.p.Piece(home) != board.NoPiece {
		return nil, false
	}
	had := *a.p // the position if the pawn had just gone two squares
	had.SetEnPassant(crossed)
	capture := a.v.enPassant(a.from, &had)
	switch {
	case a.p.EnPassant() != crossed:
		// A right that no capture could use is not kept, so it may be the king
		// that forbids this.
		if unsafe := a.v.ask(&had, capture).safety(); unsafe != nil {
			return unsafe, true
		}
		return no(rules.CodeEnPassant, "the pawn on %v cannot be taken en passant: only a pawn that has just gone two squares can", pawn), true
	case a.to != capture.To():
		return no(rules.CodeEnPassantLanding, "over the seam en passant lands on %v, not %v", capture.To(), a.to), true
	}
	return nil, true
}

// promotion looks at what a pawn is to become.
func (a *asked) promotion() *rules.IllegalMove {
	kind := a.m.Promotion()
	switch {
	case a.mover.Role() != board.Pawn && kind != board.NoRole:
		return no(rules.CodeNoPromotion, "only a pawn is promoted, and %v holds a %v", a.from, a.mover.Role())
	case a.mover.Role() != board.Pawn:
		return nil
	case !lastRows.Has(a.to) && kind != board.NoRole:
		return no(rules.CodeNoPromotion, "a pawn is promoted only on the last rank, and %v is not on it", a.to)
	case !lastRows.Has(a.to):
		return nil
	case kind == board.Pawn || kind == board.King:
		return no(rules.CodePromotionKind, "a pawn becomes a queen, a rook, a bishop or a knight, not a %v", kind)
	case kind != board.NoRole:
		return nil
	}
	// The choice is worth asking for only if one of them can be played.
	var unsafe *rules.IllegalMove
	for _, k := range promotions {
		threat := a.v.ask(a.p, board.NewMove(a.from, a.to, k)).safety()
		if threat == nil {
			return no(rules.CodePromotionMissing, "the pawn is promoted on %v: say whether to a queen, a rook, a bishop or a knight", a.to)
		}
		unsafe = cmp.Or(unsafe, threat)
	}
	return unsafe
}
