package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// castling checks every condition of castling except attacks on the king's destination (3.8).
func (a *candidate) castling() *rules.IllegalMove {
	side := a.p.Side
	c := &a.t.Castle[side&1]
	home, m, wing := geometry.CastlingHomes[2*side], c.Short(), "king"
	if a.m.Type() == board.CastleLong {
		home, m, wing = geometry.CastlingHomes[2*side+1], c.Long(), "queen"
	}
	if a.m != m {
		return rules.Illegal("illegal.malformed.castling", "a castling move gives only the king's squares", nil)
	}
	king, rook := geometry.SquareOf(a.p, home.King), geometry.SquareOf(a.p, home.Rook)
	switch {
	case king == board.NoSquare || a.p.Piece(king) != board.NewPiece(side, board.King):
		return rules.Illegal("illegal.castling-home.king", "castling needs your king on {square}", message.Args{"square": home.King.Square()})
	case rook == board.NoSquare || a.p.Piece(rook) != board.NewPiece(side, board.Rook):
		return rules.Illegal("illegal.castling-home.rook",
			"{wing, select, king {kingside} other {queenside}} castling needs your rook on {square}", message.Args{"wing": wing, "square": home.Rook.Square()})
	case a.p.Castling()&home.Right == 0:
		return rules.Illegal("illegal.castling-right.carried",
			"the right to castle {wing, select, king {kingside} other {queenside}} is lost: the king or the rook has moved or was carried by its board", message.Args{"wing": wing})
	case a.p.FullmoveNumber <= 1:
		return rules.Illegal("illegal.castling-first-move", "castling cannot be a side's first move", nil)
	case a.m.Type() == board.CastleLong && a.p.Piece(c.LongKing) != board.NoPiece:
		return rules.Illegal("illegal.castling-blocked",
			"{wing, select, king {kingside} other {queenside}} castling is blocked by {holder}", message.Args{"wing": "queen", "holder": a.holder(c.LongKing)})
	}
	if hits := geometry.Attackers(a.p, a.t, a.t.Column[king], side.Other(), a.occupied); hits != 0 {
		return rules.Illegal("illegal.castling-check",
			"you cannot castle out of check: your king on {square} is attacked by {attackers, and}", message.Args{"square": home.King.Square(), "attackers": names(a.p, hits)})
	}
	return nil
}

// pinsExist checks that a board move names existing pins.
func (a *candidate) pinsExist() *rules.IllegalMove {
	if a.m.From() >= geometry.PinCount || a.m.To() >= geometry.PinCount {
		return rules.Illegal("illegal.malformed.pin", "this board move gives an unknown pin", nil)
	}
	return nil
}

// rotation checks that boards can rotate in this rule set.
func (a *candidate) rotation() *rules.IllegalMove {
	if a.m.Type() != board.BoardShift && !a.v.policy.Turns {
		return rules.Illegal("illegal.no-rotation", "boards do not rotate in {variant}", message.Args{"variant": a.v.details.Name})
	}
	return nil
}

// goesSomewhere checks that the board moves to another pin or rotates.
func (a *candidate) goesSomewhere() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	if from == to && a.m.Type() == board.BoardShift {
		return rules.Illegal("illegal.nowhere.board", "a board cannot move from {from} to {to}", message.Args{"from": geometry.PinName(from), "to": geometry.PinName(to)})
	}
	return nil
}

// neighbours checks that the pins are adjacent.
func (a *candidate) neighbours() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	if from != to && !a.v.policy.adjacent(from, to) {
		if a.v.goals.empty[from] == 0 {
			return rules.Illegal("illegal.not-adjacent.nowhere",
				"{from} has no neighbouring pins in this game: no board can move to it or from it", message.Args{"from": geometry.PinName(from)})
		}
		return rules.Illegal("illegal.not-adjacent", "{from} and {to} are not neighbours: the {pins, plural, one {neighbour of {from} is} other {neighbours of {from} are}} {pins, and}", message.Args{
			"from": geometry.PinName(from), "to": geometry.PinName(to), "pins": pinNames(a.v.goals.empty[from]),
		})
	}
	return nil
}

func pinNames(set geometry.PinSet) (all message.List) {
	for set != 0 {
		all = append(all, geometry.PinName(set.Pop()))
	}
	return all
}

// control checks that the side to move may move the board (4.2).
func (a *candidate) control() *rules.IllegalMove {
	from := a.m.From()
	slot := int(a.t.Slot[from])
	if slot < 0 {
		return rules.Illegal("illegal.no-board", "there is no board on {pin}", message.Args{"pin": geometry.PinName(from)})
	}
	side, rider, ok := controller(a.p, slot)
	switch {
	case !ok:
		return rules.Illegal("illegal.crowded",
			"the board on {pin} carries {count} pieces: a board with more than one piece cannot move", message.Args{"pin": geometry.PinName(from), "count": (a.p.Occupied() & geometry.SlotCells(slot)).Count()})
	case side == a.p.Side, rider == board.NoSquare && a.v.policy.Anyone:
		return nil
	case rider == board.NoSquare:
		return rules.Illegal("illegal.not-your-board.empty",
			"the empty board on {pin} belongs to {side}, and only its owner may move it", message.Args{"pin": geometry.PinName(from), "side": side})
	}
	return rules.Illegal("illegal.not-your-board.ridden",
		"the board on {pin} carries a {piece}, so only {side} may move it", message.Args{"pin": geometry.PinName(from), "piece": a.p.Piece(rider), "side": side})
}

// rides checks that the rule set allows the passenger's role to be carried.
func (a *candidate) rides() *rules.IllegalMove {
	_, rider, _ := controller(a.p, int(a.t.Slot[a.m.From()]))
	if rider == board.NoSquare || !a.v.policy.Stays[a.p.Piece(rider).Role()] {
		return nil
	}
	return rules.Illegal("illegal.no-passenger",
		"a {role} cannot ride in this game: the board on {pin} cannot move while {holder} is aboard", message.Args{
			"pin": geometry.PinName(a.m.From()), "role": a.p.Piece(rider).Role(), "holder": a.holder(rider),
		})
}

// direction checks that a board with a passenger does not move backward.
func (a *candidate) direction() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	aboard := a.p.Occupied() & geometry.SlotCells(int(a.t.Slot[from]))
	if aboard != 0 && a.v.policy.direction(a.p.Side, from, to) == rules.Backward {
		return rules.Illegal("illegal.backward",
			"{from} to {to} is backward for {side}: a board carrying a piece, here {holder}, can only go forward or sideways", message.Args{
				"from": geometry.PinName(from), "to": geometry.PinName(to), "side": a.p.Side, "holder": a.holder(aboard.First()),
			})
	}
	return nil
}

// turnedAlready checks that a rotation changes the angle of the board.
func (a *candidate) turnedAlready() *rules.IllegalMove {
	from := a.m.From()
	switch stands := geometry.Turned(a.p, int(a.t.Slot[from])); {
	case !a.v.policy.Turns:
	case a.m.Type() == board.BoardTurn0 && !stands:
		return rules.Illegal("illegal.rotated-already.straight", "the board on {pin} is already at 0°", message.Args{"pin": geometry.PinName(from)})
	case a.m.Type() == board.BoardTurn180 && stands:
		return rules.Illegal("illegal.rotated-already.turned", "the board on {pin} is already rotated by 180°", message.Args{"pin": geometry.PinName(from)})
	}
	return nil
}

// free checks that the destination pin is free.
func (a *candidate) free() *rules.IllegalMove {
	if from, to := a.m.From(), a.m.To(); from != to && a.t.Held.Has(to) {
		return rules.Illegal("illegal.pin-held", "{pin} is occupied by another board", message.Args{"pin": geometry.PinName(to)})
	}
	return nil
}

// shadow checks that no piece casts a shadow on the columns of the board's destination (trid 6.5).
func (a *candidate) shadow() *rules.IllegalMove {
	if !a.v.policy.Shadow {
		return nil
	}
	from, to := a.m.From(), a.m.To()
	slot := int(a.t.Slot[from])
	others := a.p.Occupied() &^ a.p.ByRole(board.Knight) &^ geometry.SlotCells(slot)
	if cast := a.t.Squares(geometry.PinColumns(to)) & others; cast != 0 {
		s := cast.First()
		return rules.Illegal("illegal.shadow",
			"the board cannot {turns, select, true {rotate on} other {go to}} {pin}: {holder} casts its shadow on column {column}, which the board {turns, select, true {covers} other {would cover}}", message.Args{
				"turns": from == to, "pin": geometry.PinName(to), "holder": a.holder(s), "column": a.t.Column[s].Name(),
			})
	}
	return nil
}

// choiceOpen reports whether the board move promotes a pawn of the mover.
func (a *candidate) choiceOpen() bool {
	slot := int(a.t.Slot[a.m.From()])
	_, rider, _ := controller(a.p, slot)
	return choiceOpen(a.p, a.m.From(), a.m.To(), rider, a.m.Type() != board.BoardShift)
}

// choice checks the promotion role of a board move.
func (a *candidate) choice() *rules.IllegalMove {
	if a.choiceOpen() {
		return a.chosen()
	}
	if a.m.Promotion() == board.NoRole {
		return nil
	}
	if corner := cornerPawn(a.p, a.m.From(), a.m.To()); corner != board.NoSquare {
		return rules.Illegal("illegal.no-promotion.corner", "{holder} always promotes to a queen: there is no choice", message.Args{"holder": a.holder(corner)})
	}
	return rules.Illegal("illegal.no-promotion.board", "this board move does not promote a pawn", nil)
}

// choiceMissing checks that a board move that promotes the mover's pawn has a promotion role.
func (a *candidate) choiceMissing() *rules.IllegalMove {
	if a.m.Promotion() == board.NoRole && a.choiceOpen() {
		return rules.Illegal("illegal.promotion-missing.board",
			"this board move promotes a pawn: choose a queen, rook, bishop or knight", nil)
	}
	return nil
}

// WhyNoBoard returns the reason why no board can move to a pin. It also returns the illegal move of the first
// adjacent board that the side to move controls, or of the last adjacent board if it controls none. If no
// board is adjacent, the move is NoMove.
func (v *Rules) WhyNoBoard(p *board.Position, to geometry.Pin, promotion board.Role) (board.Move, *rules.IllegalMove) {
	t := geometry.Of(p)
	if t.Held.Has(to) {
		return board.NoMove, rules.Illegal("illegal.pin-held", "{pin} is occupied by another board", message.Args{"pin": geometry.PinName(to)})
	}
	var found board.Move
	var reason *rules.IllegalMove
	for from := range geometry.Pin(geometry.PinCount) {
		if t.Slot[from] < 0 || !v.policy.adjacent(from, to) {
			continue
		}
		m := board.NewMoveOfType(board.BoardShift, from, to, promotion)
		why := v.Guide().WhyIllegal(p, m)
		if why != nil && (reason == nil || reason.Code == CodeNotYourBoard || reason.Code == CodeCrowded) {
			found, reason = m, why
		}
	}
	if reason == nil {
		if v.goals.empty[to] == 0 {
			return board.NoMove, rules.Illegal("illegal.not-adjacent.nowhere",
				"{from} has no neighbouring pins in this game: no board can move to it or from it", message.Args{"from": geometry.PinName(to)})
		}
		return board.NoMove, rules.Illegal("illegal.not-adjacent.none",
			"no board is next to {pin}: it would have to be on {pins, or}", message.Args{"pin": geometry.PinName(to), "pins": pinNames(v.goals.empty[to])})
	}
	return found, reason
}

// candidate is a move to check. Each checking method covers a part of the rules and returns the first reason
// why the move is illegal, or nil.
type candidate struct {
	v        *Rules
	p        *board.Position
	t        *geometry.Placement
	m        board.Move
	occupied geometry.Columns
}

// name returns the name of a square in the position before the move.
func (a *candidate) name(s board.Square) message.Square { return geometry.NameOf(a.p, s).Square() }

// holder describes the piece on a square.
func (a *candidate) holder(s board.Square) message.Message {
	pc := a.p.Piece(s)
	if pc.Colour() == a.p.Side {
		return message.New("part.holder.own", "your {role} on {square}", message.Args{"role": pc.Role(), "square": a.name(s)})
	}
	return message.New("part.holder.other", "the {piece} on {square}", message.Args{"piece": pc, "square": a.name(s)})
}

// names describes the pieces on the given squares.
func names(p *board.Position, pieces board.Bitboard) (all message.List) {
	for pieces != 0 {
		s := pieces.Pop()
		all = append(all, message.New("part.attacker",
			"the {role} {appears, select, true {that would appear on} other {on}} {square}{seam, select, true { over the seam} other {}}", message.Args{
				"role": p.Piece(s).Role(), "square": geometry.NameOf(p, s).Square(), "appears": false, "seam": false,
			}))
	}
	return all
}

// chosen checks that the promotion role is not a pawn or king.
func (a *candidate) chosen() *rules.IllegalMove {
	if k := a.m.Promotion(); k == board.Pawn || k == board.King {
		return rules.Illegal("illegal.promotion-kind", "a pawn promotes to a queen, rook, bishop or knight, not a {role}", message.Args{"role": k})
	}
	return nil
}
