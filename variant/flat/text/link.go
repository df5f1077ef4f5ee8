package text

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// DefaultVariant is the name of the rule set for links that do not name one.
const DefaultVariant = "triboard"

// IsLink reports whether a string looks like the query of a link or a whole URL.
func IsLink(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return strings.HasPrefix(text, "?") || strings.Contains(text, "://") || strings.Contains(text, "board=") ||
		strings.HasPrefix(text, "position=") || strings.HasPrefix(text, "fen=")
}

// ParseLink parses the query of a page URL, such as
//
//	?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard
//
// with or without the question mark, or the whole URL. Instead of board= a link may contain the text of a
// position, as position= or fen=. Rule sets that are not on a chessboard have only this form. The function
// find looks up a rule set by its name or definition, with or without a hash, like [registry.Registry.Find].
// A link may contain its rules (rules= with a packed definition, or variant= with a plain one) or their hash
// (hash=). A link with rules but no board means the starting position. Parameters may be in any case and
// order, and empty parameters are ignored. Without turn=, the side that did not play lastMove is to move;
// without lastMove either, White is to move. The error is of type [rules.Faults].
func ParseLink(query string, find func(name string) (rules.Rules, bool)) (Link, error) {
	return ParseLinkFor(nil, query, find)
}

// ParseLinkFor is like [ParseLink], but uses the given rule set if the link names none. It returns an error
// if the link names a different rule set. If given is nil, ParseLinkFor is the same as ParseLink.
func ParseLinkFor(given rules.Rules, query string, find func(name string) (rules.Rules, bool)) (Link, error) {
	d := newDraft(nil)
	if len(query) > mostLink {
		d.Fault(mostLink, "fault.too-long.link",
			"the link has {count} characters: the limit is {most}", message.Args{"count": len(query), "most": mostLink})
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
			"{count} more squares are given more than once: the last piece on each stays", message.Args{"count": n})
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

// rulesAlone reports whether the link contains rules but no position.
func (l *linkReader) rulesAlone() bool {
	for key := range l.values {
		if key != "rules" && key != "hash" && key != "variant" {
			return false
		}
	}
	return l.values["rules"].text != "" && l.draft.rules != nil
}

// start returns the link with the starting position of its rules.
func (l *linkReader) start() (Link, error) {
	r := l.draft.rules
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err == nil {
		err = l.Err()
	}
	l.link.Rules, l.link.Position, l.link.Kingless = r, p, len(kinglessSides(r, &p)) > 0
	return l.link, err
}

// finish checks the whole position. A side may lack a king, because a link may contain a kingless setup.
func (l *linkReader) finish() (err error) {
	if l.foreign {
		return l.Err()
	}
	l.link.Position, err = l.draft.finish(rules.ParseOptions{AllowNoKing: true})
	return err
}

// readVariant finds the rule set that the link names or contains. If there is none, it uses the given rule
// set or the default.
func (l *linkReader) readVariant(given rules.Rules, find func(name string) (rules.Rules, bool)) {
	value, named := l.values["variant"]
	name, offset := DefaultVariant, -1
	if named {
		name, offset = value.text, value.offset(0)
		if !registry.IsDefinition(name) {
			name = strings.ToLower(name)
		}
	}
	r, ok := given, given != nil && !named
	brought := l.values["rules"].text != "" || l.values["hash"].text != ""
	switch {
	case brought:
		if r, ok = l.bring(name, named, find); !ok {
			return // bring has added a fault
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
			"{variant} is not played on an 8x8 board: its links give the position as position=...", message.Args{"variant": r.Info().Name})
	default:
		l.draft.rules = r
	}
}

// bring returns the rule set that the link contains or identifies by its hash. It adds a fault and returns
// false if the rule set is not found.
func (l *linkReader) bring(name string, named bool, find func(name string) (rules.Rules, bool)) (r rules.Rules, ok bool) {
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
	case named && r.Info().Name != name:
		l.link.Notices = append(l.link.Notices, message.New("notice.link.other-name",
			"the link calls its rules {text, quote}, but they are named {name}", message.Args{"text": notation.Clip(name), "name": r.Info().Name}))
	}
	return r, ok
}

// readPieces parses the lists of White's and Black's pieces. If a square is listed more than once, the last
// piece wins.
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
			l.Fault(list.offset(0), "fault.list", "the list {text, quote} must start with w: or b:", message.Args{"text": notation.Clip(list.text)})
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

// readEntry parses a piece letter with a square and places the piece.
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
			"{entry, quote} does not end with a square: {text, quote} is not a file a-h and a rank 1-8", message.Args{"entry": entry.text, "text": entry.text[1:]})
	case okSquare:
		l.Fault(entry.offset(0), "fault.entry.piece",
			"{entry, quote} does not start with a piece: {text, quote} is not one of K, Q, R, B, N and P", message.Args{"entry": entry.text, "text": entry.text[:1]})
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

// repeated returns a notice for each square that is listed more than once.
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
				"{square} is given {times, plural, =2 {twice, both times} other {# times, each time}} with the {piece}", message.Args{
					"square": board.Square(square), "times": len(named), "piece": stands,
				}))
			continue
		}
		notices = append(notices, message.New("notice.link.dropped",
			"{square} is given {times, plural, =2 {twice} other {# times}}: {dropped, chain} {dropped, plural, one {was} other {were}} dropped, the {piece} stays", message.Args{
				"square": board.Square(square), "times": len(named), "dropped": dropped, "piece": stands,
			}))
	}
	return notices
}

// readRights parses castling rights. By default, a side has a right if its king and rook are on their home
// squares.
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
