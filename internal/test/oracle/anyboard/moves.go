package anyboard

import "slices"

// move is a pseudo-legal move.
type move struct {
	from, to int  // as in the UCI text: in Chess960, to is the rook's square when castling
	taken    int  // square of the captured piece, or none
	passed   int  // square passed by a double push, or none
	promo    byte // kind or 0
	right    int  // index of the castling right, or none
}

// text returns the UCI notation (1.3).
func (p *Pos) text(m move) string {
	text := p.g.nameOf(m.from) + p.g.nameOf(m.to)
	if m.promo != 0 {
		text += string(m.promo)
	}
	return text
}

// pseudo returns the pseudo-legal moves.
func (p *Pos) pseudo() []move {
	var moves []move
	for from := range p.board {
		if p.holds(from, p.white) {
			moves = append(moves, p.pieceMoves(from)...)
		}
	}
	return append(moves, p.castlings()...)
}

// pieceMoves returns the pseudo-legal moves of the piece on from, without castling. No two of them have the
// same UCI text.
func (p *Pos) pieceMoves(from int) []move {
	moves := p.captures(from)
	taken := func(to int) bool {
		return slices.ContainsFunc(moves, func(m move) bool { return m.to == to })
	}
	for _, m := range p.quietMoves(from) {
		if !taken(m.to) { // if a pawn can capture en passant on a square, it does (3.8)
			moves = append(moves, m)
		}
	}
	if p.g.passing {
		moves = slices.DeleteFunc(moves, func(m move) bool { return p.board[p.g.twin(m.to)] != empty }) // 5.3
	}
	if kindOf(p.board[from]) != 'p' {
		return moves
	}
	var all []move
	for _, m := range moves {
		all = append(all, p.promotions(m)...)
	}
	return all
}

// promotions returns a pawn's move with every promotion that it may have (3.10).
func (p *Pos) promotions(m move) []move {
	var all []move
	rank := p.g.rank(m.to)
	in := p.g.inZone(rank, p.white)
	if !in || !p.g.must && rank != p.g.last(p.white) {
		all = append(all, m)
	}
	if in {
		for _, kind := range []byte(p.g.promotes) {
			promoted := m
			promoted.promo = kind
			all = append(all, promoted)
		}
	}
	return all
}

// quietMoves returns the non-capturing moves of the piece on from.
func (p *Pos) quietMoves(from int) []move {
	var moves []move
	pawn := kindOf(p.board[from]) == 'p'
	for _, a := range p.g.kinds[kindOf(p.board[from])] {
		if !a.quiet {
			continue
		}
		for _, l := range p.reach(from, a, true) {
			if p.board[l.sq] != empty {
				continue
			}
			m := move{from: from, to: l.sq, taken: none, passed: none, right: none}
			if first := a.initial || a.secondRank; pawn && first && l.leaps == 2 && a.steps() {
				m.passed = l.passed
			}
			same := slices.IndexFunc(moves, func(other move) bool { return other.to == m.to })
			switch {
			case same < 0:
				moves = append(moves, m)
			case m.passed != none: // any atom may leave the square (3.8)
				moves[same].passed = m.passed
			}
		}
	}
	return moves
}

// steps reports whether an atom consists of single steps: W, F or one of their riders.
func (a atom) steps() bool { return abs(a.leaps[0].x) <= 1 && abs(a.leaps[0].y) <= 1 }

// captures returns the captures of the piece on from, including en passant.
func (p *Pos) captures(from int) []move {
	var moves []move
	add := func(to, taken int) {
		m := move{from: from, to: to, taken: taken, passed: none, right: none}
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	for _, sq := range p.attacks(from) {
		if p.holds(sq, !p.white) && !p.g.isRoyal(p.board[sq]) { // 3.9
			add(sq, sq)
		}
	}
	if p.ep == none || p.board[p.ep] != empty || p.g.isRoyal('p') {
		return moves
	}
	for _, a := range p.g.kinds[kindOf(p.board[from])] {
		if !a.takes || !a.passant {
			continue
		}
		for _, l := range p.reach(from, a, false) {
			if l.sq != p.ep {
				continue
			}
			landing := p.ep
			if l.seam && p.g.home {
				landing = p.origin()
			}
			if p.board[landing] == empty {
				add(landing, p.pusher)
			}
		}
	}
	return moves
}

// origin returns the square that the pusher came from. Pushes cross no edge, so it is as far from the passed
// square as the pushed pawn is.
func (p *Pos) origin() int { return p.ep + p.ep - p.pusher }

// enPassant returns the en passant captures of the side to move. An occupied twin square does not prevent them
// here.
func (p *Pos) enPassant() []move {
	var moves []move
	for from := range p.board {
		if p.board[from] != coloured('p', p.white) {
			continue
		}
		for _, m := range p.captures(from) {
			if m.taken != m.to {
				moves = append(moves, p.promotions(m)...)
			}
		}
	}
	return moves
}
