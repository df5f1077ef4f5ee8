package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// DefaultVariant is the rule set of a link that names none.
const DefaultVariant = "triboard"

// What a link may hold: 64 pieces take 300 characters, three times that if all
// are escaped; the rest is room for rules and for careless spacing.
const (
	mostLink = 64 << 10
	// mostNotices bounds the sentences of one kind.
	mostNotices = 8
)

// Link is what a link's text says. A board in a link has no clocks: the position
// starts at move 1 with the halfmove clock at 0.
type Link struct {
	Rules    rules.Rules
	Position board.Position
	// Kingless tells that the link asked for a kingless setup, or that a side
	// has no king.
	Kingless bool
	// LastMove is the UCI notation of the move that led here, if it is told. It
	// is no part of the position, which only keeps what can follow from it.
	LastMove string
	// Notices are what the reader must be told: nothing that was dropped or
	// assumed is silent.
	Notices []message.Message
}

// IsLink tells link text, or a whole address, from other texts.
func IsLink(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return strings.HasPrefix(text, "?") || strings.Contains(text, "://") || strings.Contains(text, "board=") ||
		strings.HasPrefix(text, "position=") || strings.HasPrefix(text, "fen=")
}

// ParseLink reads the query of a page's address, such as
//
//	?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard
//
// with or without the question mark, or the whole address. Instead of a board
// it may have a position's text, as position=... or fen=..., which is all there
// is for a rule set on another board. find looks a rule set up by its id, its
// definition, or either of them and a hash, as [registry.Registry.Find] does. A link
// may bring its rules along (rules=, packed, or variant= with the definition as it
// is) or name their hash (hash=); one with rules and without a board is their
// start. Names are taken in either case and in any order, and one without a value as if it
// were not there. Without turn it is the turn of whoever did not play lastMove,
// and White's without either. What is wrong comes back as [rules.Faults], all
// at once.
func ParseLink(query string, find func(name string) (rules.Rules, bool)) (Link, error) {
	return ParseLinkFor(nil, query, find)
}

// ParseLinkFor is [ParseLink] where a rule set is known already, unless it is
// nil: a link that names none is taken for it, and one that names another is
// refused.
func ParseLinkFor(given rules.Rules, query string, find func(name string) (rules.Rules, bool)) (Link, error) {
	d := newDraft(nil)
	if len(query) > mostLink {
		d.Fault(mostLink, "fault.too-long.link",
			"the link has {count} characters: no position takes more than {most}", message.Args{"count": len(query), "most": mostLink})
		return Link{}, d.Err()
	}
	l := linkReader{draft: d, values: map[string]spread{}}
	l.split(query)
	l.readVariant(given, find)
	if text, ok := l.positionText(); ok {
		l.readText(text)
	} else if l.rulesAlone() {
		return l.start()
	} else {
		l.readPieces()
		l.readTurn()
		l.readRights()
		l.readLastMove()
	}
	l.readStudy()
	l.notice(l.leftOut, func(n int) message.Message {
		return message.New("notice.link.more-parts",
			"{count} more parts of the link were ignored", message.Args{"count": n})
	})
	l.notice(l.repeated(), func(n int) message.Message {
		return message.New("notice.link.more-squares",
			"{count} more squares are named more than once: the piece named last stands", message.Args{"count": n})
	})
	if err := l.finish(); err != nil {
		return Link{}, err
	}
	l.link.Rules = d.rules
	for _, side := range kinglessSides(d.rules, &l.link.Position) {
		l.link.Kingless = true
		l.link.Notices = append(l.link.Notices, message.New("notice.link.study",
			"{side} has no king: opened as a position without a king", message.Args{"side": side}))
	}
	return l.link, nil
}

// rulesAlone reports whether a link brings rules along and says nothing else.
func (l *linkReader) rulesAlone() bool {
	for key := range l.values {
		if key != "rules" && key != "hash" && key != "variant" {
			return false
		}
	}
	return l.values["rules"].text != "" && l.draft.rules != nil
}

// start returns the start of the rules that a link brings along.
func (l *linkReader) start() (Link, error) {
	r := l.draft.rules
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err == nil {
		err = l.Err()
	}
	l.link.Rules, l.link.Position, l.link.Kingless = r, p, len(kinglessSides(r, &p)) > 0
	return l.link, err
}

// finish judges the whole. A side without a king opens as a kingless setup, so
// it is taken.
func (l *linkReader) finish() (err error) {
	if l.foreign {
		return l.Err()
	}
	l.link.Position, err = l.draft.finish(rules.ParseOptions{AllowNoKing: true})
	return err
}

// kinglessSides returns the sides without a king.
func kinglessSides(r rules.Rules, p *board.Position) (sides []board.Colour) {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		if kings, _ := r.Kings(p, side); kings == 0 {
			sides = append(sides, side)
		}
	}
	return sides
}

// linkReader is a link that is being read.
type linkReader struct {
	*draft
	values  map[string]spread // by name in small letters
	leftOut []message.Message // what means nothing
	named   [board.NoSquare][]board.Piece
	foreign bool // the position is not on the 64 squares, and is read already
	noLists bool // the rule set is not played on the 64 squares, which has been told
	link    Link
}

// spread is a decoded text without white space, each byte with its place in
// the link.
type spread struct {
	text  string
	at    []int
	start int // where it begins, should it be empty
}

// end returns the place after the last byte.
func (s spread) end() int {
	if len(s.at) == 0 {
		return s.start
	}
	return s.at[len(s.at)-1] + 1
}

// offset returns the place of a byte.
func (s spread) offset(i int) int { return s.at[i] }

// cut returns the parts between a separator, the empty ones left out.
func (s spread) cut(separator byte) (parts []spread) {
	for start := 0; start <= len(s.text); {
		end := strings.IndexByte(s.text[start:], separator)
		if end < 0 {
			end = len(s.text) - start
		}
		if end > 0 {
			parts = append(parts, spread{text: s.text[start : start+end], at: s.at[start : start+end]})
		}
		start += end + 1
	}
	return parts
}

// notice tells the reader things of one kind: all of them, or the first and
// how many more there are.
func (l *linkReader) notice(all []message.Message, more func(n int) message.Message) {
	if n := len(all); n > mostNotices {
		// One place is for the last sentence.
		first := mostNotices - 1
		all = append(all[:first:first], more(n-first))
	}
	l.link.Notices = append(l.link.Notices, all...)
}

// split cuts the link into names and values. The semicolon between the lists
// belongs to the board, so the usual reading of a query will not do.
func (l *linkReader) split(query string) {
	start, end := 0, len(query)
	// Once a value has begun, a question mark is only part of it.
	if mark := strings.IndexAny(query, "?="); mark >= 0 && query[mark] == '?' {
		start = mark + 1
	}
	if hash := strings.IndexByte(query[start:], '#'); hash >= 0 {
		end = start + hash
	}
	for start <= end {
		stop := end
		if and := strings.IndexByte(query[start:end], '&'); and >= 0 {
			stop = start + and
		}
		middle, after := stop, stop
		if equals := strings.IndexByte(query[start:stop], '='); equals >= 0 {
			middle = start + equals
			after = middle + 1
		}
		name := l.decode(query, start, middle).tight()
		value := l.decode(query, after, stop)
		switch key := strings.ToLower(name.text); {
		case key == "position" || key == "fen" || key == "rules": // whose fields stand apart
		case key == "variant" && isDefinition(value.text):
		default:
			value = value.tight()
		}
		l.keep(name, value)
		start = stop + 1
	}
}

// keep files a value under its name.
func (l *linkReader) keep(name, value spread) {
	key := strings.ToLower(name.text)
	switch key {
	case "board", "position", "fen", "turn", "lastmove", "variant", "castling", "study", "rules", "hash":
	case "":
		if value.text != "" {
			l.leftOut = append(l.leftOut, message.New("notice.link.nameless",
				"the link has the value {text, quote} without a name: it was ignored", message.Args{"text": notation.Clip(value.text)}))
		}
		return
	default:
		l.leftOut = append(l.leftOut, message.New("notice.link.unknown",
			"the link contains {text, quote}, which is not known here: it was ignored", message.Args{"text": notation.Clip(name.text)}))
		return
	}
	if _, twice := l.values[key]; twice {
		l.Fault(name.offset(0), "fault.given-twice.name", "{name} is given twice", message.Args{"name": key})
		return
	}
	if value.text != "" || key == "board" {
		l.values[key] = value
	}
}

// decode undoes percent escapes, and plus signs that stand for spaces.
func (l *linkReader) decode(query string, start, end int) spread {
	var text []byte
	s := spread{start: start}
	for i := start; i < end; i++ {
		c := query[i]
		place := i
		if c == '+' {
			c = ' '
		}
		if c == '%' {
			high, low := -1, -1
			if i+2 < end {
				high, low = hexDigit(query[i+1]), hexDigit(query[i+2])
			}
			if high < 0 || low < 0 {
				l.Fault(i, "fault.percent-escape",
					"{text, quote} is not a percent escape, which is % and two of 0-9, A-F", message.Args{"text": notation.Clip(query[i:min(i+3, end)])})
				continue
			}
			c = byte(high<<4 | low)
			i += 2
		}
		text, s.at = append(text, c), append(s.at, place)
	}
	s.text = string(text)
	return s
}

// tight returns the text without white space.
func (s spread) tight() spread {
	text, kept := []byte(s.text), 0
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if !unicode.IsSpace(c) {
			kept += copy(text[kept:], text[i:i+size])
			copy(s.at[kept-size:], s.at[i:i+size])
		}
		i += size
	}
	s.text, s.at = string(text[:kept]), s.at[:kept]
	return s
}

func hexDigit(c byte) int { return strings.IndexByte("0123456789abcdef", lower(c)) }

// lower returns a capital letter as a small one and leaves the rest alone.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// isDefinition tells a rule set that is given by its definition from a name.
func isDefinition(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

// readVariant finds the rule set: the one that the link names, or the given
// one, or the usual one.
func (l *linkReader) readVariant(given rules.Rules, find func(name string) (rules.Rules, bool)) {
	value, told := l.values["variant"]
	name, offset := DefaultVariant, -1
	if told {
		name, offset = value.text, value.offset(0)
		if !isDefinition(name) {
			name = strings.ToLower(name)
		}
	}
	r, ok := given, given != nil && !told
	brought := l.values["rules"].text != "" || l.values["hash"].text != ""
	switch {
	case brought:
		if r, ok = l.bring(name, told, find); !ok {
			return // what is wrong with them has been told
		}
		offset = -1
	case !ok:
		r, ok = find(name)
	}
	_, byText := l.positionText()
	switch {
	case !ok:
		l.Fault(offset, "fault.variant.unknown", "unknown rule set {text, quote}", message.Args{"text": notation.Clip(name)})
	case given != nil && r.Info().Ref() != given.Info().Ref():
		l.Fault(offset, "fault.variant.other",
			"the link is for {variant}, not for {wanted}", message.Args{"variant": r.Info().Name, "wanted": given.Info().Name})
	case !byText && !r.Info().Chessboard():
		l.noLists = true
		l.Fault(offset, "fault.variant.no-link",
			"{variant} is not played on an 8x8 board: its links name the position as position=...", message.Args{"variant": r.Info().Name})
	default:
		l.draft.rules = r
	}
}

// bring returns the rule set that a link brings along or names by its hash. What is
// wrong is told at its place.
func (l *linkReader) bring(name string, told bool, find func(name string) (rules.Rules, bool)) (r rules.Rules, ok bool) {
	packed, hash := l.values["rules"], l.values["hash"]
	ref := name
	if packed.text != "" {
		form, err := UnpackRules(packed.text)
		if err != nil {
			l.Fault(packed.offset(0), "fault.rules.unread", "the rules in the link cannot be read: part of it may be missing", nil)
			return nil, false
		}
		if r, ok = find(form); !ok {
			l.Fault(packed.offset(0), "fault.rules.faulty", "the rules in the link are not a valid definition", nil)
			return nil, false
		}
		ref = form
	}
	if hash.text != "" {
		r, ok = find(ref + "#" + strings.ToLower(hash.text))
	}
	switch {
	case !ok && packed.text != "":
		l.Fault(hash.offset(0), "fault.rules.hash",
			"the rules in the link do not have the hash {text}: one of the two has been changed", message.Args{"text": notation.Clip(hash.text)})
	case !ok:
		l.Fault(hash.offset(0), "fault.rules.missing",
			"the link needs the rules {name, quote} with the hash {text}, but the rules of that name here are different", message.Args{"name": notation.Clip(name), "text": notation.Clip(hash.text)})
	case told && r.Info().Name != name:
		l.link.Notices = append(l.link.Notices, message.New("notice.link.other-name",
			"the link calls its rules {text, quote}; their own name is {name}", message.Args{"text": notation.Clip(name), "name": r.Info().Name}))
	}
	return r, ok
}

// readPieces reads the lists of White's and Black's pieces. Of two pieces on a
// square the later stands.
func (l *linkReader) readPieces() {
	value, given := l.values["board"]
	if !given || value.text == "" {
		l.unread = ^board.Bitboard(0)
		offset := -1
		if given {
			offset = value.start
		}
		if !l.noLists {
			l.Fault(offset, "fault.no-board", "the link has no board: add board=w:...;b:... with White's and Black's pieces", nil)
		}
		return
	}
	var seen [2]bool
	for _, list := range value.cut(';') {
		letter, entries, found := strings.Cut(list.text, ":")
		side := board.White
		switch {
		case found && strings.EqualFold(letter, "w"):
		case found && strings.EqualFold(letter, "b"):
			side = board.Black
		default:
			l.unread = ^board.Bitboard(0)
			l.Fault(list.offset(0), "fault.list", "the list {text, quote} starts with neither w: nor b:", message.Args{"text": notation.Clip(list.text)})
			continue
		}
		if seen[side] {
			l.Fault(list.offset(0), "fault.given-twice.list", "the list {letter}: is given twice", message.Args{"letter": "wb"[side : side+1]})
		}
		seen[side] = true
		for _, entry := range (spread{text: entries, at: list.at[2:]}).cut(',') {
			l.readEntry(side, entry)
		}
	}
}

// readEntry reads a piece's letter and its square.
func (l *linkReader) readEntry(side board.Colour, entry spread) {
	role, square, okRole, okSquare := board.NoRole, board.NoSquare, false, false
	if len(entry.text) == 3 {
		role, okRole = board.ParseRole(entry.text[0])
		square, okSquare = board.ParseSquare(entry.text[1:])
	}
	switch {
	case okRole && okSquare:
	case okRole:
		l.Fault(entry.offset(1), "fault.entry.square",
			"{entry, quote} names no square: {text, quote} should be a file a-h and a rank 1-8", message.Args{"entry": entry.text, "text": entry.text[1:]})
	case okSquare:
		l.Fault(entry.offset(0), "fault.entry.piece",
			"{entry, quote} names no piece: {text, quote} should be one of K, Q, R, B, N and P", message.Args{"entry": entry.text, "text": entry.text[:1]})
	default:
		l.Fault(entry.offset(0), "fault.entry",
			"{text, quote} is not a piece and its square, such as Pa5", message.Args{"text": notation.Clip(entry.text)})
	}
	if !okRole || !okSquare {
		l.unread = ^board.Bitboard(0)
		return
	}
	pc := board.NewPiece(side, role)
	if was := l.position.Piece(square); was != board.NoPiece {
		l.position.Take(square, was)
	}
	l.named[square] = append(l.named[square], pc)
	l.put(square, pc, entry.offset(0))
}

// repeated says of each square that is named more than once what was dropped
// and what stands.
func (l *linkReader) repeated() (notices []message.Message) {
	for square, named := range l.named {
		if len(named) < 2 {
			continue
		}
		stands := named[len(named)-1]
		var dropped message.List
		for i, pc := range named {
			if pc != stands && !slices.Contains(named[:i], pc) {
				dropped = append(dropped, message.New("part.the", "the {piece}", message.Args{"piece": pc}))
			}
		}
		if len(dropped) == 0 {
			notices = append(notices, message.New("notice.link.same-piece",
				"{square} is named {times, plural, =2 {twice, both times} other {# times, each time}} with the {piece}", message.Args{
					"square": board.Square(square), "times": len(named), "piece": stands,
				}))
			continue
		}
		notices = append(notices, message.New("notice.link.dropped",
			"{square} is named {times, plural, =2 {twice} other {# times}}: {dropped, chain} {dropped, plural, one {was} other {were}} dropped, the {piece} stands", message.Args{
				"square": board.Square(square), "times": len(named), "dropped": dropped, "piece": stands,
			}))
	}
	return notices
}

// readRights takes castling rights to exist where king and rook stand at home,
// unless the link says otherwise.
func (l *linkReader) readRights() {
	value, given := l.values["castling"]
	switch {
	case given && value.text != "-":
		l.grantAll(value.text, value.offset)
	case !given && l.draft.rules != nil && l.draft.rules.Info().Castling:
		l.position.SetCastling(rightsAtHome(&l.position))
	}
}

func (l *linkReader) readStudy() {
	value, given := l.values["study"]
	switch strings.ToLower(value.text) {
	case "1", "true", "yes":
		l.link.Kingless = true
	case "", "0", "false", "no":
	default:
		if given {
			l.Fault(value.offset(0), "fault.study", "study is {text, quote} instead of 1 or 0", message.Args{"text": notation.Clip(value.text)})
		}
	}
}
