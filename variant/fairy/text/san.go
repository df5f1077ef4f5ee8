package text

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatUCI formats a move in UCI notation: origin, destination and the letter of a promotion, as in e2e4,
// a10b10 and e7e8a.
func (f Fairy) FormatUCI(_ *board.Position, m board.Move) string {
	text := f.Rules.Settings().Name(m.From()) + f.Rules.Settings().Name(m.To())
	if k := m.Promotion(); k != board.NoRole {
		text += string(f.letter(k) | 0x20)
	}
	return text
}

// FormatSAN formats a legal move in SAN, as in Nf3, exd5, a8=C+ or O-O, with the letters of the rule set. The
// file, the rank or both distinguish moves that would otherwise be ambiguous. A pawn's rank is never written without
// its file, because a word that starts with a number could be a move number. A piece that goes on has its final
// square after an @, and an en passant capture that does not land on the crossed square is marked e.p. FormatSAN
// formats an illegal move in UCI notation.
func (f Fairy) FormatSAN(p *board.Position, m board.Move) string {
	b := f.Rules.Settings()
	pc := p.Piece(m.From())
	found, sameFile, sameRank, rivals := false, false, false, false
	for other := range f.legal(p) {
		switch {
		case other == m:
			found = true
		case other.To() == m.To() && other.Promotion() == m.Promotion() && p.Piece(other.From()) == pc && f.Rules.Class(p, other)&rules.Castling == 0:
			rivals = true
			sameFile = sameFile || b.File(other.From()) == b.File(m.From())
			sameRank = sameRank || b.Rank(other.From()) == b.Rank(m.From())
		}
	}
	if !found {
		return f.FormatUCI(p, m)
	}
	var next board.Position
	f.Rules.Apply(p, m, &next)
	class := f.Rules.Class(p, m)
	if class&rules.Castling != 0 {
		text := "O-O"
		if m.To() < m.From() {
			text = "O-O-O"
		}
		return text + f.sign(&next)
	}
	text := ""
	pawn, from := pc.Role() == board.Pawn, f.Rules.Settings().Name(m.From())
	if !pawn {
		text = string(f.letter(pc.Role()))
	}
	diagonal := b.File(m.From()) != b.File(m.To())
	if pawn && class&rules.Capture != 0 || rivals && (!sameFile || sameRank) || pawn && (diagonal || sameFile) {
		text += from[:1]
	}
	if sameFile {
		text += strings.TrimRight(from[1:], "AB") // the destination is on the same plane
	}
	if class&rules.Capture != 0 {
		text += "x"
	}
	text += f.Rules.Settings().Name(m.To())
	if f.Rules.Info().SeamMark && f.crosses(p, m, true) {
		text += "*"
	}
	if k := m.Promotion(); k != board.NoRole {
		text += "=" + string(f.letter(k))
	}
	if on := f.Rules.FinalSquare(p, &next, m); on != m.To() {
		text += "@" + f.Rules.Settings().Name(on)
	}
	if class&rules.EnPassant != 0 {
		if crossed, _ := f.Rules.Pushed(p); crossed != m.To() {
			text += " e.p."
		}
	}
	return text + f.sign(&next)
}

// letter returns the capital letter of a kind.
func (f Fairy) letter(k board.Role) byte {
	return f.Rules.Info().Letter(board.NewPiece(board.White, k))
}

// sign returns + for check, # for checkmate or for a check that wins, and otherwise "".
func (f Fairy) sign(p *board.Position) string {
	switch {
	case !f.Rules.InCheck(p, p.Side):
		return ""
	case f.Rules.Count(p) > 0:
		return "+"
	}
	return "#"
}

// crosses reports whether a legal move crosses the seam on any of its ways or, if always is true, on all of
// them.
func (f Fairy) crosses(p *board.Position, m board.Move, always bool) bool {
	found := false
	for _, way := range f.Rules.Guide().Ways(p, m) {
		if over := way.Seam(); always && !over {
			return false
		} else if over {
			found = true
		}
	}
	return found
}
