package text

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// reading is one interpretation of a move's text.
type reading struct {
	role       board.Role // NoRole means any piece on the origin
	file, rank int        // the origin; -1 if the text does not name it
	to         board.Square
	promotion  board.Role
	takes      bool         // the text has a capture sign
	enPassant  bool         // the text contains e.p.
	crosses    bool         // the text contains the seam mark *
	on         board.Square // the square after @, or NoSquare
	castle     int          // 1 for O-O, 2 for O-O-O, 0 for neither
}

// from returns the origin, or NoSquare if the text does not name the whole square.
func (r *reading) from() board.Square {
	if r.file < 0 || r.rank < 0 {
		return board.NoSquare
	}
	return board.At(r.file, r.rank)
}

// plain is a move's text in ASCII.
type plain struct{ notation.MoveText }

// attempt is a reading of the input, or an error if it cannot be read that way.
type attempt struct {
	reading
	err *notation.SyntaxError
}

// readMove returns the readings of a move's text, best first. There are several only if the letter b may mean
// a bishop or a file:
//
//   - A capital B is a bishop, so B1c3 is a bishop from the first rank, and only
//     then a misspelled b1c3; but coordinates all in capitals, B1C3, are
//     coordinates first.
//   - A lower-case b is a file before it is a bishop: bxc3 is the pawn's capture,
//     and the bishop's only if no pawn can make it. If no pawn can be meant
//     (bf4, bb4), it is the bishop. b1c3 is always coordinates, because UCI
//     notation must be exact.
func readMove(input string) ([]reading, error) {
	text, err := notation.NewMoveText(input, nil)
	if err != nil {
		return nil, err
	}
	t := &plain{text}
	if n := castlingText(t.Chars); n > 0 {
		return []reading{{role: board.King, castle: n, to: board.NoSquare, on: board.NoSquare, enPassant: t.EnPassant}}, nil
	}
	letter := t.Chars[0]
	role, isPiece := board.ParseRole(letter)
	switch {
	case !isPiece:
		return settle(t.read(0, board.NoRole))
	case role != board.Bishop:
		return settle(t.read(1, role))
	}
	bare, spelled := t.read(0, board.NoRole), t.read(1, role)
	coordinates := bare.err == nil && bare.from() != board.NoSquare
	switch {
	case letter == 'b' && coordinates:
		return settle(bare)
	case letter == 'b' && (bare.err != nil || bare.file < 0 || bare.to.File() == 0 || bare.to.File() == 2):
		return settle(bare, spelled)
	case !coordinates:
		return settle(spelled)
	case strings.ToUpper(t.Chars) == t.Chars:
		return settle(bare, spelled)
	}
	return settle(spelled, bare)
}

// settle returns the successful readings. If there are none, it returns the error with the greatest offset.
func settle(attempts ...attempt) (all []reading, err error) {
	var failed *notation.SyntaxError
	for _, a := range attempts {
		switch {
		case a.err == nil:
			all = append(all, a.reading)
		case failed == nil || a.err.Offset > failed.Offset:
			failed = a.err
		}
	}
	if len(all) == 0 {
		return nil, failed
	}
	return all, nil
}

// castlingText returns 1 for O-O and 2 for O-O-O, with letters or zeros, and 0 for any other text.
func castlingText(text string) int {
	if len(text) != 3 && len(text) != 5 {
		return 0
	}
	for i, c := range text {
		if i%2 == 1 && c != '-' || i%2 == 0 && c != 'O' && c != 'o' && c != '0' {
			return 0
		}
	}
	return len(text) / 2
}

// read parses the text from the index start: parts of the origin, a capture sign or hyphen, the destination,
// a promotion, and the square after @. If role is NoRole and the text does not name the whole origin, the
// move is a pawn move.
func (t *plain) read(start int, role board.Role) (a attempt) {
	a.reading = reading{role: role, file: -1, rank: -1, to: board.NoSquare, on: board.NoSquare, enPassant: t.EnPassant}
	i := start
	if isFile(t.Char(i)) {
		a.file = int(t.Chars[i]|0x20) - 'a'
		i++
	}
	if isRank(t.Char(i)) {
		a.rank = int(t.Chars[i] - '1')
		i++
	}
	joined := true
	if isJoint(t.Char(i)) {
		a.takes = t.Chars[i] != '-'
		joined = false
		i++
	}
	switch to, ok := t.square(i); {
	case ok:
		a.to = to
		i += 2
	case joined && a.file >= 0 && a.rank >= 0: // the square that was read as the origin is the destination
		a.to = a.from()
		a.file, a.rank = -1, -1
	default:
		a.err = t.Fail(i, "syntax.move.square", "expected a square such as {example}", message.Args{"example": message.Square("e4")})
		return a
	}
	if a.role == board.NoRole && a.from() == board.NoSquare {
		a.role = board.Pawn
	}
	if a.crosses = t.Char(i) == '*'; a.crosses {
		i++
	}
	if i, a.err = t.readPromotion(i, &a.reading); a.err != nil {
		return a
	}
	if t.Char(i) == '@' {
		on, ok := t.square(i + 1)
		if !ok {
			a.err = t.Fail(i+1, "syntax.move.goes-on", "expected the final square after @", nil)
			return a
		}
		a.on = on
		i += 3
	}
	if i < len(t.Chars) {
		a.err = t.Fail(i, "syntax.move.end", "unexpected {rest, quote} after the move", message.Args{"rest": notation.Clip(t.Input[t.At[i]:])})
	}
	return a
}

// readPromotion parses a promotion, written as =Q, (Q), /Q or Q, and returns the index after it.
func (t *plain) readPromotion(i int, r *reading) (int, *notation.SyntaxError) {
	opened := t.Char(i)
	marked := opened == '=' || opened == '(' || opened == '/'
	if marked {
		i++
	}
	r.promotion, _ = board.ParseRole(t.Char(i))
	if r.promotion == board.NoRole {
		if marked {
			return i, t.Fail(i, "syntax.move.promotion", "expected the promotion piece: Q, R, B or N", nil)
		}
		return i, nil
	}
	i++
	if opened == '(' {
		if t.Char(i) != ')' {
			return i, t.Fail(i, "syntax.move.bracket", "the promotion's bracket is not closed", nil)
		}
		i++
	}
	return i, nil
}

// square parses the square at an index. It returns false if there is none.
func (t *plain) square(i int) (board.Square, bool) {
	if i+2 > len(t.Chars) {
		return board.NoSquare, false
	}
	return board.ParseSquare(t.Chars[i : i+2])
}

func isJoint(c byte) bool { return c == '-' || c == 'x' || c == 'X' || c == ':' }
