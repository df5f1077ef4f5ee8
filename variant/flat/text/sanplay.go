package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// PlaySAN reads a move written as [Flat.FormatSAN] writes it, check signs or
// not, and plays it on a copy. False says only that this quick way did not find
// the one legal move: [Flat.ParseMove] then tells the move or what is wrong.
// Where it answers, ParseMove would have found the same move.
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
	if r.role == board.Pawn && r.file < 0 { // it goes straight ahead
		from &= fileBits << r.to.File()
	}
	m := board.NoMove
	for from != 0 {
		try := board.NewMove(from.Pop(), r.to, r.promotion)
		switch {
		case !properPromotion(r.role, try) || r.promotion != board.NoRole && !origins.MayBecome(r.promotion):
			return board.NoMove, false
		case m != board.NoMove: // more than one, and next belongs to the first
			return board.NoMove, false
		case f.Rules.Apply(p, try, next):
			m = try
		}
	}
	return m, m != board.NoMove && (!r.takes || origins.Class(p, m)&rules.Capture != 0)
}

const (
	fileBits board.Bitboard = 0x0101010101010101
	rankBits board.Bitboard = 0xff
)

// playCastling plays the king's two-square step if it is castling.
func (f Flat) playCastling(p *board.Position, r *reading, next *board.Position) (board.Move, bool) {
	h := castlingHomes[2*int(p.Side&1)+r.castle-1]
	m := board.NewMove(h.king, h.king+2, board.NoRole)
	if h.rook < h.king {
		m = board.NewMove(h.king, h.king-2, board.NoRole)
	}
	if onto, ok := castling960(p, h.right); ok {
		m = onto
	}
	for other := range f.possible(p) {
		if other == m {
			return m, f.class(p, m)&rules.Castling != 0 && f.Rules.Apply(p, m, next)
		}
	}
	return board.NoMove, false
}

// readSAN reads the plain form of a move: a capital letter or none, what is
// told of the origin, x or nothing, the destination, =Q, and check signs.
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
		return r, false // coordinates of any piece, a pawn from anywhere, a small bishop
	}
	return r, text == ""
}

func smallFile(c byte) bool { return c >= 'a' && c <= 'h' }
