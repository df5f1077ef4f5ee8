package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Codes for illegal moves that occur only in tri-dimensional games (7). They never change.
const (
	// CodeQuadrant reports a quadrant that contradicts the square in the same text.
	CodeQuadrant rules.Code = "quadrant"
	// CodeCastlingFirst reports castling as a side's first move.
	CodeCastlingFirst rules.Code = "castling-first-move"

	// CodeNoBoard reports a board move from a pin without a board.
	CodeNoBoard rules.Code = "no-board"
	// CodeNotYourBoard reports a move of a board that the other side controls.
	CodeNotYourBoard rules.Code = "not-your-board"
	// CodeCrowded reports a move of a board with more than one piece on it.
	CodeCrowded rules.Code = "crowded"
	// CodeNotAdjacent reports a board move between pins that are not adjacent.
	CodeNotAdjacent rules.Code = "not-adjacent"
	// CodeBackward reports a backward move of a board with a piece on it.
	CodeBackward rules.Code = "backward"
	// CodePinHeld reports a board move to an occupied pin.
	CodePinHeld rules.Code = "pin-held"
	// CodeBoardCapture reports a capture by a board.
	CodeBoardCapture rules.Code = "board-capture"
	// CodeRotation reports a rotation to an angle other than 0 or 180.
	CodeRotation rules.Code = "rotation"
	// CodeRotated reports a rotation to the angle that the board already has.
	CodeRotated rules.Code = "rotated-already"
	// CodeNoPassenger reports a move of a board with a piece that boards may not carry in the rule set.
	CodeNoPassenger rules.Code = "no-passenger"
	// CodeNoRotation reports a rotation in a rule set in which boards do not rotate.
	CodeNoRotation rules.Code = "no-rotation"
	// CodeShadow reports a board move to a place above or below a piece that casts a shadow.
	CodeShadow rules.Code = "shadow"
)

// look is a check with the codes that it may return.
type look struct {
	codes []rules.Code
	look  func(*candidate) *rules.IllegalMove
}

// These lists contain the checks in order. WhyIllegal reports the first reason found. The rule data contains
// the same order.
var (
	pieceLooks = []look{
		{[]rules.Code{rules.CodeEmpty, rules.CodeNotYourTurn, rules.CodeNowhere, rules.CodeUnreachable}, (*candidate).turn},
		{[]rules.Code{rules.CodeUnreachable, rules.CodeDoubleStep, rules.CodeBlocked, rules.CodeOwnPiece, rules.CodeNothingToCapture, rules.CodeEnPassant}, (*candidate).path},
		{[]rules.Code{rules.CodeNoPromotion, rules.CodePromotionRole}, (*candidate).promotion},
		{[]rules.Code{rules.CodeInCheck, rules.CodeKingAttacked}, (*candidate).safety},
		{[]rules.Code{rules.CodePromotionMissing}, (*candidate).promotionMissing},
	}
	castlingLooks = []look{
		{[]rules.Code{rules.CodeCastlingHome, rules.CodeCastlingRight, CodeCastlingFirst, rules.CodeCastlingBlocked, rules.CodeCastlingCheck}, (*candidate).castling},
		{[]rules.Code{rules.CodeCastlingLanding}, (*candidate).safety},
	}
	boardLooks = []look{
		{[]rules.Code{rules.CodeMalformed}, (*candidate).pinsExist},
		{[]rules.Code{CodeNoRotation}, (*candidate).rotation},
		{[]rules.Code{rules.CodeNowhere}, (*candidate).goesSomewhere},
		{[]rules.Code{CodeNotAdjacent}, (*candidate).neighbours},
		{[]rules.Code{CodeNoBoard, CodeCrowded, CodeNotYourBoard}, (*candidate).control},
		{[]rules.Code{CodeNoPassenger}, (*candidate).rides},
		{[]rules.Code{CodeBackward}, (*candidate).direction},
		{[]rules.Code{CodeRotated}, (*candidate).turnedAlready},
		{[]rules.Code{CodePinHeld}, (*candidate).free},
		{[]rules.Code{CodeShadow}, (*candidate).shadow},
		{[]rules.Code{rules.CodeNoPromotion, rules.CodePromotionRole}, (*candidate).choice},
		{[]rules.Code{rules.CodeInCheck, rules.CodeKingAttacked}, (*candidate).safety},
		{[]rules.Code{rules.CodePromotionMissing}, (*candidate).choiceMissing},
	}
)

// WhyIllegal returns the reason why a move is illegal, or nil if the move is legal. It checks in the order in
// which a person would: whose piece it is, whether the piece can move there, whether another piece is in the
// way, and finally whether the move leaves a king attacked.
func (g guide) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	t := geometry.Of(p)
	a := &candidate{g.v, p, t, m, t.Columns(p.Occupied())}
	looks := pieceLooks
	switch f := m.Type(); {
	case f > board.BoardTurn180 || !m.Chesslike() || m.Promotion() > board.King:
		return rules.Illegal("illegal.malformed.space", "this is neither a piece move nor a board move", nil)
	case f == board.CastleShort || f == board.CastleLong:
		looks = castlingLooks
	case f >= board.BoardShift:
		looks = boardLooks
	}
	for _, l := range looks {
		if no := l.look(a); no != nil {
			return no
		}
	}
	return nil
}

// turn checks that the piece belongs to the side to move and leaves its column.
func (a *candidate) turn() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	switch mover := a.p.Piece(from); {
	case mover == board.NoPiece:
		return rules.Illegal("illegal.empty-square", "there is no piece on {square}", message.Args{"square": a.name(from)})
	case mover.Colour() != a.p.Side:
		return rules.Illegal("illegal.not-your-turn",
			"the piece on {square} is a {piece}, and it is {side}'s turn", message.Args{"square": a.name(from), "piece": mover, "side": a.p.Side})
	case from == to:
		return rules.Illegal("illegal.nowhere", "the {role} is already on {square}", message.Args{"role": mover.Role(), "square": a.name(from)})
	case a.t.Column[from] == a.t.Column[to]:
		return rules.Illegal("illegal.unreachable.column",
			"{from} and {to} are in the same column, and no piece moves within its column", message.Args{"from": a.name(from), "to": a.name(to)})
	}
	return nil
}

// path checks whether the piece can reach its destination.
func (a *candidate) path() *rules.IllegalMove {
	from, to := a.t.Column[a.m.From()], a.t.Column[a.m.To()]
	k := a.p.Piece(a.m.From()).Role()
	if k == board.Pawn {
		return a.pawn(from, to)
	}
	if !geometry.Attacks(k, from, 0).Has(to) {
		return a.unreachable()
	}
	if k != board.Knight && k != board.King {
		for _, c := range geometry.Path(from, to) {
			if a.occupied.Has(c) {
				return a.blocked(c)
			}
		}
	}
	return a.ownPiece()
}

func (a *candidate) unreachable() *rules.IllegalMove {
	return rules.Illegal("illegal.unreachable", "a {role} on {from} cannot reach {to}", message.Args{
		"role": a.p.Piece(a.m.From()).Role(), "from": a.name(a.m.From()), "to": a.name(a.m.To()),
	})
}

// blocked returns the reason why a move is blocked by a piece in a column that it crosses, on any level (3.3).
func (a *candidate) blocked(c geometry.Column) *rules.IllegalMove {
	return rules.Illegal("illegal.blocked.column", "the {role}'s path from {from} to {to} is blocked in column {column} by {holder}", message.Args{
		"role": a.p.Piece(a.m.From()).Role(), "from": a.name(a.m.From()), "to": a.name(a.m.To()), "column": c.Name(),
		"holder": a.holder((a.t.Stack[c] & a.p.Occupied()).First()),
	})
}

// ownPiece checks that the destination has no friendly piece.
func (a *candidate) ownPiece() *rules.IllegalMove {
	if pc := a.p.Piece(a.m.To()); pc != board.NoPiece && pc.Colour() == a.p.Side {
		return rules.Illegal("illegal.own-piece", "{square} is occupied by your own {role}", message.Args{"square": a.name(a.m.To()), "role": pc.Role()})
	}
	return nil
}

// pawn checks the steps and captures of a pawn.
func (a *candidate) pawn(from, to geometry.Column) *rules.IllegalMove {
	side := a.p.Side & 1
	switch {
	case geometry.PawnStep[side][from].Has(to):
		return a.push()
	case geometry.TwoAhead(side, from).Has(to):
		if !geometry.Unmoved(a.p).Has(a.m.From()) {
			return rules.Illegal("illegal.double-step.moved",
				"the pawn on {square} cannot move two ranks: only a pawn that has never moved and was never carried by its board can", message.Args{"square": a.name(a.m.From())})
		}
		if over := geometry.Crossed(to, a.p.Side); a.occupied.Has(over) {
			return a.blocked(over)
		}
		return a.push()
	case geometry.PawnAttacks[side][from].Has(to):
		if a.p.Piece(a.m.To()) != board.NoPiece {
			return a.ownPiece()
		}
		return a.enPassant(to)
	}
	return a.unreachable()
}

// push checks that the destination of a pawn step is empty.
func (a *candidate) push() *rules.IllegalMove {
	if own := a.ownPiece(); own != nil {
		return own
	}
	if a.p.Piece(a.m.To()) != board.NoPiece {
		return rules.Illegal("illegal.blocked.pawn",
			"the pawn on {square} is blocked by {holder}", message.Args{"square": a.name(a.m.From()), "holder": a.holder(a.m.To())})
	}
	return nil
}

// enPassant checks a pawn capture onto an empty square in a column.
func (a *candidate) enPassant(over geometry.Column) *rules.IllegalMove {
	enemy := a.p.Side.Other()
	if ep := a.p.EnPassant(); ep != board.NoSquare && geometry.Crossed(a.t.Column[ep], enemy) == over {
		return nil
	}
	pawns := a.t.Squares(geometry.PawnStep[enemy&1][over]) & a.p.Pieces(enemy, board.Pawn)
	if pawns == 0 || a.occupied.Has(over) {
		return rules.Illegal("illegal.nothing-to-capture.pawn",
			"there is nothing for the pawn to capture on {square}", message.Args{"square": a.name(a.m.To())})
	}
	return rules.Illegal("illegal.en-passant.late-in-space",
		"the pawn on {square} cannot be taken en passant: only a pawn that has just moved two ranks can, and only if your king stays safe", message.Args{"square": a.name(pawns.First())})
}

// promotion checks the promotion role of a piece move.
func (a *candidate) promotion() *rules.IllegalMove {
	pawn := a.p.Piece(a.m.From()).Role() == board.Pawn
	last := a.t.Last[a.p.Side&1].Has(a.m.To())
	k := a.m.Promotion()
	switch {
	case !pawn && k != board.NoRole:
		return rules.Illegal("illegal.no-promotion.piece",
			"only a pawn promotes, and the piece on {square} is a {role}", message.Args{"square": a.name(a.m.From()), "role": a.p.Piece(a.m.From()).Role()})
	case !pawn:
		return nil
	case !last && k != board.NoRole:
		return rules.Illegal("illegal.no-promotion.furthest",
			"a pawn promotes only on the furthest rank of its file, and {square} is not on it", message.Args{"square": a.name(a.m.To())})
	case !last:
		return nil
	}
	return a.chosen()
}

// promotionMissing checks that a promotion has a role. It is the last check, because a missing role is reported only for
// a move that is otherwise legal. The role does not affect the safety of the mover's king.
func (a *candidate) promotionMissing() *rules.IllegalMove {
	if a.m.Promotion() != board.NoRole || !a.promotes() {
		return nil
	}
	return rules.Illegal("illegal.promotion-missing.pawn",
		"the pawn promotes on {square}: choose a queen, rook, bishop or knight", message.Args{"square": a.name(a.m.To())})
}

// safety plays a move that has passed the other checks, and checks whether the mover's kings are attacked
// afterwards.
func (a *candidate) safety() *rules.IllegalMove {
	m := a.m
	if m.Promotion() == board.NoRole { // the role has not been chosen yet
		m = board.NewMoveOfType(m.Type(), m.From(), m.To(), board.Queen)
		if !a.promotes() {
			m = a.m
		}
	}
	var next board.Position
	play(a.p, m, &next)
	enemy := a.p.Side.Other()
	t := geometry.Of(&next)
	occupied := t.Columns(next.Occupied())
	for kings := next.Pieces(a.p.Side, board.King); kings != 0; {
		king := kings.Pop()
		hits := geometry.Attackers(&next, t, t.Column[king], enemy, occupied)
		if hits == 0 {
			continue
		}
		threat := names(&next, hits)
		switch at := geometry.NameOf(&next, king); {
		case m.Type() == board.CastleShort || m.Type() == board.CastleLong:
			return rules.Illegal("illegal.castling-landing.square",
				"your king would castle to {square}, which is attacked by {attackers, and}", message.Args{"square": at.Square(), "attackers": threat})
		case a.inCheck(at, &next, hits):
			return rules.Illegal("illegal.in-check", "{kings, and}", message.Args{"kings": message.List{
				message.New("part.king.in-check",
					"your king on {square} is in check from {attackers, and}", message.Args{"square": at.Square(), "attackers": threat}),
			}})
		default:
			return rules.Illegal("illegal.king-attacked", "{kings, and}", message.Args{"kings": message.List{
				message.New("part.king.attacked",
					"your king on {square} would be attacked by {attackers, and}", message.Args{"square": at.Square(), "attackers": threat}),
			}})
		}
	}
	return nil
}

// promotes reports whether the move needs a promotion role.
func (a *candidate) promotes() bool {
	if a.m.Type() < board.BoardShift {
		return a.m.Type() == board.Step && a.p.Piece(a.m.From()).Role() == board.Pawn && a.t.Last[a.p.Side&1].Has(a.m.To())
	}
	return a.choiceOpen()
}

// inCheck reports whether a king that has not moved is attacked after the move by a piece that already
// attacked it before.
func (a *candidate) inCheck(king geometry.Name, next *board.Position, hits board.Bitboard) bool {
	s := geometry.SquareOf(a.p, king)
	if s == board.NoSquare || a.p.Piece(s) != board.NewPiece(a.p.Side, board.King) {
		return false
	}
	before := geometry.Attackers(a.p, a.t, king.Column, a.p.Side.Other(), a.occupied)
	for hits != 0 {
		if old := geometry.SquareOf(a.p, geometry.NameOf(next, hits.Pop())); old != board.NoSquare && before.Has(old) {
			return true
		}
	}
	return false
}
