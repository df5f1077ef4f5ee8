package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// linkReader is a link that is being parsed.
type linkReader struct {
	*draft
	values  map[string]spread // by lower-case name
	leftOut []message.Message // notices about unknown parameters
	named   [64][]board.Piece
	foreign bool // the rule set has pieces or a board of its own, and the position has already been parsed
	noLists bool // the rule set is not on a chessboard, and a fault has been added
	link    Link
}

// spread is decoded text with the offset of each byte in the link.
type spread struct {
	text  string
	at    []int
	start int // offset of the start, even if the text is empty
}

// end returns the offset after the last byte.
func (s spread) end() int {
	if len(s.at) == 0 {
		return s.start
	}
	return s.at[len(s.at)-1] + 1
}

func (s spread) offset(i int) int { return s.at[i] }

// cut returns the non-empty parts between separators.
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

// notice adds notices of one kind. If there are too many, it adds the first few and a notice with the number
// of omitted ones.
func (l *linkReader) notice(all []message.Message, more func(n int) message.Message) {
	if n := len(all); n > mostNotices {
		// Reserve the last notice for the number of omitted ones.
		first := mostNotices - 1
		all = append(all[:first:first], more(n-first))
	}
	l.link.Notices = append(l.link.Notices, all...)
}

// split splits the link into parameters. The board contains semicolons, so url.ParseQuery cannot be used.
func (l *linkReader) split(query string) {
	start, end := 0, len(query)
	// A question mark inside a value has no special meaning.
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
		case key == "position" || key == "fen" || key == "rules": // white space is significant in these values
		case key == "variant" && registry.IsDefinition(value.text):
		default:
			value = value.tight()
		}
		l.keep(name, value)
		start = stop + 1
	}
}

// keep stores the value of a known parameter. It adds a notice about an unknown parameter and a fault for a
// repeated one.
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
			"the link contains {text, quote}, which is unknown: it was ignored", message.Args{"text": notation.Clip(name.text)}))
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

// decode decodes percent escapes, and replaces plus signs with spaces.
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
					"{text, quote} is not a percent escape: write % and two hexadecimal digits", message.Args{"text": notation.Clip(query[i:min(i+3, end)])})
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

func hexDigit(c byte) int { return strings.IndexByte("0123456789abcdef", lower(c)) }

// lower returns an ASCII letter in lower case and any other byte unchanged.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// Link is a parsed link. If the link contains a board, the halfmove clock is 0 and the move number is 1.
type Link struct {
	Rules    rules.Rules
	Position board.Position
	// Kingless is true if the link requests a kingless setup or a side has no king.
	Kingless bool
	// LastMove is the last move in UCI notation, or "" if the link has none. It determines the en passant
	// square and, if the link has no turn, the side to move.
	LastMove string
	// Notices describes the parts of the link that were ignored or assumed.
	Notices []message.Message
}

// Limits for a link. 64 pieces take about 300 characters, or 900 if all are escaped. Rules may take many
// more.
const (
	mostLink = 64 << 10
	// mostNotices is the maximum number of notices of one kind.
	mostNotices = 8
)
