package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pgnKind is what a piece of PGN text is.
type pgnKind uint8

const (
	pgnEnd     pgnKind = iota // the text is over
	pgnTag                    // [ ; the rest of the tag is read by lexer.tag
	pgnOpen                   // (
	pgnClose                  // )
	pgnComment                // {...} or ;... ; text is what it says
	pgnNAG                    // $n or one of ! ? !! ?? !? ?! ; nag is the number
	pgnWord                   // a move, a move number or a result
	pgnBad                    // what no PGN holds; text says why
)

// pgnToken is one piece of PGN text and where it stands.
type pgnToken struct {
	kind         pgnKind
	text         string
	nag          int
	line, column int
	first        bool // nothing but white space stands before it on its line
	blank        bool // an empty line stands before it
}

// pgnLexer cuts a stream into tokens. It holds one buffer of the stream and
// one token at a time, so how long the stream is does not matter.
//
// It always has one character in hand, ch, which stands at line and column.
type pgnLexer struct {
	in           *bufio.Reader
	ch           rune // pgnEOF after the last
	line, column int  // both from 1, columns in characters
	fresh        bool // only white space stands between the line's start and ch
	wasCR        bool
	used         int   // bytes read since the game began
	idle         bool  // the next token begins a game
	err          error // why reading stopped, io.EOF apart
	buf          []byte
}

const pgnEOF rune = -1

// The limits on parts of a game; its own limit bounds comments and values.
const (
	maxPGNWord = 255
	maxPGNNag  = 65535
)

func newPGNLexer(in io.Reader) *pgnLexer {
	l := &pgnLexer{in: bufio.NewReaderSize(in, 64<<10), line: 1, column: 0, fresh: true}
	head, _ := l.in.Peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		l.err = errors.New("the text is UTF-16, save it as UTF-8")
		l.ch = pgnEOF
		return l
	case string(head) == "\ufeff":
		_, _ = l.in.Discard(len(head)) // it is in the buffer
	}
	l.load()
	return l
}

// load takes the next character into hand.
func (l *pgnLexer) load() {
	l.column++
	b, err := l.in.ReadByte()
	if b == '\n' && l.wasCR { // the second half of a line's end
		b, err = l.in.ReadByte()
		l.used++
	}
	l.wasCR = false
	l.used++
	switch {
	case err != nil:
		if err != io.EOF {
			l.err = err
		}
		l.ch = pgnEOF
	case b == '\r':
		l.wasCR = true
		l.ch = '\n'
	case b < utf8.RuneSelf:
		l.ch = rune(b)
	default:
		l.loadWide(b)
	}
}

// loadWide takes a character of several bytes; a byte that belongs to none is
// read as older files meant it.
func (l *pgnLexer) loadWide(b byte) {
	_ = l.in.UnreadByte() // cannot fail right after ReadByte
	ch, size, _ := l.in.ReadRune()
	l.used += size - 1
	if ch == utf8.RuneError && size == 1 {
		ch = rune(b)
		if b < 0xa0 {
			ch = windows1252[b-0x80]
		}
	}
	l.ch = ch
}

// windows1252 is what the bytes 0x80 to 0x9f stand for in the files of older
// programs, where Latin-1 has only control characters.
var windows1252 = [32]rune{
	'€', '\ufffd', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\ufffd', 'Ž', '\ufffd',
	'\ufffd', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\ufffd', 'ž', 'Ÿ',
}

// step goes past the character in hand.
func (l *pgnLexer) step() {
	if l.ch == '\n' {
		l.line++
		l.column = 0
		l.fresh = true
	} else if l.fresh {
		l.fresh = pgnSpace(l.ch)
	}
	l.load()
}

// pgnSpace reports white space; a byte order mark may stand wherever files
// were joined.
func pgnSpace(ch rune) bool {
	if ch < utf8.RuneSelf {
		return ch == ' ' || ch >= '\t' && ch <= '\r'
	}
	return unicode.IsSpace(ch) || ch == '\ufeff'
}

// over reports whether the game has outgrown its limit.
func (l *pgnLexer) over() bool { return l.used > MaxGameBytes }

// keep adds the character in hand to the token's text, unless the game has
// outgrown its limit, and goes past it.
func (l *pgnLexer) keep() {
	if !l.over() {
		l.buf = utf8.AppendRune(l.buf, l.ch)
	}
	l.step()
}

// keepPlain is keep, and does the same with all ASCII letters, signs and spaces
// that follow in the buffer, up to a stop sign. Comments are most of many
// files, and few of their characters need a closer look.
func (l *pgnLexer) keepPlain(stop byte) {
	if l.ch != '\n' {
		text, _ := l.in.Peek(l.in.Buffered())
		n := 0
		for n < len(text) && text[n] >= ' ' && text[n] < 0x7f && text[n] != stop {
			n++
		}
		if n > 0 {
			if !l.over() {
				l.buf = append(utf8.AppendRune(l.buf, l.ch), text[:n-1]...)
			}
			l.ch = rune(text[n-1])
			l.column += n
			l.used += n
			_, _ = l.in.Discard(n) // all of it is in the buffer
		}
	}
	l.keep()
}

// skipLine goes to the end of the line.
func (l *pgnLexer) skipLine() {
	for l.ch != '\n' && l.ch != pgnEOF {
		l.step()
	}
}

// next returns the next token.
func (l *pgnLexer) next() pgnToken {
	ends := 0
	for {
		if l.ch == '%' && l.column == 1 {
			l.skipLine()
			ends = -1 // the line is not an empty one
			continue
		}
		if !pgnSpace(l.ch) {
			break
		}
		if l.ch == '\n' {
			ends++
		}
		l.step()
	}
	if l.idle { // what lies between games counts for none
		l.idle, l.used = false, 0
	}
	t := pgnToken{line: l.line, column: l.column, first: l.fresh, blank: ends > 1}
	l.buf = l.buf[:0]
	switch ch := l.ch; {
	case ch == pgnEOF:
		t.kind = pgnEnd
	case ch == '[':
		t.kind = pgnTag
		l.step()
	case ch == '(':
		t.kind = pgnOpen
		l.step()
	case ch == ')':
		t.kind = pgnClose
		l.step()
	case ch == '{':
		l.comment(&t)
	case ch == ';':
		l.lineComment(&t)
	case ch == '$':
		l.nag(&t)
	case ch == '!' || ch == '?':
		l.glyph(&t)
	case ch == '*':
		t.kind, t.text = pgnWord, "*"
		l.step()
	case pgnWordChar(ch):
		l.word(&t)
	default:
		l.stray(&t)
	}
	return t
}

// comment reads {...}. Braces do not nest.
func (l *pgnLexer) comment(t *pgnToken) {
	l.step()
	for l.ch != '}' {
		// A forgotten brace must not swallow the games that follow.
		if l.ch == pgnEOF || l.ch == '[' && l.column == 1 && l.atEvent() {
			t.kind, t.text = pgnBad, "the comment that begins here is never closed with }"
			return
		}
		l.keepPlain('}')
	}
	l.step()
	t.kind, t.text = pgnComment, pgnTidy(string(l.buf))
}

// atEvent reports whether the bracket in hand begins an Event tag, the first
// of a game.
func (l *pgnLexer) atEvent() bool { return l.follows(`Event "`) }

// inEvent reports the same right after the bracket.
func (l *pgnLexer) inEvent() bool { return l.ch == 'E' && l.follows(`vent "`) }

// follows reports whether a text follows the character in hand.
func (l *pgnLexer) follows(text string) bool {
	head, _ := l.in.Peek(len(text))
	return string(head) == text
}

func (l *pgnLexer) lineComment(t *pgnToken) {
	l.step()
	for l.ch != '\n' && l.ch != pgnEOF {
		l.keepPlain('\n')
	}
	t.kind, t.text = pgnComment, pgnTidy(string(l.buf))
}

func (l *pgnLexer) nag(t *pgnToken) {
	l.step()
	digits := 0
	for ; l.ch >= '0' && l.ch <= '9'; l.step() {
		digits++
		t.nag = min(t.nag*10+int(l.ch-'0'), maxPGNNag+1)
	}
	t.kind = pgnNAG
	switch {
	case digits == 0:
		t.kind, t.text = pgnBad, "a number must follow $"
	case t.nag > maxPGNNag:
		t.kind, t.text = pgnBad, fmt.Sprintf("the number after $ must not be above %d", maxPGNNag)
	}
}

// glyph reads a run of ! and ?. More than two say no more than two.
func (l *pgnLexer) glyph(t *pgnToken) {
	for l.ch == '!' || l.ch == '?' {
		if len(l.buf) == 2 {
			l.step()
			continue
		}
		l.keep()
	}
	t.kind = pgnNAG
	switch string(l.buf) {
	case "!":
		t.nag = 1
	case "?":
		t.nag = 2
	case "!!":
		t.nag = 3
	case "??":
		t.nag = 4
	case "!?":
		t.nag = 5
	default:
		t.nag = 6
	}
}

// pgnWordChar reports what moves, numbers and results are written with: all
// that means nothing else.
func pgnWordChar(ch rune) bool {
	if ch >= 0 && ch < utf8.RuneSelf {
		return pgnWordASCII[ch]
	}
	return ch != pgnEOF && !pgnSpace(ch) && !unicode.IsControl(ch)
}

var pgnWordASCII = func() (table [utf8.RuneSelf]bool) {
	for ch := '!'; ch <= '~'; ch++ {
		table[ch] = !strings.ContainsRune(`()[]{}<>;$!?*"`, ch)
	}
	return table
}()

func (l *pgnLexer) word(t *pgnToken) {
	for pgnWordChar(l.ch) {
		if len(l.buf) <= maxPGNWord {
			l.buf = utf8.AppendRune(l.buf, l.ch)
		}
		l.step()
	}
	t.kind, t.text = pgnWord, string(l.buf)
	if len(l.buf) > maxPGNWord {
		t.kind, t.text = pgnBad, fmt.Sprintf("a word of more than %d bytes is no move", maxPGNWord)
	}
}

// stray reads one character that has no place outside comments.
func (l *pgnLexer) stray(t *pgnToken) {
	t.kind = pgnBad
	switch ch := l.ch; ch {
	case '}':
		t.text = "} closes no comment"
	case ']':
		t.text = "] closes no tag"
	default:
		t.text = fmt.Sprintf("the character %q has no meaning here", ch)
	}
	l.step()
}

// remark returns the next comment if it begins on the line in hand.
func (l *pgnLexer) remark() (pgnToken, bool) {
	for l.ch != '\n' && pgnSpace(l.ch) {
		l.step()
	}
	if l.ch != '{' && l.ch != ';' {
		return pgnToken{}, false
	}
	return l.next(), true
}

// tag reads what follows the bracket: a name, a value in quotes and the
// closing bracket. On a fault it returns a bad token and stays on the line.
func (l *pgnLexer) tag() (name, value pgnToken, bad *pgnToken) {
	fault := func(msg string) *pgnToken {
		return &pgnToken{kind: pgnBad, text: msg, line: l.line, column: l.column}
	}
	l.blanks()
	name = pgnToken{line: l.line, column: l.column}
	l.buf = l.buf[:0]
	for pgnNameChar(l.ch) && len(l.buf) <= maxPGNWord {
		l.keep()
	}
	name.text = string(l.buf)
	switch {
	case len(l.buf) == 0:
		return name, value, fault("a tag needs a name right after [")
	case len(l.buf) > maxPGNWord:
		return name, value, fault(fmt.Sprintf("a tag's name must not be longer than %d bytes", maxPGNWord))
	}
	l.blanks()
	if l.ch != '"' {
		return name, value, fault(fmt.Sprintf("the value of the tag %s must stand in quotes", name.text))
	}
	l.step()
	value = pgnToken{line: l.line, column: l.column}
	l.buf = l.buf[:0]
	for !(l.ch == '"' && l.quoteEnds()) {
		if l.ch == '\n' || l.ch == pgnEOF {
			return name, value, fault(fmt.Sprintf("the value of the tag %s is not closed on its line", name.text))
		}
		if l.ch == '\\' {
			if head, _ := l.in.Peek(1); len(head) == 1 && (head[0] == '"' || head[0] == '\\') {
				l.step()
			}
		}
		l.keep()
	}
	value.text = pgnTidyTag(string(l.buf))
	l.step()
	l.blanks()
	if l.ch != ']' {
		return name, value, fault(fmt.Sprintf("the tag %s is not closed with ]", name.text))
	}
	l.step()
	return name, value, nil
}

// quoteEnds reports whether the quote in hand closes its value. Many files
// hold names with bare quotes inside: one that is followed by anything but the
// closing bracket or the line's end belongs to the value.
func (l *pgnLexer) quoteEnds() bool {
	for n := 1; ; n++ {
		head, _ := l.in.Peek(n)
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

func (l *pgnLexer) blanks() {
	for l.ch != '\n' && pgnSpace(l.ch) {
		l.step()
	}
}

// pgnNameChar reports what a tag's name is made of.
func pgnNameChar(ch rune) bool {
	return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' ||
		ch > 0 && strings.ContainsRune("_+#=:-", ch)
}

// pgnTidy makes a comment one line of words with single spaces between them.
// Where lines break in a comment has no meaning in PGN.
func pgnTidy(text string) string {
	return strings.Join(strings.Fields(pgnTidyTag(text)), " ")
}

// pgnTidyTag makes a text valid and rids it of control characters, which would
// break a line or command a terminal.
func pgnTidyTag(text string) string {
	return strings.Map(func(ch rune) rune {
		if unicode.IsControl(ch) {
			return ' '
		}
		return ch
	}, strings.ToValidUTF8(text, "\ufffd"))
}
