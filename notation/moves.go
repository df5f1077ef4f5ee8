package notation

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// MoveText is a move's text in ASCII. It has no leading spaces, and does not end with spaces, check signs,
// annotations such as !?, or e.p.
type MoveText struct {
	Input     string
	Chars     string
	At        []int // offset in Input of each byte of Chars; may be longer than Chars
	EnPassant bool  // the input ended in e.p.
}

// MaxMove is the maximum length of a move's text in characters. Valid texts are far shorter.
const MaxMove = 64

// figurines maps symbols to their ASCII equivalents.
var figurines = map[rune]byte{
	'♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': 'P',
	'♚': 'K', '♛': 'Q', '♜': 'R', '♝': 'B', '♞': 'N', '♟': 'P',
	'×': 'x',
}

// NewMoveText replaces figurines and typographic symbols in a move's text with ASCII characters. The map
// signs lists further characters to replace. NewMoveText returns an error if the text is too long, contains
// no move or contains a character that is not printable ASCII, white space or one of those replaced.
func NewMoveText(input string, signs map[rune]byte) (MoveText, error) {
	t := MoveText{Input: input}
	if n := utf8.RuneCountInString(input); n > MaxMove {
		t.Input = Clip(input)
		return t, &SyntaxError{Input: t.Input, Offset: min(MaxMove, len(t.Input)), Message: message.New("syntax.move.too-long",
			"a move of {count} characters is too long", message.Args{"count": n})}
	}
	chars, at := make([]byte, 0, len(input)), make([]int, 0, len(input))
	for i, c := range input {
		sign := cmp.Or(signs[c], figurines[c], PlainSign(c))
		switch {
		case sign != 0:
		case c > ' ' && c < 0x7f:
			sign = byte(c)
		case unicode.IsSpace(c):
			sign = ' '
		case c == '\uFE0E' || c == '\uFE0F': // variation selectors only affect how a figurine is drawn
			continue
		default:
			return t, &SyntaxError{Input: input, Offset: i, Message: message.New("syntax.move.sign",
				"{sign, sign} cannot occur in a move", message.Args{"sign": string(c)})}
		}
		if sign == ' ' && len(chars) == 0 {
			continue
		}
		chars, at = append(chars, sign), append(at, i)
	}
	chars, t.At = joinArrows(chars, at)
	t.Chars = string(chars)
	t.trim()
	if t.Chars == "" {
		return t, t.Fail(0, "syntax.move.none", "the text contains no move", nil)
	}
	return t, nil
}

// trim removes trailing spaces, check signs, annotations such as !?, and e.p.
func (t *MoveText) trim() {
	for {
		text := strings.TrimRight(t.Chars, " +#!?")
		for _, suffix := range [...]string{"e.p.", "e.p", "ep"} {
			if n := len(text) - len(suffix); n >= 0 && strings.EqualFold(text[n:], suffix) {
				t.EnPassant = true
				text = text[:n]
				break
			}
		}
		if len(text) == len(t.Chars) {
			return
		}
		t.Chars = text
	}
}

// Fail returns an error at the given index in Chars.
func (t *MoveText) Fail(i int, code message.Code, english string, args message.Args) *SyntaxError {
	offset := len(t.Input)
	if i < len(t.At) {
		offset = t.At[i]
	}
	return &SyntaxError{Input: t.Input, Offset: offset, Message: message.New(code, english, args)}
}

// Char returns the byte of Chars at an index, or 0 past the end.
func (t *MoveText) Char(i int) byte {
	if i < len(t.Chars) {
		return t.Chars[i]
	}
	return 0
}

// PlainSign returns the ASCII form of a dash or an arrow, or 0 for any other character. An arrow becomes >,
// which [NewMoveText] replaces with a hyphen.
func PlainSign(sign rune) byte {
	switch sign {
	case '‐', '‑', '‒', '–', '—', '−':
		return '-'
	case '→', '⇒', '⟶', '⟹', '➔', '➙', '➛', '➜', '➝', '➞', '↦', '⇨':
		return '>'
	}
	return 0
}

// joinArrows replaces the arrows in a move's text (>, -> and =>), including surrounding spaces, with a
// hyphen, in place. The slice at holds the offset of every byte; joinArrows deletes the elements for the
// bytes that it removes. It leaves an arrow at the start or end unchanged, because such an arrow joins no
// squares.
func joinArrows(chars []byte, at []int) ([]byte, []int) {
	if bytes.IndexByte(chars, '>') < 0 {
		return chars, at
	}
	kept := 0
	for i := 0; i < len(chars); i++ {
		chars[kept], at[kept] = chars[i], at[i]
		if chars[i] != '>' || i == len(chars)-1 {
			kept++
			continue
		}
		begin := kept
		for begin > 0 && (chars[begin-1] == '-' || chars[begin-1] == '=') {
			begin--
		}
		for begin > 0 && chars[begin-1] == ' ' {
			begin--
		}
		if begin == 0 {
			kept++
			continue
		}
		chars[begin], at[begin] = '-', at[i]
		kept = begin + 1
		for i+1 < len(chars) && chars[i+1] == ' ' {
			i++
		}
	}
	return chars[:kept], at[:kept]
}

// KingTakesRook converts a legal castling move to the form that Chess960 programs use in UCI notation: the
// king moves onto its rook. It returns other moves, and all moves in rule sets without Chess960, unchanged.
func KingTakesRook(r rules.Rules, p *board.Position, m board.Move) board.Move {
	if !r.Info().Chess960 || r.Guide().Class(p, m)&rules.Castling == 0 {
		return m
	}
	right := board.WhiteShort << (2 * p.Side)
	if m.To() < m.From() {
		right <<= 1
	}
	king, rook := p.CastlingHome(right)
	return board.NewMove(king, rook, board.NoRole)
}
