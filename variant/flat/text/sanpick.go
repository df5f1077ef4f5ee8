package text

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// ParseMove parses a move in UCI notation or SAN.
//
// UCI notation (e2e4, e7e8q, in either case) and long forms (e2-e4, Ng1-f3, e4xd5) include the origin; SAN
// need not. Check signs and annotations such as !? may be missing or wrong. Castling may be written with
// zeros, a promotion with =, brackets or no sign, a piece as a figurine or a lower-case letter, and a capture
// with x, :, × or no sign. All other parts of the text must match the move: a capture sign requires a
// capture, e.p. an en passant capture, * a way over the seam, and @ the final square of the piece.
//
// If the text cannot be parsed, the error is a *notation.SyntaxError. If the move is illegal, the error is a
// *rules.IllegalMove. If the text determines the illegal move, ParseMove returns the move with the error.
func (f Flat) ParseMove(p *board.Position, text string) (board.Move, error) {
	readings, err := readMove(text)
	if err != nil {
		return board.NoMove, err
	}
	var (
		first   board.Move
		illegal *rules.IllegalMove
	)
	for i := range readings {
		m, no := f.resolve(p, &readings[i], text)
		if no == nil {
			return m, nil
		}
		if i == 0 {
			first, illegal = m, no
		}
		if no.Code == notation.CodeAmbiguous { // several moves fit, so do not try other readings
			return board.NoMove, no
		}
	}
	return first, illegal
}

// resolve finds the move that a reading means, or the reason why it is illegal.
func (f Flat) resolve(p *board.Position, r *reading, text string) (board.Move, *rules.IllegalMove) {
	if r.castle > 0 {
		return f.castle(p, r)
	}
	legal, barred := f.fitting(p, r)
	switch {
	case len(legal) == 1:
		return legal[0], f.dispute(p, r, legal[0])
	case len(legal) > 1:
		return f.ambiguous(p, legal, text)
	case r.role == board.NoRole:
		m := board.NewMove(r.from(), r.to, r.promotion)
		return m, f.whyIllegal(p, m)
	case len(barred) > 0:
		return f.barred(p, r, barred)
	}
	return f.unreachable(p, r)
}

// fitting returns the legal moves that match a reading, and the matching moves that are illegal only because
// a king would be attacked.
func (f Flat) fitting(p *board.Position, r *reading) (legal, barred []board.Move) {
	if r.role == board.NoRole {
		m := f.kingTakesRook(p, board.NewMove(r.from(), r.to, r.promotion))
		var next board.Position
		for other := range f.possible(p) {
			if other == m && f.Rules.Apply(p, m, &next) {
				return []board.Move{m}, nil
			}
		}
		return nil, nil
	}
	var castling []board.Move
	guide := f.Rules.Guide()
	var next board.Position
	for m := range f.possible(p) {
		switch {
		case m.To() != r.to || p.Piece(m.From()).Role() != r.role || !r.starts(m.From()):
		case r.promotion != board.NoRole && m.Promotion() != r.promotion:
		case !f.Rules.Apply(p, m, &next):
			barred = append(barred, m)
		case guide.Class(p, m)&rules.Castling != 0:
			castling = append(castling, m)
		default:
			legal = append(legal, m)
		}
	}
	if len(legal) == 0 { // Kg1 means castling only if no king can step there
		legal = castling
	}
	return legal, barred
}

// starts reports whether a square matches the origin in the text. A pawn move without a file is a push unless
// the text has a capture sign.
func (r *reading) starts(from board.Square) bool {
	if r.role == board.Pawn && r.file < 0 && (from.File() == r.to.File()) == r.takes {
		return false
	}
	return (r.file < 0 || from.File() == r.file) && (r.rank < 0 || from.Rank() == r.rank)
}

// castle returns the castling move, with the reason if it is illegal.
func (f Flat) castle(p *board.Position, r *reading) (board.Move, *rules.IllegalMove) {
	if !f.Rules.Info().Castling {
		return board.NoMove, rules.Illegal("illegal.no-castling", "there is no castling in this game", nil)
	}
	h := castlingHomes[2*int(p.Side&1)+r.castle-1]
	m, unusual := castling960(p, h)
	if !unusual {
		if king := board.NewPiece(h.side, board.King); p.Piece(h.king) != king {
			return board.NoMove, rules.Illegal("illegal.castling-home.none",
				"there is no {piece} on {square} to castle", message.Args{"piece": king, "square": h.king})
		}
		m = h.move()
	}
	step := reading{role: board.NoRole, file: m.From().File(), rank: m.From().Rank(), to: m.To()}
	if legal, _ := f.fitting(p, &step); len(legal) == 0 {
		return m, f.whyIllegal(p, m)
	}
	return m, f.dispute(p, r, m)
}

// dispute checks that the only fitting move matches the claims in the text, such as a capture sign.
func (f Flat) dispute(p *board.Position, r *reading, m board.Move) *rules.IllegalMove {
	class := f.Rules.Guide().Class(p, m)
	if r.takes && class&rules.Capture == 0 {
		return rules.Illegal("illegal.nothing-to-capture", "there is nothing on {square} to capture", message.Args{"square": m.To()})
	}
	if r.enPassant && class&rules.EnPassant == 0 {
		return rules.Illegal("illegal.en-passant.none", "{move} is not an en passant capture", message.Args{"move": f.FormatSAN(p, m)})
	}
	if r.crosses && !f.crosses(p, m, false) {
		return rules.Illegal("illegal.goes-elsewhere.seam",
			"{move} does not cross the seam, so it is written without *", message.Args{"move": f.FormatSAN(p, m)})
	}
	if r.on == board.NoSquare {
		return nil
	}
	var next board.Position
	f.Rules.Apply(p, m, &next)
	role := p.Piece(m.From()).Role()
	switch rest := restsOn(p, &next, m); rest {
	case r.on:
		return nil
	case m.To():
		return rules.Illegal("illegal.goes-elsewhere.stays",
			"the {role} would stay on {square}, not go on to {claimed}", message.Args{"role": role, "square": m.To(), "claimed": r.on})
	default:
		return rules.Illegal("illegal.goes-elsewhere.other",
			"the {role} would go on to {square}, not {claimed}", message.Args{"role": role, "square": rest, "claimed": r.on})
	}
}

// ambiguous returns an error that lists the moves that the text could mean. If only the promotion is missing,
// it returns the move and the error for that.
func (f Flat) ambiguous(p *board.Position, legal []board.Move, text string) (board.Move, *rules.IllegalMove) {
	if m, ok := onePiece(legal); ok { // only the promotion is missing
		return m, f.whyIllegal(p, m)
	}
	var names message.List
	for _, m := range legal {
		names = append(names, f.FormatSAN(p, m))
	}
	illegal := rules.Illegal("illegal.ambiguous", "{text} could be {moves, or}", message.Args{"text": strings.TrimSpace(text), "moves": names})
	illegal.Means = legal
	return board.NoMove, illegal
}

// onePiece returns a move without its promotion if all moves have the same origin and destination, otherwise
// false.
func onePiece(moves []board.Move) (board.Move, bool) {
	for _, m := range moves {
		if m.From() != moves[0].From() || m.To() != moves[0].To() {
			return board.NoMove, false
		}
	}
	return board.NewMove(moves[0].From(), moves[0].To(), board.NoRole), true
}

// barred returns the error for moves that would leave a king attacked, and the move if there is only one.
func (f Flat) barred(p *board.Position, r *reading, moves []board.Move) (board.Move, *rules.IllegalMove) {
	if _, ok := onePiece(moves); ok {
		return moves[0], f.whyIllegal(p, moves[0])
	}
	return board.NoMove, rules.Illegal("illegal.king-attacked.any",
		"no {role} can go to {square} without leaving your king in check", message.Args{"role": r.role, "square": r.to})
}

// unreachable returns the reason why no piece with the role can make the move.
func (f Flat) unreachable(p *board.Position, r *reading) (board.Move, *rules.IllegalMove) {
	pieces := p.Pieces(p.Side, r.role)
	var meant []board.Square
	for rest := pieces &^ r.to.Bit(); rest != 0; {
		if s := rest.Pop(); r.starts(s) {
			meant = append(meant, s)
		}
	}
	if m, no := f.nearest(p, r, meant); no != nil {
		return m, no
	}
	if len(meant) == 0 && pieces.Has(r.to) && r.starts(r.to) {
		return board.NoMove, rules.Illegal("illegal.nowhere", "the {role} is already on {square}", message.Args{"role": r.role, "square": r.to})
	}
	if len(meant) == 0 && (r.role != board.Pawn || r.file >= 0 || pieces == 0) {
		return board.NoMove, rules.Illegal("illegal.no-such-piece", "{side} has no {which}", message.Args{"side": p.Side, "which": r.which()})
	}
	return board.NoMove, rules.Illegal("illegal.unreachable.any",
		"no {which} can {takes, select, true {capture on} other {go to}} {square}", message.Args{"which": r.which(), "takes": r.takes, "square": r.to})
}

// which describes the piece as the text specifies it.
func (r *reading) which() message.Message {
	switch {
	case r.file >= 0 && r.rank >= 0:
		return message.New("part.piece.square", "{role} on {square}", message.Args{"role": r.role, "square": r.from()})
	case r.file >= 0:
		return message.New("part.piece.file", "{role} on the {file}-file", message.Args{"role": r.role, "file": string(rune('a' + r.file))})
	case r.rank >= 0:
		return message.New("part.piece.rank", "{role} on rank {rank}", message.Args{"role": r.role, "rank": r.rank + 1})
	}
	return message.New("part.piece", "{role}", message.Args{"role": r.role})
}

// nearest returns the reason why the move is illegal if the text can mean only one piece: the only piece with
// its role, or the only one whose movement allows the move. If a friendly piece is on the destination, that
// is the reason for all pieces.
func (f Flat) nearest(p *board.Position, r *reading, pieces []board.Square) (board.Move, *rules.IllegalMove) {
	var (
		move   board.Move
		reason *rules.IllegalMove
	)
	for _, from := range pieces {
		m := board.NewMove(from, r.to, r.promotion)
		switch no := f.whyIllegal(p, m); {
		case len(pieces) > 1 && no.Code == rules.CodeUnreachable:
		case reason != nil && reason.Code == rules.CodeOwnPiece:
		case reason != nil && no.Code != rules.CodeOwnPiece:
			return board.NoMove, nil
		default:
			move, reason = m, no
		}
	}
	return move, reason
}
