package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatSAN formats a legal move in SAN, as in Nf3, exd5, e8=Q+ or O-O.
//
// The file, the rank or both distinguish moves that would otherwise be ambiguous; only legal moves count.
// This applies to king moves too, because a side may have several kings. Two forms extend orthodox notation:
//
//   - A piece that goes on after landing has its final square after an @:
//     Qh5@a4, and Qe4@d5 for a queen that comes back to d5.
//   - An en passant capture that does not land on the crossed square is marked:
//     "axh7 e.p.". The usual one is plain exd6.
//
// In rule sets with a seam mark, a * after the landing square marks a move that must cross the seam, as in
// Nh5* or axh8*=Q.
//
// The sign for check or mate comes last and refers to the position after the complete move. FormatSAN formats
// an illegal move in UCI notation.
func (f Flat) FormatSAN(p *board.Position, m board.Move) string {
	w := scratchPool.Get().(*scratch)
	defer scratchPool.Put(w)
	text, ok := f.AppendSAN(w.text[:0], p, m, &w.after)
	if !ok {
		return f.FormatUCI(p, m)
	}
	return string(text)
}

// AppendSAN appends the SAN of a legal move to the text and stores the resulting position in next. If the move
// is illegal, it returns the text unchanged and false.
func (f Flat) AppendSAN(text []byte, p *board.Position, m board.Move, next *board.Position) ([]byte, bool) {
	w := scratchPool.Get().(*scratch)
	defer scratchPool.Put(w)
	rivals, possible := f.rivals(p, m, w)
	if !possible || !f.Rules.Apply(p, m, next) {
		return text, false
	}
	pc, class := p.Piece(m.From()), f.class(p, m)
	if class&rules.Castling != 0 {
		text = append(text, "O-O"...)
		if m.To() < m.From() {
			text = append(text, "-O"...)
		}
		return f.appendSign(text, next), true
	}
	if k := pc.Role(); k != board.Pawn {
		text = append(text, k.Letter())
	}
	text = appendOrigin(text, m.From(), rivals, pc.Role() == board.Pawn && class&rules.Capture != 0)
	if class&rules.Capture != 0 {
		text = append(text, 'x')
	}
	text = appendSquare(text, m.To())
	if f.Rules.Info().SeamMark && f.crosses(p, m, true) {
		text = append(text, '*')
	}
	if k := m.Promotion(); k != board.NoRole {
		text = append(text, '=', k.Letter())
	}
	if s := restsOn(p, next, m); s != m.To() && s != board.NoSquare {
		text = appendSquare(append(text, '@'), s)
	}
	if class&rules.EnPassant != 0 && m.To() != p.EnPassant() {
		text = append(text, " e.p."...)
	}
	return f.appendSign(text, next), true
}

// crosses reports whether a legal move crosses the seam on any of its ways or, if always is true, on all of
// them.
func (f Flat) crosses(p *board.Position, m board.Move, always bool) bool {
	found := false
	for _, way := range f.Rules.Guide().Ways(p, m) {
		over := way[len(way)-1].Copy != rules.Centre
		if always && !over {
			return false
		}
		found = found || over
	}
	return found
}

// rivals returns the squares of other pieces with the same role that have a legal move to the same square. It
// also reports whether the move m is pseudo-legal.
func (f Flat) rivals(p *board.Position, m board.Move, w *scratch) (rivals board.Bitboard, possible bool) {
	pc := p.Piece(m.From())
	if origins, narrow := f.Rules.(narrowing); narrow && f.class(p, m)&rules.Castling == 0 {
		if pc == board.NoPiece || pc.Colour() != p.Side || !properPromotion(pc.Role(), m) {
			return 0, false
		}
		from := origins.Origins(p, pc.Role(), m.To())
		possible = from.Has(m.From())
		for others := from &^ m.From().Bit(); possible && others != 0; {
			if s := others.Pop(); f.Rules.Apply(p, board.NewMove(s, m.To(), m.Promotion()), &w.tried) {
				rivals |= s.Bit()
			}
		}
		return rivals, possible
	}
	for _, other := range f.pseudoLegal(p, w) {
		switch {
		case other == m:
			possible = true
		case other.To() != m.To() || other.Promotion() != m.Promotion() || p.Piece(other.From()) != pc:
		case f.class(p, other)&rules.Castling != 0: // written as O-O
		case f.Rules.Apply(p, other, &w.tried):
			rivals |= other.From().Bit()
		}
	}
	return rivals, possible
}

// properPromotion reports whether a move has a promotion role if and only if it is a promotion.
func properPromotion(role board.Role, m board.Move) bool {
	if m.Type() != board.Step {
		return false
	}
	if r := m.To().Rank(); role == board.Pawn && (r == 0 || r == 7) {
		return m.Promotion() >= board.Knight && m.Promotion() <= board.Queen
	}
	return m.Promotion() == board.NoRole
}

// appendOrigin appends the part of the origin that distinguishes a move from the moves of its rivals. If
// always is true, it appends at least the file, as for a pawn capture.
func appendOrigin(text []byte, from board.Square, rivals board.Bitboard, always bool) []byte {
	sameFile, sameRank := false, false
	some := rivals != 0
	for rivals != 0 {
		r := rivals.Pop()
		sameFile = sameFile || r.File() == from.File()
		sameRank = sameRank || r.Rank() == from.Rank()
	}
	if always || some && (!sameFile || sameRank) {
		text = append(text, 'a'+byte(from.File()))
	}
	if sameFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

func appendSquare(text []byte, s board.Square) []byte {
	return append(text, 'a'+byte(s.File()), '1'+byte(s.Rank()))
}

// appendSign appends + if the side to move is in check, or # if it is checkmated.
func (f Flat) appendSign(text []byte, p *board.Position) []byte {
	switch {
	case !f.Rules.InCheck(p, p.Side):
		return text
	case f.canMove(p):
		return append(text, '+')
	}
	return append(text, '#')
}
