package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// castling looks at every condition but the king's safety at the end (3.8).
func (a *asked) castling() *rules.IllegalMove {
	side := a.p.Side
	c := &a.t.castle[side&1]
	home, m, wing := castlingHomes[2*side], c.short(), "king's side"
	if a.m.Form() == board.CastleLong {
		home, m, wing = castlingHomes[2*side+1], c.long(), "queen's side"
	}
	if a.m != m {
		return no(rules.CodeMalformed, "castling names the king's squares and no others")
	}
	king, rook := squareOf(a.p, home.king), squareOf(a.p, home.rook)
	switch {
	case king == board.NoSquare || a.p.Piece(king) != board.NewPiece(side, board.King):
		return no(rules.CodeCastlingHome, "castling needs your king on %v", home.king)
	case rook == board.NoSquare || a.p.Piece(rook) != board.NewPiece(side, board.Rook):
		return no(rules.CodeCastlingHome, "castling on the %s needs your rook on %v", wing, home.rook)
	case a.p.Castling()&home.right == 0:
		return no(rules.CodeCastlingRight, "the right to castle on the %s is gone: king or rook has moved or was carried by its board", wing)
	case a.p.FullmoveNumber <= 1:
		return no(CodeCastlingFirst, "castling may not be a side's first move")
	case a.m.Form() == board.CastleLong && a.p.Piece(c.longKing) != board.NoPiece:
		return no(rules.CodeCastlingBlocked, "castling on the queen's side is blocked by %s", a.holder(c.longKing))
	}
	if hits := attackers(a.p, a.t, a.t.column[king], side.Other(), a.occupied); hits != 0 {
		return no(rules.CodeCastlingCheck, "you may not castle out of check: your king on %v is attacked by %s", home.king, names(a.p, hits))
	}
	return nil
}

// neighbours looks at the pins of a board move, whatever stands on them.
func (a *asked) neighbours() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	switch {
	case from >= pins || to >= pins:
		return no(rules.CodeMalformed, "this board move names a pin that does not exist")
	case a.m.Form() != board.BoardShift && !a.v.policy.Turns:
		return no(CodeNoRotation, "boards do not turn in %s", a.v.details.Name)
	case from == to && a.m.Form() == board.BoardShift:
		return no(rules.CodeNowhere, "a board cannot move from %s to %s", pinName(from), pinName(to))
	case from != to && !a.v.policy.adjacent(from, to):
		return no(CodeNotAdjacent, "%s and %s are not neighbours: a board on %s may go to %s", pinName(from), pinName(to),
			pinName(from), pinNames(a.v.goals.empty[from]))
	}
	return nil
}

// pinNames lists pins for people.
func pinNames(set pinSet) string {
	var all []string
	for set != 0 {
		all = append(all, pinName(set.pop()))
	}
	return list(all, " or ")
}

// control looks at who may move the board (4.2).
func (a *asked) control() *rules.IllegalMove {
	from := a.m.From()
	slot := int(a.t.slot[from])
	if slot < 0 {
		return no(CodeNoBoard, "no board stands on %s", pinName(from))
	}
	side, rider, ok := controller(a.p, slot)
	switch {
	case !ok:
		return no(CodeCrowded, "the board on %s carries %d pieces: with more than one aboard nobody may move it",
			pinName(from), (a.p.Occupied() & slotCells(slot)).Count())
	case side == a.p.Side:
		return nil
	case rider == board.NoSquare:
		return no(CodeNotYourBoard, "the empty board on %s belongs to %s, who alone may move it", pinName(from), rules.SideName(side))
	}
	return no(CodeNotYourBoard, "the board on %s carries a %v, so only %s may move it", pinName(from), a.p.Piece(rider), rules.SideName(side))
}

// direction looks at which way a board goes, and how it is to be turned.
func (a *asked) direction() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	slot := int(a.t.slot[from])
	aboard := a.p.Occupied() & slotCells(slot)
	switch {
	case aboard != 0 && a.v.policy.advance(a.p.Side, from, to) < 0:
		return no(CodeBackward, "from %s to %s is backward for %s, and a board with a piece aboard, here %s, goes only forward or to the side",
			pinName(from), pinName(to), rules.SideName(a.p.Side), a.holder(aboard.First()))
	case a.m.Form() == board.BoardTurn0 && !turned(a.p, slot):
		return no(CodeRotated, "the board on %s stands at 0 already", pinName(from))
	case a.m.Form() == board.BoardTurn180 && turned(a.p, slot):
		return no(CodeRotated, "the board on %s is turned by 180 already", pinName(from))
	}
	return nil
}

// landing looks at the pin the board goes to and at the columns below and
// above it.
func (a *asked) landing() *rules.IllegalMove {
	from, to := a.m.From(), a.m.To()
	if from != to && a.t.held.has(to) {
		return no(CodePinHeld, "%s holds a board already", pinName(to))
	}
	if !a.v.policy.Shadow {
		return nil
	}
	slot := int(a.t.slot[from])
	others := a.p.Occupied() &^ a.p.ByRole(board.Knight) &^ slotCells(slot)
	if cast := a.t.squares(pinColumns(to)) & others; cast != 0 {
		s := cast.First()
		what, covers := "stand", "would cover"
		if from == to {
			what, covers = "turn", "covers"
		}
		return no(CodeShadow, "the board cannot %s on %s: %s casts its shadow on column %s, which the board %s",
			what, pinName(to), a.holder(s), a.t.column[s].name(), covers)
	}
	return nil
}

// choiceOpen reports whether the board move promotes a pawn of the mover.
func (a *asked) choiceOpen() bool {
	slot := int(a.t.slot[a.m.From()])
	_, rider, _ := controller(a.p, slot)
	return choiceOpen(a.p, a.m.From(), a.m.To(), rider, a.m.Form() != board.BoardShift)
}

// choice looks at what a pawn that the board move promotes is to become.
func (a *asked) choice() *rules.IllegalMove {
	if a.choiceOpen() {
		return a.chosen("this board move promotes a pawn")
	}
	if a.m.Promotion() == board.NoRole {
		return nil
	}
	if corner := cornerPawn(a.p, a.m.From(), a.m.To()); corner != board.NoSquare {
		return no(rules.CodeNoPromotion, "%s becomes a queen, without a choice", a.holder(corner))
	}
	return no(rules.CodeNoPromotion, "this board move promotes no pawn")
}

// noSquare says why there is no square of a name.
func noSquare(p *board.Position, n name) *rules.IllegalMove {
	switch {
	case n.level >= firstPin && !n.level.covers(n.column):
		first := pinBase(pin(n.level - firstPin))
		last := first + files + 1
		return no(rules.CodeNoSquare, "there is no square %v: a board on %s has the squares of %s, %s, %s and %s", n, levelName(n.level),
			first.name(), (first + 1).name(), (last - 1).name(), last.name())
	case n.level >= firstPin:
		return no(rules.CodeNoSquare, "there is no square %v: no board stands on %s", n, levelName(n.level))
	case !n.level.covers(n.column):
		first := 1 + 2*int(n.level)
		return no(rules.CodeNoSquare, "there is no square %v: level %s has files a-d and ranks %d-%d", n, levelName(n.level), first, first+3)
	}
	return nil
}
