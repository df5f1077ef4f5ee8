package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// PlaySAN parses a move in the format of [Flat.FormatSAN], with or without check signs, and stores the
// position after it in next. It is faster than [Flat.ParseMove], but does not accept every valid text. If
// PlaySAN returns false, call ParseMove for the move or the error.
func (f Flat) PlaySAN(p *board.Position, text string, next *board.Position) (board.Move, bool) {
	origins, narrow := f.Rules.(narrowing)
	if !narrow {
		return board.NoMove, false
	}
	r, ok := readSAN(text)
	if !ok {
		return board.NoMove, false
	}
	if r.castle > 0 {
		return f.playCastling(p, &r, next)
	}
	from := origins.Origins(p, r.role, r.to)
	if r.file >= 0 {
		from &= fileBits << r.file
	}
	if r.rank >= 0 {
		from &= rankBits << (8 * r.rank)
	}
	if r.role == board.Pawn && r.file < 0 { // a push
		from &= fileBits << r.to.File()
	}
	m := board.NoMove
	for from != 0 {
		try := board.NewMove(from.Pop(), r.to, r.promotion)
		switch {
		case !properPromotion(r.role, try) || r.promotion != board.NoRole && !origins.MayBecome(r.promotion):
			return board.NoMove, false
		case m != board.NoMove: // a second move fits; next holds the position after the first
			return board.NoMove, false
		case f.Rules.Apply(p, try, next):
			m = try
		}
	}
	return m, m != board.NoMove && (!r.takes || origins.Class(p, m)&rules.Capture != 0)
}

func (f Flat) playCastling(p *board.Position, r *reading, next *board.Position) (board.Move, bool) {
	h := castlingHomes[2*int(p.Side&1)+r.castle-1]
	m, unusual := castling960(p, h)
	if !unusual {
		m = h.move()
	}
	for other := range f.possible(p) {
		if other == m {
			return m, f.class(p, m)&rules.Castling != 0 && f.Rules.Apply(p, m, next)
		}
	}
	return board.NoMove, false
}

// readSAN parses plain SAN: an optional piece letter, parts of the origin, an optional x, the destination, an
// optional promotion, and check signs.
func readSAN(text string) (r reading, ok bool) {
	r = reading{role: board.Pawn, file: -1, rank: -1, to: board.NoSquare, on: board.NoSquare}
	for len(text) > 0 && (text[len(text)-1] == '+' || text[len(text)-1] == '#') {
		text = text[:len(text)-1]
	}
	if len(text) < 2 {
		return r, false
	}
	switch text[0] {
	case 'O':
		r.castle = castlingText(text)
		return r, r.castle > 0
	case 'N':
		r.role = board.Knight
	case 'B':
		r.role = board.Bishop
	case 'R':
		r.role = board.Rook
	case 'Q':
		r.role = board.Queen
	case 'K':
		r.role = board.King
	}
	if r.role != board.Pawn {
		text = text[1:]
	} else if n := len(text); n >= 4 && text[n-2] == '=' {
		role, isRole := board.ParseRole(text[n-1])
		if !isRole {
			return r, false
		}
		r.promotion = role
		text = text[:n-2]
	}
	n := len(text)
	if n < 2 || !smallFile(text[n-2]) || !isRank(text[n-1]) {
		return r, false
	}
	r.to = board.At(int(text[n-2]-'a'), int(text[n-1]-'1'))
	text = text[:n-2]
	if n = len(text); n > 0 && text[n-1] == 'x' {
		r.takes = true
		text = text[:n-1]
	}
	if len(text) > 0 && smallFile(text[0]) {
		r.file = int(text[0] - 'a')
		text = text[1:]
	}
	if len(text) > 0 && isRank(text[0]) {
		r.rank = int(text[0] - '1')
		text = text[1:]
	}
	if r.role == board.Pawn && (r.rank >= 0 || (r.file >= 0) != r.takes) {
		return r, false // not plain SAN
	}
	return r, text == ""
}

func smallFile(c byte) bool { return c >= 'a' && c <= 'h' }
