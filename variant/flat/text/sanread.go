package text

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// mostMove is the maximum length of a move's text in bytes. Valid texts are far shorter.
const mostMove = 64

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

// plain is a move's text in ASCII, with the offset of each byte in the input.
type plain struct {
	input     string
	chars     []byte
	at        []int
	enPassant bool // the text ended in e.p., which has been removed
}

// fail returns an error at the given index in the plain text.
func (t *plain) fail(i int, code message.Code, english string, args message.Args) *notation.SyntaxError {
	offset := len(t.input)
	if i < len(t.at) {
		offset = t.at[i]
	}
	return &notation.SyntaxError{Input: t.input, Offset: offset, Message: message.New(code, english, args)}
}

// ascii maps symbols to their ASCII equivalents.
var ascii = map[rune]byte{
	'♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': 'P',
	'♚': 'K', '♛': 'Q', '♜': 'R', '♝': 'B', '♞': 'N', '♟': 'P',
	'×': 'x',
}

// flatten replaces figurines and typographic symbols with ASCII characters. It returns an error if the text
// is too long or contains another character.
func flatten(input string) (*plain, error) {
	t := &plain{input: input}
	if len(input) > mostMove {
		t.input = input[:mostMove]
		return nil, t.fail(0, "syntax.move.too-long", "a move of {count} characters is too long", message.Args{"count": len(input)})
	}
	t.chars, t.at = make([]byte, 0, len(input)), make([]int, 0, len(input))
	for i, c := range input {
		sign := byte(0)
		switch {
		case c > ' ' && c < 0x7f:
			sign = byte(c)
		case unicode.IsSpace(c):
			sign = ' '
		case c == '\uFE0E' || c == '\uFE0F': // variation selectors only affect how a figurine is drawn
			continue
		default:
			if sign = cmp.Or(ascii[c], notation.PlainSign(c)); sign == 0 {
				return nil, (&plain{input: input, at: []int{i}}).fail(0, "syntax.move.sign",
					"{sign, sign} cannot occur in a move", message.Args{"sign": string(c)})
			}
		}
		t.chars, t.at = append(t.chars, sign), append(t.at, i)
	}
	t.chars, t.at = notation.JoinArrows(t.chars, t.at)
	return t, nil
}

// trim removes spaces, check signs, annotations such as !? and e.p. from the end, and spaces from the start.
func (t *plain) trim() {
	for len(t.chars) > 0 && t.chars[0] == ' ' {
		t.chars, t.at = t.chars[1:], t.at[1:]
	}
	for {
		text := bytes.TrimRight(t.chars, " +#!?")
		for _, suffix := range [...]string{"e.p.", "e.p", "ep"} {
			if n := len(text) - len(suffix); n >= 0 && strings.EqualFold(string(text[n:]), suffix) {
				t.enPassant = true
				text = text[:n]
				break
			}
		}
		if len(text) == len(t.chars) {
			return
		}
		t.chars = text
	}
}

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
	t, err := flatten(input)
	if err != nil {
		return nil, err
	}
	t.trim()
	if len(t.chars) == 0 {
		return nil, t.fail(0, "syntax.move.none", "the text contains no move", nil)
	}
	if n := castlingText(string(t.chars)); n > 0 {
		return []reading{{role: board.King, castle: n, to: board.NoSquare, on: board.NoSquare, enPassant: t.enPassant}}, nil
	}
	letter := t.chars[0]
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
	case bytes.Equal(bytes.ToUpper(t.chars), t.chars):
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
	a.reading = reading{role: role, file: -1, rank: -1, to: board.NoSquare, on: board.NoSquare, enPassant: t.enPassant}
	i := start
	if isFile(t.char(i)) {
		a.file = int(t.chars[i]|0x20) - 'a'
		i++
	}
	if isRank(t.char(i)) {
		a.rank = int(t.chars[i] - '1')
		i++
	}
	joined := true
	if isJoint(t.char(i)) {
		a.takes = t.chars[i] != '-'
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
		a.err = t.fail(i, "syntax.move.square", "expected a square such as e4", nil)
		return a
	}
	if a.role == board.NoRole && a.from() == board.NoSquare {
		a.role = board.Pawn
	}
	if a.crosses = t.char(i) == '*'; a.crosses {
		i++
	}
	if i, a.err = t.readPromotion(i, &a.reading); a.err != nil {
		return a
	}
	if t.char(i) == '@' {
		on, ok := t.square(i + 1)
		if !ok {
			a.err = t.fail(i+1, "syntax.move.goes-on", "expected the final square after @", nil)
			return a
		}
		a.on = on
		i += 3
	}
	if i < len(t.chars) {
		a.err = t.fail(i, "syntax.move.end", "unexpected {rest, quote} after the move", message.Args{"rest": notation.Clip(t.input[t.at[i]:])})
	}
	return a
}

// readPromotion parses a promotion, written as =Q, (Q), /Q or Q, and returns the index after it.
func (t *plain) readPromotion(i int, r *reading) (int, *notation.SyntaxError) {
	opened := t.char(i)
	marked := opened == '=' || opened == '(' || opened == '/'
	if marked {
		i++
	}
	r.promotion, _ = board.ParseRole(t.char(i))
	if r.promotion == board.NoRole {
		if marked {
			return i, t.fail(i, "syntax.move.promotion", "expected the promotion piece: Q, R, B or N", nil)
		}
		return i, nil
	}
	i++
	if opened == '(' {
		if t.char(i) != ')' {
			return i, t.fail(i, "syntax.move.bracket", "the promotion's bracket is not closed", nil)
		}
		i++
	}
	return i, nil
}

// char returns the byte at an index, or 0 past the end.
func (t *plain) char(i int) byte {
	if i < len(t.chars) {
		return t.chars[i]
	}
	return 0
}

// square parses the square at an index. It returns false if there is none.
func (t *plain) square(i int) (board.Square, bool) {
	if i+2 > len(t.chars) {
		return board.NoSquare, false
	}
	return board.ParseSquare(string(t.chars[i : i+2]))
}

func isJoint(c byte) bool { return c == '-' || c == 'x' || c == 'X' || c == ':' }
