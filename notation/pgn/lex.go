package pgn

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// tokenKind is the type of a token.
type tokenKind uint8

const (
	endToken     tokenKind = iota // end of the text
	tagToken                      // [ ; lexer.tag reads the rest of the tag
	openToken                     // (
	closeToken                    // )
	commentToken                  // {...} or ;... ; text holds the comment
	nagToken                      // $n, or one of !, ?, !!, ??, !? and ?!; nag holds the number
	wordToken                     // a move, a move number, a symbol or a result
	badToken                      // not PGN; lexer.fault holds the reason
)

// token is a PGN token with its location.
type token struct {
	kind tokenKind
	text string
	nag  int
	notation.Place
	first bool // preceded only by white space on its line
	blank bool // preceded by an empty line
	long  bool // a mark such as e.p. may follow the word
	size  int  // bytes in the stream; less than len(text) for Windows-1252
}

// after returns the location that follows a prefix of the token's text. The prefix must not contain a line
// break.
func (t *token) after(text string) notation.Place {
	runes, size := utf8.RuneCountInString(text), len(text)
	if t.size < len(t.text) {
		size = runes
	}
	return notation.Place{Line: t.Line, Column: t.Column + runes, Offset: t.Offset + size}
}

// lexer splits a stream into tokens.
type lexer struct {
	input
	idle  bool            // the next token begins a game
	fault message.Message // describes the last bad token
	marks bool            // a * attached to a move marks a way over the seam and does not end the game
	buf   []byte
	words [1 << 10]string
}

// Limits for tokens. Only MaxGameBytes limits comments and tag values.
const (
	maxWord = 255
	maxNAG  = 65535
)

func newLexer(in io.Reader) *lexer {
	l := &lexer{input: input{in: in, window: make([]byte, 0, windowSize), line: 1, fresh: true}}
	l.begin()
	return l
}

// here returns the location of the current character.
func (l *lexer) here() notation.Place {
	return notation.Place{Line: l.line, Column: l.column, Offset: l.offset}
}

// keep appends the current character to the token's text and advances. If the game is too long, it only
// advances.
func (l *lexer) keep() {
	if !l.over() {
		l.buf = utf8.AppendRune(l.buf, l.ch)
	}
	l.step()
}

// keepPlain is like keep, but also appends the plain characters that follow in the window. It speeds up
// reading comments, which make up most of many files.
func (l *lexer) keepPlain(set *[256]bool) {
	if l.ch != '\n' && !l.fresh {
		if n := l.plain(set); n > 0 {
			if !l.over() {
				l.buf = append(utf8.AppendRune(l.buf, l.ch), l.window[l.pos:l.pos+n-1]...)
			}
			l.ch = rune(l.window[l.pos+n-1])
			l.take(n)
			l.offset = l.read - 1
		}
	}
	l.keep()
}

// These sets contain the characters that the lexer may take without examining them: inBraces and inLine in
// the two kinds of comments, inValue in tag values, inWord in words, and inMarked in words if moves may
// contain a *.
var (
	inBraces = plainSigns(func(ch byte) bool { return ch != '}' })
	inLine   = plainSigns(func(byte) bool { return true })
	inValue  = plainSigns(func(ch byte) bool { return ch != '"' && ch != '\\' })
	inWord   = plainSigns(func(ch byte) bool { return !strings.ContainsRune(` ()[]{}<;$!?*"`, rune(ch)) })
	inMarked = plainSigns(func(ch byte) bool { return ch == '*' || inWord[ch] })
)

func plainSigns(fits func(byte) bool) *[256]bool {
	var set [256]bool
	for ch := byte(' '); ch < 0x7f; ch++ {
		set[ch] = fits(ch)
	}
	return &set
}

// next returns the next token.
func (l *lexer) next() token {
	ends := 0
	for {
		if l.ch == '%' && l.column == 1 {
			l.skipLine()
			ends = -1 // a skipped line does not count as empty
			continue
		}
		if !isSpace(l.ch) {
			break
		}
		if l.ch == '\n' {
			ends++
		}
		l.step()
	}
	if l.idle { // text between games does not count towards the size of a game
		l.idle, l.used = false, 0
		if l.copying {
			l.startCopy(l.offset)
		}
	}
	t := token{Place: l.here(), first: l.fresh, blank: ends > 1}
	l.buf = l.buf[:0]
	switch ch := l.ch; {
	case ch == eof:
		t.kind = endToken
	case ch == '[':
		t.kind = tagToken
		l.step()
	case ch == '(':
		t.kind = openToken
		l.step()
	case ch == ')':
		t.kind = closeToken
		l.step()
	case ch == '{':
		l.comment(&t)
	case ch == ';':
		l.lineComment(&t)
	case ch == '$':
		l.nag(&t)
	case ch == '!' || ch == '?':
		l.glyph(&t)
	case ch == '<' && l.follows(">"): // a null move
		t.kind, t.text = wordToken, "<>"
		l.step()
		l.step()
	case ch == '*':
		t.kind, t.text = wordToken, "*"
		l.step()
	case isWordChar(ch) && ch != '>': // as in e2->e4
		l.word(&t)
	default:
		l.stray(&t)
	}
	t.size = l.offset - t.Offset
	return t
}

// comment reads {...}. Braces do not nest.
func (l *lexer) comment(t *token) {
	l.step()
	for l.ch != '}' {
		// A missing closing brace must not swallow the next games.
		if l.ch == eof || l.ch == '[' && l.column == 1 && l.atEvent() {
			l.bad(t, "pgn.comment-open", "the comment starting here is not closed with '}'", nil)
			return
		}
		l.keepPlain(inBraces)
	}
	l.step()
	t.kind, t.text = commentToken, tidy(string(l.buf))
}

// atEvent reports whether the current bracket begins an Event tag, which is normally a game's first tag.
func (l *lexer) atEvent() bool { return l.follows(`Event "`) }

// inEvent is like atEvent, but is called after the bracket.
func (l *lexer) inEvent() bool { return l.ch == 'E' && l.follows(`vent "`) }

func (l *lexer) lineComment(t *token) {
	l.step()
	for l.ch != '\n' && l.ch != eof {
		l.keepPlain(inLine)
	}
	t.kind, t.text = commentToken, tidy(string(l.buf))
}

func (l *lexer) nag(t *token) {
	l.step()
	digits := 0
	for ; l.ch >= '0' && l.ch <= '9'; l.step() {
		digits++
		t.nag = min(t.nag*10+int(l.ch-'0'), maxNAG+1)
	}
	t.kind = nagToken
	switch {
	case digits == 0:
		l.bad(t, "pgn.nag.none", "$ must be followed by a number", nil)
	case t.nag > maxNAG:
		l.bad(t, "pgn.nag.high", "the number after $ must be at most {most}", message.Args{"most": maxNAG})
	}
}

// glyph reads a run of ! and ?. It ignores all but the first two characters.
func (l *lexer) glyph(t *token) {
	for l.ch == '!' || l.ch == '?' {
		if len(l.buf) == 2 {
			l.step()
			continue
		}
		l.keep()
	}
	t.kind, t.nag = nagToken, 1+slices.Index([]string{"!", "?", "!!", "??", "!?", "?!"}, string(l.buf))
}

// isWordChar reports whether a character can be part of a move, a number or a result. Any character without
// another meaning can.
func isWordChar(ch rune) bool {
	if ch >= 0 && ch < utf8.RuneSelf {
		return inWord[ch]
	}
	return ch != eof && !isSpace(ch) && !unicode.IsControl(ch)
}

func (l *lexer) word(t *token) {
	t.kind = wordToken
	in := inWord
	if l.marks {
		in = inMarked
	}
	if n := l.plain(in); l.ch < utf8.RuneSelf && n < maxWord && l.pos+n < len(l.window) && l.window[l.pos+n] < utf8.RuneSelf {
		// The word and the character after it are in the window, and all are plain.
		t.text = l.intern(l.window[l.pos-1 : l.pos+n])
		l.take(n)
		l.step()
		t.long = l.ch != ' ' || l.pos == len(l.window) || l.window[l.pos]|0x20 == 'e' || l.window[l.pos] <= ' '
		return
	}
	for isWordChar(l.ch) || l.marks && l.ch == '*' {
		if len(l.buf) <= maxWord {
			l.buf = utf8.AppendRune(l.buf, l.ch)
		}
		l.step()
	}
	t.text, t.long = string(l.buf), true
	if len(l.buf) > maxWord {
		l.bad(t, "pgn.word-long", "a word of more than {most} bytes cannot be a move", message.Args{"most": maxWord})
	}
}

// intern returns a word as a string. It caches strings in a small hash table, because games repeat the same
// words.
func (l *lexer) intern(word []byte) string {
	hash := uint32(0)
	for _, ch := range word {
		hash = hash*31 + uint32(ch)
	}
	cached := &l.words[(hash^hash>>10)%uint32(len(l.words))]
	if *cached != string(word) {
		*cached = string(word)
	}
	return *cached
}

// bad marks a token as bad and sets the lexer's fault. Only one bad token may exist at a time.
func (l *lexer) bad(t *token, code message.Code, english string, args message.Args) {
	t.kind, l.fault = badToken, message.New(code, english, args)
}

// stray reads a character that is not valid outside comments and marks the token as bad.
func (l *lexer) stray(t *token) {
	switch ch := l.ch; ch {
	case '}':
		l.bad(t, "pgn.stray.comment", "unexpected '}': no comment is open", nil)
	case ']':
		l.bad(t, "pgn.stray.tag", "unexpected ]: no tag is open", nil)
	default:
		l.bad(t, "pgn.stray", "unexpected character {sign, sign}", message.Args{"sign": string(ch)})
	}
	l.step()
}

// remark returns the next comment if it starts on the current line.
func (l *lexer) remark() (token, bool) {
	l.blanks()
	if l.ch != '{' && l.ch != ';' {
		return token{}, false
	}
	return l.next(), true
}

// tag reads a tag after its opening bracket: a name, a quoted value and the closing bracket. If the tag is
// malformed, it returns a bad token and does not advance past the line.
func (l *lexer) tag() (name, value token, bad *token) {
	fault := func(code message.Code, english string, args message.Args) *token {
		t := &token{Place: l.here()}
		l.bad(t, code, english, args)
		return t
	}
	l.blanks()
	name = token{Place: l.here()}
	l.buf = l.buf[:0]
	for isNameChar(l.ch) && len(l.buf) <= maxWord {
		l.keep()
	}
	name.text = l.intern(l.buf)
	switch {
	case len(l.buf) == 0:
		return name, value, fault("pgn.tag-name.none", "a tag needs a name right after [", nil)
	case len(l.buf) > maxWord:
		return name, value, fault("pgn.tag-name.long", "a tag name can have at most {most} bytes", message.Args{"most": maxWord})
	}
	l.blanks()
	if l.ch != '"' {
		return name, value, fault("pgn.tag-value.quotes", "the value of the tag {name} must be in quotes", message.Args{"name": name.text})
	}
	l.step()
	value = token{Place: l.here()}
	l.buf = l.buf[:0]
	for !(l.ch == '"' && l.quoteEnds()) {
		if l.ch == '\n' || l.ch == eof {
			return name, value, fault("pgn.tag-value.open", "the value of the tag {name} is not closed on the same line", message.Args{"name": name.text})
		}
		if l.ch == '\\' {
			if head := l.peek(1); len(head) == 1 && (head[0] == '"' || head[0] == '\\') {
				l.step()
				l.keep()
				continue
			}
		}
		l.keepPlain(inValue)
	}
	value.text, value.size = tidyTag(string(l.buf)), l.offset-value.Offset
	l.step()
	l.blanks()
	if l.ch != ']' {
		return name, value, fault("pgn.tag-open", "the tag {name} is not closed with ]", message.Args{"name": name.text})
	}
	l.step()
	return name, value, nil
}

// quoteEnds reports whether the current quote closes its value. Many files have unescaped quotes in names, so
// only a quote before the closing bracket or the end of the line closes the value.
func (l *lexer) quoteEnds() bool {
	for n := 1; ; n++ {
		head := l.peek(n)
		if len(head) < n {
			return true
		}
		switch head[n-1] {
		case ']', '\n', '\r':
			return true
		case ' ', '\t':
			continue
		}
		return false
	}
}

// isNameChar reports whether a character can be part of a tag name.
func isNameChar(ch rune) bool {
	return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' ||
		ch > 0 && strings.ContainsRune("_+#=:-", ch)
}

// tidy joins the lines of a comment and collapses white space. Line breaks in comments have no meaning in
// PGN.
func tidy(text string) string {
	if isTidy(text) && !strings.Contains(text, "  ") {
		return strings.Trim(text, " ")
	}
	return strings.Join(strings.Fields(tidyTag(text)), " ")
}

// tidyTag makes a string valid UTF-8. It replaces control characters, which could break lines or control a
// terminal, with spaces.
func tidyTag(text string) string {
	if isTidy(text) {
		return text
	}
	return strings.Map(func(ch rune) rune {
		if unicode.IsControl(ch) {
			return ' '
		}
		return ch
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// isTidy reports whether a string is printable ASCII.
func isTidy(text string) bool {
	for i := range len(text) {
		if !inLine[text[i]] {
			return false
		}
	}
	return true
}
