package notation

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatSAN writes a legal move as people do: Nf3, exd5, e8=Q+, O-O.
//
// Every kind is told apart from its fellows by file, then rank, then both, and
// only where a legal move of another could be meant; kings too, since a side
// may own several. Two forms go beyond orthodox chess:
//
//   - A piece that goes on after landing has its final square behind an @:
//     Qh5@a4, and Qe4@d5 for a queen that comes back to d5.
//   - An en passant capture that does not land on the crossed square says so:
//     "axh7 e.p.". The usual one is plain exd6, as every reader of SAN knows it.
//
// The sign for check or mate comes last and speaks of the position after all
// of that. A move that no piece could make is written in UCI notation.
func (f Flat) FormatSAN(p *board.Position, m board.Move) string {
	pc := p.Piece(m.From())
	var (
		next  board.Position
		rival []board.Square // where other pieces of the kind could make the same move
		found bool
	)
	guide := f.Rules.Guide()
	for other := range f.possible(p) {
		switch {
		case other == m:
			found = true
		case other.To() != m.To() || other.Promotion() != m.Promotion() || p.Piece(other.From()) != pc:
		case guide.Class(p, other)&rules.Castling != 0: // it has a name of its own
		case f.Rules.Apply(p, other, &next):
			rival = append(rival, other.From())
		}
	}
	if !found || !f.Rules.Apply(p, m, &next) {
		return f.FormatUCI(p, m)
	}
	class := guide.Class(p, m)
	var text []byte
	if class&rules.Castling != 0 {
		text = append(text, "O-O"...)
		if m.To() < m.From() {
			text = append(text, "-O"...)
		}
		return string(f.appendSign(text, &next))
	}
	if k := pc.Role(); k != board.Pawn {
		text = append(text, k.Letter())
	}
	text = appendOrigin(text, m.From(), rival, pc.Role() == board.Pawn && class&rules.Capture != 0)
	if class&rules.Capture != 0 {
		text = append(text, 'x')
	}
	text = append(text, m.To().String()...)
	if k := m.Promotion(); k != board.NoRole {
		text = append(text, '=', k.Letter())
	}
	if s := restsOn(p, &next, m); s != m.To() && s != board.NoSquare {
		text = append(append(text, '@'), s.String()...)
	}
	if class&rules.EnPassant != 0 && m.To() != p.EnPassant() {
		text = append(text, " e.p."...)
	}
	return string(f.appendSign(text, &next))
}

// appendOrigin tells a move apart from those of the rivals. A pawn that takes
// always names its file.
func appendOrigin(text []byte, from board.Square, rivals []board.Square, always bool) []byte {
	sameFile, sameRank := false, false
	for _, r := range rivals {
		sameFile = sameFile || r.File() == from.File()
		sameRank = sameRank || r.Rank() == from.Rank()
	}
	if always || len(rivals) > 0 && (!sameFile || sameRank) {
		text = append(text, 'a'+byte(from.File()))
	}
	if sameFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

// appendSign adds the sign for check or mate on the side to move.
func (f Flat) appendSign(text []byte, p *board.Position) []byte {
	switch _, attacked := f.Rules.Kings(p, p.Side); {
	case attacked == 0:
		return text
	case f.canMove(p):
		return append(text, '+')
	}
	return append(text, '#')
}
