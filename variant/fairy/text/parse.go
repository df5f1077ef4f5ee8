package text

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// reading is one interpretation of a move's text.
type reading struct {
	role      board.Role // NoRole means any piece on the origin
	origin    place      // the origin, as far as the text names it
	to        board.Square
	anyPlane  bool // the text does not name the plane of the destination, so to is on the first
	promotion board.Role
	takes     bool         // the text has a capture sign
	enPassant bool         // the text contains e.p.
	crosses   bool         // the text has the seam mark *
	on        board.Square // the square after @, or NoSquare
	castle    int          // 1 for O-O, 2 for O-O-O, 0 for neither
}

// place is a square as far as a text names it. Unnamed parts are -1.
type place struct{ file, rank, plane int }

// whole reports whether the place has a file and a rank.
func (a place) whole() bool { return a.file >= 0 && a.rank >= 0 }

// square returns the square of a whole place, on the first plane if the text names none.
func (f Fairy) square(a place) board.Square {
	b := f.Rules.Settings()
	return b.Number(b.Grid.At(a.file, a.rank, max(0, a.plane)))
}

// ParseMove parses a move in UCI notation or SAN, with the letters of the rule set. Long forms such as Ng1-f3
// work too. Check signs and annotations may be missing or wrong. Any other sign in the text must fit the move.
//
// If the text cannot be parsed, the error is a *notation.SyntaxError. If the move is illegal, the error is a
// *rules.IllegalMove, and ParseMove returns the move if the text determines it.
func (f Fairy) ParseMove(p *board.Position, input string) (board.Move, error) {
	text, err := notation.NewMoveText(input, nil)
	if err != nil {
		return board.NoMove, err
	}
	readings, err := f.readings(&text)
	if err != nil {
		return board.NoMove, err
	}
	var (
		first   board.Move
		illegal *rules.IllegalMove
	)
	for i := range readings {
		m, no := f.resolve(p, &readings[i], input)
		if no == nil {
			return m, nil
		}
		if i == 0 {
			first, illegal = m, no
		}
		if no.Code == notation.CodeAmbiguous {
			return board.NoMove, no
		}
	}
	return first, illegal
}

// readings returns the readings of a text, best first. A capital letter is tried as a kind first and then as
// a file, a small letter as a file first and then as a kind.
func (f Fairy) readings(t *notation.MoveText) (all []reading, err error) {
	if n := castlingText(t.Chars); n > 0 {
		return []reading{{castle: n, on: board.NoSquare}}, nil
	}
	if err := f.noSquare(t); err != nil {
		return nil, err
	}
	bare, errBare := f.read(t, 0, board.NoRole)
	pc, isKind := f.piece(t.Char(0))
	if !isKind {
		return []reading{bare}, errBare
	}
	spelled, errSpelled := f.read(t, 1, pc.Role())
	switch small := t.Char(0) >= 'a'; {
	case errBare != nil && errSpelled != nil:
		return nil, errSpelled
	case errBare != nil:
		return []reading{spelled}, nil
	case errSpelled != nil:
		return []reading{bare}, nil
	case small && bare.origin.whole(): // UCI notation is exact
		return []reading{bare}, nil
	case small:
		return []reading{bare, spelled}, nil
	}
	return []reading{spelled, bare}, nil
}

// noSquare returns an error if the text names a square that the board does not have. A kind's letter at the start may
// be followed by a rank, as in N1f3.
func (f Fairy) noSquare(t *notation.MoveText) error {
	start := 0
	if c := t.Char(0); c < 'a' || int(c-'a') >= f.Rules.Settings().Grid.Files {
		if _, isKind := f.piece(c); isKind {
			start = 1
		}
	}
	for i := start; i < len(t.Chars); i++ {
		if c := t.Char(i) | 0x20; c < 'a' || c > 'p' {
			continue
		}
		end := i + 1
		for c := t.Char(end); c >= '0' && c <= '9'; c = t.Char(end) {
			end++
		}
		name := strings.ToLower(t.Chars[i:end])
		if plane := t.Char(end); f.Rules.Settings().Grid.Planes > 1 && (plane == 'A' || plane == 'B') {
			name += string(plane)
		} else if f.Rules.Settings().Grid.Planes > 1 {
			name += "A"
		}
		if _, ok := f.Rules.Settings().Named(name); end > i+1 && !ok {
			return missing(t, i, name)
		}
	}
	return nil
}

// missing returns the error for a square that the board does not have, at an index of the text.
func missing(t *notation.MoveText, i int, name string) error {
	return t.Fail(i, "syntax.move.no-square", "the board has no square {square}", message.Args{"square": message.Square(name)})
}

// castlingText returns 1 for O-O and 2 for O-O-O, with letters or zeros, and 0 for any other text.
func castlingText(text string) int {
	switch strings.NewReplacer("0", "O", "o", "O").Replace(text) {
	case "O-O":
		return 1
	case "O-O-O":
		return 2
	}
	return 0
}

// read parses the text from the index i: parts of the origin, a capture sign or hyphen, the destination, a
// promotion, and the square after @.
func (f Fairy) read(t *notation.MoveText, i int, role board.Role) (reading, error) {
	a := reading{role: role, origin: place{-1, -1, -1}, to: board.NoSquare, on: board.NoSquare, enPassant: t.EnPassant}
	b := f.Rules.Settings()
	at, next := f.coordinates(t, i)
	joined := true
	if c := t.Char(next); c == '-' || c == 'x' || c == 'X' || c == ':' {
		a.takes, joined = c != '-', false
		next++
	}
	switch to, end := f.coordinates(t, next); {
	case to.whole():
		a.origin, a.to, a.anyPlane = at, f.square(to), to.plane < 0
		i = end
	case joined && at.whole(): // the only square is the destination
		a.to, a.anyPlane = f.square(at), at.plane < 0
		i = next
	default:
		return a, t.Fail(next, "syntax.move.square", "expected a square such as {example}", message.Args{"example": message.Square(b.Name(b.All.First()))})
	}
	if !b.All.Has(a.to) {
		return a, missing(t, max(0, i-len(b.Name(a.to))), b.Name(a.to))
	}
	if a.role == board.NoRole && !a.origin.whole() {
		a.role = board.Pawn
	}
	if a.crosses = t.Char(i) == '*'; a.crosses {
		i++
	}
	i, err := f.readPromotion(t, i, &a)
	if err != nil {
		return a, err
	}
	if t.Char(i) == '@' {
		on, end := f.coordinates(t, i+1)
		if !on.whole() {
			return a, t.Fail(i+1, "syntax.move.goes-on", "expected the final square after @", nil)
		}
		a.on, i = f.square(on), end
	}
	if i < len(t.Chars) {
		return a, t.Fail(i, "syntax.move.end", "unexpected {rest, quote} after the move", message.Args{"rest": notation.Clip(t.Input[t.At[i]:])})
	}
	return a, nil
}

// coordinates parses a file, a rank or both, with the letter of the plane if there are two planes. It returns the
// index after them.
func (f Fairy) coordinates(t *notation.MoveText, i int) (a place, next int) {
	a = place{-1, -1, -1}
	if c := int(t.Char(i)|0x20) - 'a'; c >= 0 && c < f.Rules.Settings().Grid.Files {
		a.file = c
		i++
	}
	n := 0
	for digits := 0; digits < 2; digits++ {
		c := t.Char(i)
		if c < '0' || c > '9' || 10*n+int(c-'0') > f.Rules.Settings().Grid.Ranks || digits == 0 && c == '0' {
			break
		}
		n = 10*n + int(c-'0')
		a.rank = n - 1
		i++
	}
	if c := t.Char(i); a.whole() && f.Rules.Settings().Grid.Planes > 1 && (c == 'A' || c == 'B') {
		a.plane = int(c - 'A')
		i++
	}
	return a, i
}

// readPromotion parses a promotion, written as =Q, (Q), /Q or Q, and returns the index after it.
func (f Fairy) readPromotion(t *notation.MoveText, i int, a *reading) (int, error) {
	opened := t.Char(i)
	marked := opened == '=' || opened == '(' || opened == '/'
	if marked {
		i++
	}
	pc, ok := f.piece(t.Char(i))
	switch {
	case ok:
		a.promotion = pc.Role()
		i++
	case marked:
		return i, t.Fail(i, "syntax.move.promotion.kind", "expected the letter of the promotion piece", nil)
	}
	if opened == '(' {
		if t.Char(i) != ')' {
			return i, t.Fail(i, "syntax.move.bracket", "the promotion's bracket is not closed", nil)
		}
		i++
	}
	return i, nil
}

// resolve finds the legal move that a reading means, or the reason why it is illegal.
func (f Fairy) resolve(p *board.Position, a *reading, text string) (board.Move, *rules.IllegalMove) {
	if a.castle > 0 {
		return f.castle(p, a)
	}
	var legal, castling []board.Move
	for m := range f.legal(p) {
		if f.lands(a, m.To()) && (a.role == board.NoRole || p.Piece(m.From()).Role() == a.role) && f.starts(a, m.From()) &&
			m.Promotion() == a.promotion {
			if a.role != board.NoRole && f.Rules.Class(p, m)&rules.Castling != 0 {
				castling = append(castling, m) // used only if no other move fits, because castling is normally written as O-O
			} else {
				legal = append(legal, m)
			}
		}
	}
	if len(legal) == 0 {
		legal = castling
	}
	switch len(legal) {
	case 0:
		return f.unreachable(p, a)
	case 1:
		return legal[0], f.dispute(p, a, legal[0])
	}
	var names message.List
	for _, m := range legal {
		names = append(names, f.FormatSAN(p, m))
	}
	no := rules.Illegal("illegal.ambiguous", "{text} could be {moves, or}", message.Args{"text": strings.TrimSpace(text), "moves": names})
	no.Means = legal
	return board.NoMove, no
}

// lands reports whether a square matches the destination in the text.
func (f Fairy) lands(a *reading, to board.Square) bool {
	return to == a.to || a.anyPlane && f.Rules.Settings().Grid.Planes > 1 && to == f.Rules.Settings().Twin(a.to)
}

// starts reports whether a square matches the origin in the text. A pawn move without a file stays on its file.
func (f Fairy) starts(a *reading, from board.Square) bool {
	b := f.Rules.Settings()
	if a.role == board.Pawn && a.origin.file < 0 && b.File(from) != b.File(a.to) {
		return false
	}
	at := a.origin
	return (at.file < 0 || b.File(from) == at.file) && (at.rank < 0 || b.Rank(from) == at.rank) && (at.plane < 0 || b.Plane(from) == at.plane)
}

// castle returns the castling move on the wing that the text names, with the reason if it is illegal.
func (f Fairy) castle(p *board.Position, a *reading) (board.Move, *rules.IllegalMove) {
	c := f.Rules.Castle(p, 2*int(p.Side&1)+a.castle-1)
	if c.Move == board.NoMove {
		return board.NoMove, rules.Illegal("illegal.no-castling", "there is no castling in this game", nil)
	}
	return c.Move, f.Rules.Guide().WhyIllegal(p, c.Move)
}

// dispute checks that the only fitting move matches the claims in the text, such as a capture sign.
func (f Fairy) dispute(p *board.Position, a *reading, m board.Move) *rules.IllegalMove {
	class := f.Rules.Class(p, m)
	switch {
	case a.takes && class&rules.Capture == 0:
		return rules.Illegal("illegal.nothing-to-capture", "there is nothing on {square} to capture", message.Args{"square": message.Square(f.Rules.Settings().Name(m.To()))})
	case a.enPassant && class&rules.EnPassant == 0:
		return rules.Illegal("illegal.en-passant.none", "{move} is not an en passant capture", message.Args{"move": f.FormatSAN(p, m)})
	case a.crosses && !f.crosses(p, m, false):
		return rules.Illegal("illegal.goes-elsewhere.seam",
			"{move} does not cross the seam, so it is written without *", message.Args{"move": f.FormatSAN(p, m)})
	case a.on == board.NoSquare:
		return nil
	}
	var next board.Position
	f.Rules.Apply(p, m, &next)
	if on := f.Rules.FinalSquare(p, &next, m); on != a.on {
		return rules.Illegal("illegal.goes-elsewhere.kind", "this piece does not go on to {claimed}", message.Args{"claimed": message.Square(f.Rules.Settings().Name(a.on))})
	}
	return nil
}

// unreachable returns the reason why none of the pieces that the text could mean can make the move.
func (f Fairy) unreachable(p *board.Position, a *reading) (board.Move, *rules.IllegalMove) {
	guide := f.Rules.Guide()
	var move board.Move
	var reason *rules.IllegalMove
	found := 0
	for from, pc := range p.All() {
		exact := a.role == board.NoRole
		if !f.starts(a, from) || !exact && (pc.Role() != a.role || pc.Colour() != p.Side) {
			continue
		}
		to := a.to
		if a.anyPlane && f.Rules.Settings().Plane(from) > 0 {
			to = f.Rules.Settings().Twin(to)
		}
		m := board.NewMove(from, to, a.promotion)
		no := guide.WhyIllegal(p, m)
		if no == nil || no.Code == rules.CodeUnreachable && found > 0 {
			continue
		}
		if found == 0 || reason.Code == rules.CodeUnreachable {
			move, reason = m, no
			found = 1
			continue
		}
		found++
	}
	if found == 1 {
		return move, reason
	}
	if a.role == board.NoRole {
		from := f.square(a.origin)
		return board.NewMove(from, a.to, a.promotion), guide.WhyIllegal(p, board.NewMove(from, a.to, a.promotion))
	}
	return board.NoMove, rules.Illegal("illegal.unreachable.kinds",
		"no {kind} of {side} can go to {square}", message.Args{"kind": f.Rules.Info().Word(a.role), "side": p.Side, "square": message.Square(f.Rules.Settings().Name(a.to))})
}
