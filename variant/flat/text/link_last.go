package text

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// positionText returns the text of the position in a link. It returns false if the link has none.
func (l *linkReader) positionText() (spread, bool) {
	for _, name := range [...]string{"position", "fen"} {
		if value, given := l.values[name]; given && strings.TrimSpace(value.text) != "" {
			return value, true
		}
	}
	return spread{}, false
}

// readText parses the text of a position. It adds a fault if other
// parameters repeat or contradict parts of the text.
func (l *linkReader) readText(value spread) {
	for _, other := range [...]string{"board", "fen", "castling"} {
		if one, given := l.values[other]; given && one.start != value.start {
			l.Fault(one.start, "fault.given-twice.position", "{name} is not needed: the position already contains it", message.Args{"name": other})
		}
	}
	l.unread = ^board.Bitboard(0)
	if l.draft.rules == nil {
		return
	}
	p, err := l.draft.rules.Guide().ParsePosition(value.text, rules.ParseOptions{AllowNoKing: true})
	var faults rules.Faults
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			switch {
			case f.Offset >= len(value.at):
				f.Offset = value.end()
			case f.Offset >= 0:
				f.Offset = value.at[f.Offset]
			}
			l.Add(f)
		}
		return
	case err != nil:
		l.Fault(value.start, "fault.position", "the position cannot be read: {why}", message.Args{"why": message.Of(err)})
		return
	}
	l.unread, l.sideKnown, l.draft.position = 0, true, p
	if turn, given := l.values["turn"]; given {
		if side, ok := l.side(turn); ok && side != p.Side {
			l.Fault(turn.offset(0), "fault.side.position",
				"turn is {text, quote}, but in the position it is {side}'s turn", message.Args{"text": notation.Clip(turn.text), "side": p.Side})
		}
	}
	if info := l.draft.rules.Info(); info.Chessboard() && len(info.Kinds) == 0 {
		l.readLastMove()
		return
	}
	l.foreign, l.link.Position = true, p
	l.readLastElsewhere()
}

// readLastElsewhere parses the last move in a rule set with pieces or a board of its own. The move must name its
// origin and destination.
func (l *linkReader) readLastElsewhere() {
	value, given := l.values["lastmove"]
	if !given {
		return
	}
	g, p := l.draft.rules.Guide(), &l.link.Position
	m, err := g.ParseMove(p, value.text)
	if err != nil && m == board.NoMove {
		l.Fault(value.offset(0), "fault.last-move.squares",
			"lastMove {text, quote} does not give the squares the piece moved from and to", message.Args{"text": notation.Clip(value.text)})
		return
	}
	l.link.LastMove = g.FormatUCI(p, m)
	if m.Type() >= board.BoardShift {
		return
	}
	mover := p.Side.Other()
	if pc := p.Piece(m.To()); pc == board.NoPiece || pc.Colour() != mover {
		l.Fault(value.offset(0), "fault.last-move.nobody",
			"lastMove {move} does not match the board: it needs a {side, colour} piece on {square}, but {holder}", message.Args{
				"move": l.link.LastMove, "side": mover, "square": message.Square(g.SquareName(p, m.To())), "holder": l.holder(m.To()),
			})
	}
}

// readTurn parses the side to move. The default is the side that did not play the last move.
func (l *linkReader) readTurn() {
	value, given := l.values["turn"]
	if !given {
		l.setSide(l.turnAfter())
		return
	}
	if side, ok := l.side(value); ok {
		l.setSide(side)
	}
}

// side parses the name of a side. It adds a fault and returns false if the name is invalid.
func (l *linkReader) side(value spread) (side board.Colour, ok bool) {
	switch strings.ToLower(value.text) {
	case "white", "w":
		return board.White, true
	case "black", "b":
		return board.Black, true
	}
	l.Fault(value.offset(0), "fault.side.link", "turn is {text, quote} instead of white or black", message.Args{"text": notation.Clip(value.text)})
	return board.White, false
}

// turnAfter returns the side to move after the last move, or White if it is unknown who played the last move.
func (l *linkReader) turnAfter() board.Colour {
	m, _, ok := l.lastMove()
	if !ok || l.unread != 0 || l.draft.rules == nil {
		return board.White
	}
	if pc := l.position.Piece(m.To()); pc != board.NoPiece {
		return pc.Colour().Other()
	}
	for _, mover := range [...]board.Colour{board.Black, board.White} {
		if l.arrived(m, mover) != board.NoPiece {
			return mover.Other()
		}
	}
	if m.From().Rank() == 1 && m.To().Rank() == 3 {
		return board.Black // White's double push without its pawn; push reports the missing pawn
	}
	return board.White
}

// lastMove parses the last move in any notation that names its origin and destination. It returns the move
// and, if the text names it, the role of the moving piece.
func (l *linkReader) lastMove() (m board.Move, role board.Role, ok bool) {
	value, given := l.values["lastmove"]
	if !given {
		return board.NoMove, board.NoRole, false
	}
	readings, err := readMove(value.text)
	if err != nil {
		return board.NoMove, board.NoRole, false
	}
	for _, r := range readings {
		if from := r.from(); from != board.NoSquare && r.castle == 0 && from != r.to {
			return board.NewMove(from, r.to, r.promotion), r.role, true
		}
	}
	return board.NoMove, board.NoRole, false
}

// readLastMove parses the last move and checks that it matches the board. Only a double push changes the
// position.
func (l *linkReader) readLastMove() {
	value, given := l.values["lastmove"]
	if !given {
		return
	}
	m, role, ok := l.lastMove()
	if !ok {
		l.Fault(value.offset(0), "fault.last-move.unread",
			"lastMove {text, quote} is not a move from square to square, such as h7h5", message.Args{"text": notation.Clip(value.text)})
		return
	}
	l.link.LastMove = Flat{}.FormatUCI(nil, m)
	if l.unread != 0 || !l.sideKnown || l.draft.rules == nil {
		return
	}
	name := l.link.LastMove
	from, to, mover := m.From(), m.To(), l.position.Side.Other()
	landed := l.arrived(m, mover)
	doubleStep := from.File() == to.File() && (from.Rank() == 1 && to.Rank() == 3 || from.Rank() == 6 && to.Rank() == 4)
	if promoted := m.Promotion(); promoted != board.NoRole {
		role = promoted // the role of the piece after the move
	}
	_, turnGiven := l.values["turn"]
	switch {
	case landed == board.NoPiece && turnGiven && l.arrived(m, mover.Other()) != board.NoPiece:
		l.Fault(value.offset(0), "fault.last-move.turn",
			"lastMove {move} was {side}'s move, so it is {turn}'s turn; turn says {given, colour}", message.Args{"move": name, "side": mover.Other(), "turn": mover, "given": l.position.Side})
	case landed == board.NoPiece:
		l.Fault(value.offset(0), "fault.last-move.nobody",
			"lastMove {move} does not match the board: it needs a {side, colour} piece on {square}, but {holder}", message.Args{"move": name, "side": mover, "square": to, "holder": l.holder(to)})
	case role != board.NoRole && landed.Role() != role:
		l.Fault(value.offset(0), "fault.last-move.other",
			"lastMove {move} does not match the board: the piece on {square} is a {role}", message.Args{"move": name, "square": to, "role": landed.Role()})
	case landed.Role() != board.Pawn || !doubleStep:
		// Only a reflection can have spawned a piece on the origin.
		if l.position.Piece(from) != board.NoPiece && from != l.image(to) {
			l.Fault(value.offset(0), "fault.last-move.held",
				"lastMove {move} does not match the board: it needs {square} to be empty, but {holder}", message.Args{"move": name, "square": from, "holder": l.holder(from)})
		}
	case (from.Rank() == 1) != (mover == board.White):
		l.Fault(value.offset(0), "fault.last-move.backwards",
			"lastMove {move} does not match the board: the {piece} on {square} would have moved backwards", message.Args{"move": name, "piece": landed, "square": to})
	default:
		l.push((from+to)/2, message.New("part.claim.last-move", "lastMove {move}", message.Args{"move": name}), notation.FaultLastMove, value.offset(0))
	}
	if had := l.position.EnPassant(); had != board.NoSquare && had != l.crossed {
		home, pushed := aroundCrossed(had, l.position.Side)
		l.Fault(value.offset(0), "fault.last-move.en-passant",
			"lastMove is {move}, but the position has the en passant square {square}, which only {push} creates", message.Args{"move": name, "square": had, "push": home.String() + pushed.String()})
	}
}

// arrived returns the piece that has made a move, or NoPiece if there is none. The piece is on the landing
// square or on the square to which it went on. To find that square, arrived plays the move on an otherwise
// empty board.
func (l *linkReader) arrived(m board.Move, mover board.Colour) board.Piece {
	if pc := l.position.Piece(m.To()); pc != board.NoPiece && pc.Colour() == mover {
		return pc
	}
	for role := board.Pawn; role <= board.King; role++ {
		pc := board.NewPiece(mover, role)
		alone := board.Empty()
		alone.Put(m.From(), pc)
		if alone.Side != mover {
			alone.Pass()
		}
		for _, other := range rules.LegalMoves(l.draft.rules, &alone) {
			if other != m {
				continue
			}
			var next board.Position
			l.draft.rules.Apply(&alone, m, &next)
			if s := restsOn(&alone, &next, m); s != board.NoSquare && s != m.To() && l.position.Piece(s) == pc {
				return pc
			}
		}
	}
	return board.NoPiece
}

// image returns the image of a square, or NoSquare if moves have no reflection.
func (l *linkReader) image(s board.Square) board.Square {
	if r, ok := l.draft.rules.(rules.Reflecting); ok {
		return r.Reflected(s)
	}
	return board.NoSquare
}

// kinglessSides returns the sides without a king.
func kinglessSides(r rules.Rules, p *board.Position) (sides []board.Colour) {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		if kings, _ := r.Kings(p, side); kings.Empty() {
			sides = append(sides, side)
		}
	}
	return sides
}
