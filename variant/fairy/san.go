package fairy

import (
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatUCI formats a move in UCI notation: origin, destination and the letter of a promotion, as in e2e4,
// a10b10 and e7e8a.
func (g guide) FormatUCI(_ *board.Position, m board.Move) string {
	text := g.r.name(m.From()) + g.r.name(m.To())
	if k := m.Promotion(); k != board.NoRole {
		text += string(g.r.kinds[indexOf(k)].letter)
	}
	return text
}

// lists pools move lists, which are large.
var lists = sync.Pool{New: func() any { return new(board.MoveList) }}

// eachLegal calls visit with each legal move and the position after it, until visit returns false.
func (r *Rules) eachLegal(p *board.Position, visit func(m board.Move, next *board.Position) bool) {
	list := lists.Get().(*board.MoveList)
	defer lists.Put(list)
	list.Reset()
	r.Legal(p, list)
	var next board.Position
	for _, m := range list.All() {
		r.Make(p, m, &next)
		if !visit(m, &next) {
			return
		}
	}
}

// FormatSAN formats a legal move in SAN, as in Nf3, exd5, a8=C+ or O-O, with the letters of the rule set. The
// file, the rank or both distinguish moves that would otherwise be ambiguous. A piece that goes on has its
// final square after an @, and an en passant capture that does not land on the crossed square is marked e.p.
// FormatSAN formats an illegal move in UCI notation.
func (g guide) FormatSAN(p *board.Position, m board.Move) string {
	r := g.r
	pc := p.Piece(m.From())
	var next board.Position
	found, sameFile, sameRank, rivals := false, false, false, false
	r.eachLegal(p, func(other board.Move, after *board.Position) bool {
		switch {
		case other == m:
			found, next = true, *after
		case other.To() == m.To() && other.Promotion() == m.Promotion() && p.Piece(other.From()) == pc && r.Class(p, other)&rules.Castling == 0:
			rivals = true
			sameFile = sameFile || r.file(other.From()) == r.file(m.From())
			sameRank = sameRank || r.rank(other.From()) == r.rank(m.From())
		}
		return true
	})
	if !found {
		return g.FormatUCI(p, m)
	}
	class := r.Class(p, m)
	text := ""
	if class&rules.Castling != 0 {
		if text = "O-O"; r.castling(p, m.From(), m.To()).long {
			text = "O-O-O"
		}
		return text + r.sign(&next)
	}
	pawn, from := pc.Role() == board.Pawn, r.name(m.From())
	if !pawn {
		text = string(r.kinds[index(pc)].letter &^ 0x20)
	}
	diagonal := r.file(m.From()) != r.file(m.To())
	if pawn && class&rules.Capture != 0 || rivals && (!sameFile || sameRank) || pawn && diagonal {
		text += from[:1]
	}
	if sameFile {
		text += from[1:]
	}
	if class&rules.Capture != 0 {
		text += "x"
	}
	text += r.name(m.To())
	if r.info.SeamMark && r.crosses(p, m, true) {
		text += "*"
	}
	if k := m.Promotion(); k != board.NoRole {
		text += "=" + string(r.kinds[indexOf(k)].letter&^0x20)
	}
	if on := r.rest(p, &next, m); on != m.To() {
		text += "@" + r.name(on)
	}
	if class&rules.EnPassant != 0 {
		if crossed, _ := r.passed(p.EnPassant(), p.Side.Other()); crossed != m.To() {
			text += " e.p."
		}
	}
	return text + r.sign(&next)
}

// sign returns + for check, # for checkmate or for a check that wins, and otherwise "".
func (r *Rules) sign(p *board.Position) string {
	switch {
	case !r.inCheck(p, p.Side):
		return ""
	case r.Count(p) > 0:
		return "+"
	}
	return "#"
}

// rest returns the final square of the piece that moved.
func (r *Rules) rest(p, next *board.Position, m board.Move) board.Square {
	pc := p.Piece(m.From())
	if r.spec.Reflection == nil || !r.goesOn[index(pc)] || m.Promotion() != board.NoRole || next.Piece(m.To()) == pc {
		return m.To()
	}
	return r.image[m.To()&63]
}

// crosses reports whether a legal move crosses the seam on any of its ways or, if always is true, on all of
// them.
func (r *Rules) crosses(p *board.Position, m board.Move, always bool) bool {
	found := false
	for _, way := range r.Guide().Ways(p, m) {
		if over := way.Seam(); always && !over {
			return false
		} else if over {
			found = true
		}
	}
	return found
}
