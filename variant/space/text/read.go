// Package text parses and formats positions and moves on boards in space. It handles positions (position.go
// and draft.go) and moves in UCI and Meder's notation: read.go parses the input, pick.go finds the matching
// move, and san.go formats moves. show.go draws positions as text.
package text

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Space parses and formats positions, Meder's notation and UCI notation for a rule set on boards in space.
// The guide of the rule set embeds it.
type Space struct{ Rules Rules }

// Rules lists the methods of a rule set that Space needs.
type Rules interface {
	rules.LegalGenerator
	// Turns reports whether boards may rotate by 180°.
	Turns() bool
	// OfferEnPassant sets the en passant square to the square of a pawn that has just made a double step, if
	// a legal capture exists.
	OfferEnPassant(p *board.Position, pushed board.Square)
	// WhyNoBoard returns the reason why no board can move to a pin, and the illegal move of an adjacent board
	// if there is one.
	WhyNoBoard(p *board.Position, to geometry.Pin, promotion board.Role) (board.Move, *rules.IllegalMove)
}

// plain is a move's text in ASCII, with pins in capitals.
type plain struct{ notation.MoveText }

// signs maps symbols to their ASCII equivalents, in addition to those of [notation.NewMoveText].
var signs = map[rune]byte{':': 'x', '°': ' '}

// capitalPins capitalises lower-case pins, which cannot mean anything else.
var capitalPins = strings.NewReplacer("ql", "QL", "kl", "KL")

// capitals returns the text with piece and level letters in capitals: a level letter after a file and a rank,
// and a piece letter at the start before a file. This is only an alternative reading of the text, because
// lower-case letters may also be files and promotions. Package regexp would make the browser build much
// larger, so capitals does not use it.
func (t *plain) capitals() *plain {
	const files, levels, pieces = "abcdez", "wnb", "kqrnp"
	is := func(at int, letters string) bool { return strings.IndexByte(letters, t.Chars[at]) >= 0 }
	chars := []byte(t.Chars)
	for i := 2; i < len(chars); i++ {
		if is(i-2, files) && is(i-1, "0123456789") && is(i, levels) {
			chars[i] -= 'a' - 'A'
		}
	}
	if len(chars) > 1 && is(0, pieces) && is(1, files) {
		chars[0] -= 'a' - 'A'
	}
	other := *t
	other.Chars = string(chars)
	return &other
}

// flatten converts a move's text to ASCII.
func flatten(input string) (*plain, error) {
	text, err := notation.NewMoveText(input, signs)
	if err != nil {
		return nil, err
	}
	text.Chars = capitalPins.Replace(text.Chars)
	return &plain{text}, nil
}

// spot is a square in the input, complete or not: any of file, rank and level, or the quadrant of a board.
type spot struct {
	file, rank int // -1 if absent
	level      geometry.Level
	quadrant   int  // 0 if absent
	letter     byte // the file's letter, which may be invalid
	start, end int  // indexes in the plain text
}

// full reports whether the spot names a single square.
func (s *spot) full() bool {
	return s.letter != 0 && s.rank >= 0 && s.level != geometry.NoLevel ||
		s.level >= geometry.FirstPin && s.quadrant > 0
}

func (s *spot) empty() bool { return s.start == s.end }

// name returns the name of the square. The file, rank and level must be present.
func (s *spot) name() geometry.Name {
	return geometry.Name{Column: geometry.At(s.file, s.rank), Level: s.level}
}

// spot parses a square at an index. The square may be incomplete.
func (t *plain) spot(i int) (spot, *notation.SyntaxError) {
	s := spot{file: -1, rank: -1, level: geometry.NoLevel, start: i}
	if c := t.Char(i); c >= 'a' && c <= 'z' && c != 'x' {
		// A letter that is not a file is parsed as a file if a rank follows, so that f7N is reported as a
		// square that does not exist. Otherwise the letter may be a promotion.
		if next := t.Char(i + 1); geometry.FileOf(c) >= 0 || next >= '0' && next <= '9' {
			s.letter, s.file = c, geometry.FileOf(c)
			i++
		}
	}
	if c := t.Char(i); c >= '0' && c <= '9' {
		s.rank = int(c - '0')
		i++
	}
	if l, length := geometry.ParseLevel(t.Chars[min(i, len(t.Chars)):]); length > 0 {
		s.level = l
		i += length
	}
	if t.Char(i) == '@' {
		if t.Char(i+1)|0x20 != 'q' || t.Char(i+2) < '1' || t.Char(i+2) > '4' {
			return s, t.Fail(i, "syntax.move.quadrant", "expected a quadrant after @: q1, q2, q3 or q4", nil)
		}
		s.quadrant = int(t.Char(i+2) - '0')
		i += 3
	}
	s.end = i
	return s, nil
}

// reading is the parsed text of a piece move.
type reading struct {
	text      *plain
	role      board.Role // NoRole means any piece on the origin
	from, to  spot
	takes     bool
	promotion board.Role
}

// readPiece parses the text of a piece move: the piece letter, parts of the origin, a capture sign or hyphen,
// the destination and a promotion.
func (t *plain) readPiece() (r reading, err *notation.SyntaxError) {
	r.text = t
	i := 0
	if _, pin := geometry.ParsePin(t.Chars); !pin {
		if c := t.Chars[0]; c >= 'A' && c <= 'Z' {
			k, ok := board.ParseRole(c)
			if !ok {
				return r, t.Fail(0, "syntax.move.piece", "{letter, sign} is not a piece: the pieces are K, Q, R, B, N and P", message.Args{"letter": string(rune(c))})
			}
			r.role = k
			i++
		}
	}
	if r.from, err = t.spot(i); err != nil {
		return r, err
	}
	i = r.from.end
	joined := true
	if c := t.Char(i); c == '-' || c == 'x' {
		r.takes, joined = c == 'x', false
		i++
	}
	if r.to, err = t.spot(i); err != nil {
		return r, err
	}
	if joined && (r.to.empty() || r.from.full() && !r.to.full()) { // the square that was read as the origin is the destination
		r.to = r.from
		r.from = spot{file: -1, rank: -1, level: geometry.NoLevel}
	}
	if r.role == board.NoRole && !r.from.full() {
		r.role = board.Pawn
	}
	i = r.to.end
	if i, err = t.readPromotion(i, &r.promotion); err != nil {
		return r, err
	}
	if i < len(t.Chars) {
		return r, t.Fail(i, "syntax.move.end", "unexpected {rest, quote} after the move", message.Args{"rest": notation.Clip(t.Chars[i:])})
	}
	return r, nil
}

// readPromotion parses a promotion, written as =Q, /Q or Q, and returns the index after it.
func (t *plain) readPromotion(i int, k *board.Role) (int, *notation.SyntaxError) {
	marked := t.Char(i) == '=' || t.Char(i) == '/'
	if marked {
		i++
	}
	role, ok := board.ParseRole(t.Char(i))
	switch {
	case ok:
		*k = role
		return i + 1, nil
	case marked:
		return i, t.Fail(i, "syntax.move.promotion", "expected the promotion piece: Q, R, B or N", nil)
	}
	return i, nil
}

// boardReading is the parsed text of a board move.
type boardReading struct {
	from      geometry.Pin // NoPin if the text names only the destination
	to        geometry.Pin
	form      board.MoveType
	promotion board.Role
}

// readBoard parses the text of a board move, which starts with a pin. If a board can never make such a move,
// the error is a *rules.IllegalMove.
func (t *plain) readBoard() (r boardReading, err error) {
	r = boardReading{from: geometry.NoPin, form: board.BoardShift}
	r.to, err = t.readPin(0)
	if err != nil {
		return r, err
	}
	i := 3
	if c := t.Char(i); c == '-' || c == 'x' {
		r.from = r.to
		if c == 'x' {
			return r, rules.Illegal("illegal.board-capture",
				"boards cannot capture: a board on {pin} can only go to a free pin", message.Args{"pin": geometry.PinName(r.from)})
		}
		if r.to, err = t.readPin(i + 1); err != nil {
			return r, err
		}
		i += 4
	}
	if t.Char(i) == '^' {
		start := i + 1
		for i++; t.Char(i) >= '0' && t.Char(i) <= '9' || i == start && (t.Char(i) == '-' || t.Char(i) == '+'); i++ {
		}
		switch angle := t.Chars[start:i]; angle {
		case "0":
			r.form = board.BoardTurn0
		case "180":
			r.form = board.BoardTurn180
		case "":
			return r, t.Fail(i, "syntax.move.rotation", "expected a rotation after ^: 0 or 180", nil)
		default:
			return r, rules.Illegal("illegal.rotation",
				"a board can only be rotated to 0 or 180, not {angle}", message.Args{"angle": notation.Clip(angle)})
		}
		if r.from == geometry.NoPin {
			r.from = r.to
		}
	}
	syntax := error(nil)
	if n, e := t.readPromotion(i, &r.promotion); e != nil {
		syntax = e
	} else if i = n; i < len(t.Chars) {
		syntax = t.Fail(i, "syntax.move.board-end", "unexpected {rest, quote} after the board move", message.Args{"rest": notation.Clip(t.Chars[i:])})
	}
	return r, syntax
}

// readPin parses the pin at an index. It returns an error if there is none.
func (t *plain) readPin(i int) (geometry.Pin, error) {
	rest := t.Chars[min(i, len(t.Chars)):]
	if n, ok := geometry.ParsePin(rest); ok {
		return n, nil
	}
	if len(rest) >= 3 && (rest[0] == 'Q' || rest[0] == 'K') && rest[1] == 'L' && rest[2] >= '0' && rest[2] <= '9' {
		return geometry.NoPin, rules.Illegal("illegal.no-such-square.unknown-pin",
			"unknown pin {pin}: use QL1 to QL6 or KL1 to KL6", message.Args{"pin": rest[:3]})
	}
	return geometry.NoPin, t.Fail(i, "syntax.move.pin", "expected a pin such as QL1 or KL6", nil)
}

// namesBoard reports whether the text is a board move. A board move starts with a pin, valid or not, that is
// not part of a piece's square.
func (t *plain) namesBoard() bool {
	c := t.Chars
	return len(c) >= 3 && (c[0] == 'Q' || c[0] == 'K') && c[1] == 'L' && c[2] >= '0' && c[2] <= '9' && t.Char(3) != '@'
}

// castlingForm returns the castling type for O-O or O-O-O, with letters or zeros, and false for any other
// text.
func castlingForm(text string) (board.MoveType, bool) {
	switch strings.NewReplacer("0", "O", "o", "O").Replace(text) {
	case "O-O":
		return board.CastleShort, true
	case "O-O-O":
		return board.CastleLong, true
	}
	return board.Step, false
}

// square returns the square that a spot names. It returns an error if the spot is incomplete or the square
// does not exist.
func (t *plain) square(p *board.Position, s *spot) (board.Square, error) {
	if !s.full() {
		return board.NoSquare, t.incomplete(p, s)
	}
	if s.letter != 0 {
		if s.file < 0 {
			return board.NoSquare, rules.Illegal("illegal.no-such-square.file",
				"square {square} does not exist: the files are z, a, b, c, d and e", message.Args{"square": message.Square(t.Chars[s.start:s.end])})
		}
		sq := geometry.SquareOf(p, s.name())
		if sq == board.NoSquare {
			return sq, noSquare(s.name())
		}
		return sq, checkQuadrant(p, sq, s.quadrant)
	}
	slot := geometry.Of(p).Slot[s.level.Pin()]
	if slot < 0 {
		return board.NoSquare, rules.Illegal("illegal.no-such-square.quadrant",
			"quadrant {quadrant} does not exist: there is no board on {pin}", message.Args{"quadrant": t.Chars[s.start:s.end], "pin": s.level.String()})
	}
	return geometry.CellSquare(int(slot), geometry.QuadrantCell(geometry.Owner(int(slot)), s.quadrant)), nil
}

// incomplete returns the error for an incomplete square.
func (t *plain) incomplete(p *board.Position, s *spot) error {
	if s.file < 0 || s.rank < 0 || s.level != geometry.NoLevel {
		return t.Fail(s.end, "syntax.move.space-square", "expected a square: file, rank and level, such as b4N", nil)
	}
	var all message.List
	for stack := geometry.Of(p).Stack[geometry.At(s.file, s.rank)]; stack != 0; {
		all = append(all, geometry.NameOf(p, stack.Pop()).Square())
	}
	if len(all) == 0 {
		return rules.Illegal("illegal.no-such-square.column", "column {column} has no squares", message.Args{"column": geometry.At(s.file, s.rank).Name()})
	}
	return t.Fail(s.end, "syntax.move.level", "the level is missing: {squares, or}", message.Args{"squares": all})
}

// checkQuadrant checks that a quadrant matches the square.
func checkQuadrant(p *board.Position, s board.Square, quadrant int) error {
	if quadrant == 0 {
		return nil
	}
	if s < geometry.FirstCell {
		return rules.Illegal("illegal.quadrant.main",
			"{square} is on a main board, which has no quadrants", message.Args{"square": geometry.NameOf(p, s).Square()})
	}
	slot, cell := int(s-geometry.FirstCell)/4, int(s&3)
	if geometry.QuadrantCell(geometry.Owner(slot), quadrant) == cell {
		return nil
	}
	for q := 1; q <= 4; q++ {
		if geometry.QuadrantCell(geometry.Owner(slot), q) == cell {
			return rules.Illegal("illegal.quadrant.other",
				"cell and quadrant disagree: {square} is quadrant q{quadrant}, but q{claimed} of that board is {cell}", message.Args{
					"square": geometry.NameOf(p, s).Square(), "quadrant": q, "claimed": quadrant,
					"cell": geometry.NameOf(p, geometry.CellSquare(slot, geometry.QuadrantCell(geometry.Owner(slot), quadrant))).Square(),
				})
		}
	}
	return nil
}

// noSquare returns the reason why a square does not exist.
func noSquare(n geometry.Name) *rules.IllegalMove {
	switch {
	case n.Level >= geometry.FirstPin && !n.Level.Covers(n.Column):
		first := geometry.PinBase(n.Level.Pin())
		last := first + geometry.Files + 1
		return rules.Illegal("illegal.no-such-square.cell",
			"square {square} does not exist: a board on {pin} has the squares of {columns, and}", message.Args{
				"square": n.Square(), "pin": n.Level.String(),
				"columns": message.List{first.Name(), (first + 1).Name(), (last - 1).Name(), last.Name()},
			})
	case n.Level >= geometry.FirstPin:
		return rules.Illegal("illegal.no-such-square.pin",
			"square {square} does not exist: there is no board on {pin}", message.Args{"square": n.Square(), "pin": n.Level.String()})
	case !n.Level.Covers(n.Column):
		first := 1 + 2*int(n.Level)
		return rules.Illegal("illegal.no-such-square.level",
			"square {square} does not exist: level {level} has files a-d and ranks {first}-{last}", message.Args{
				"square": n.Square(), "level": n.Level.String(), "first": first, "last": first + 3,
			})
	}
	return nil
}

// ParseSquare parses the name of a square, or its board and quadrant, such as QL3@q2. It returns an error if
// the square does not exist in the position.
func (x Space) ParseSquare(p *board.Position, text string) (board.Square, error) {
	t := &plain{notation.MoveText{Input: notation.Clip(text), Chars: capitalPins.Replace(text)}}
	for i := range min(len(text), notation.MaxMove) {
		t.At = append(t.At, i)
	}
	s, err := t.spot(0)
	switch {
	case err != nil:
		return board.NoSquare, err
	case s.empty() || !s.full():
		return board.NoSquare, t.Fail(s.end, "syntax.square.space", "a square is a file z-e, a rank 0-9 and a level, such as b3N or z0QL1", nil)
	case s.end < len(text):
		return board.NoSquare, t.Fail(s.end, "syntax.square.end", "unexpected text after the square", nil)
	}
	return t.square(p, &s)
}
