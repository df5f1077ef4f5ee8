package naive

import "strings"

// san formats a legal move in SAN.
//
// The parts are, in this order: the piece letter; the file, rank or square that distinguishes the move
// from other legal moves of the same piece type to the same square; x for a capture; the first landing
// square; the promotion; @ and the square that the piece goes on to; e.p. if the pawn does not land on
// the crossed square; and + or # for the position after the whole move.
func (p *Pos) san(m move, legal []move) string {
	var b strings.Builder
	n := p.apply(m)
	kind := role(p.board[m.from])
	switch {
	case m.castle && file(m.to) == 6:
		b.WriteString("O-O")
	case m.castle:
		b.WriteString("O-O-O")
	case kind == 'p':
		if m.taken != none {
			b.WriteString(squareName(m.from)[:1])
		}
	default:
		b.WriteByte(coloured(kind, true))
		b.WriteString(p.apart(m, legal))
	}
	if !m.castle {
		if m.taken != none {
			b.WriteByte('x')
		}
		b.WriteString(squareName(m.to))
		if m.promo != 0 {
			b.WriteString("=" + string(coloured(m.promo, true)))
		}
		// The landing square is empty only if the piece has gone on. The piece is then on a new
		// square or on its origin.
		if n.board[m.to] == empty {
			for sq, piece := range n.board {
				if piece == p.board[m.from] && (p.board[sq] != piece || sq == m.from) {
					b.WriteString("@" + squareName(sq))
				}
			}
		}
		if m.taken != none && m.taken != m.to && m.to != p.ep {
			b.WriteString(" e.p.")
		}
	}
	if n.InCheck() {
		if len(n.legal()) == 0 {
			b.WriteByte('#')
		} else {
			b.WriteByte('+')
		}
	}
	return b.String()
}

// apart returns the file, rank or square that distinguishes a move from other moves of the same piece
// type to the same square, or "" if there are none.
func (p *Pos) apart(m move, legal []move) string {
	others, sameFile, sameRank := false, false, false
	for _, o := range legal {
		if o.from == m.from || o.to != m.to || o.castle || p.board[o.from] != p.board[m.from] {
			continue
		}
		others = true
		sameFile = sameFile || file(o.from) == file(m.from)
		sameRank = sameRank || rank(o.from) == rank(m.from)
	}
	name := squareName(m.from)
	switch {
	case !others:
		return ""
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	}
	return name
}

// Outcome returns the result and its reason if the position ends the game, or "" if the game continues.
// The only dead position it recognises is king against king if nothing can be spawned (rule 6 for
// definitions).
func (p *Pos) Outcome() string {
	stuck := len(p.legal()) == 0
	mover, other := "1-0", "0-1"
	if !p.white {
		mover, other = other, mover
	}
	switch {
	case stuck && p.InCheck():
		return other + " checkmate"
	case stuck && p.rules.stalemate == "loss":
		return other + " stalemate"
	case stuck && p.rules.stalemate == "win":
		return mover + " stalemate"
	case stuck:
		return "1/2-1/2 stalemate"
	case p.rules.barren && strings.Trim(string(p.board[:]), ".kK") == "" &&
		strings.Count(string(p.board[:]), "k") == 1 && strings.Count(string(p.board[:]), "K") == 1:
		return "1/2-1/2 dead"
	case p.half >= 150:
		return "1/2-1/2 seventy-five"
	}
	return ""
}
