package pgn

import (
	"bytes"
	"errors"
	"io"
	"unicode"
	"unicode/utf8"
)

// input is a stream of characters with one in hand, ch, which stands at
// line and column. It holds one window of the stream, so how long the stream
// is does not matter.
type input struct {
	in     io.Reader
	window []byte // what was read; what is not yet taken begins at pos
	pos    int
	ended  bool

	ch           rune // eof after the last
	line, column int  // both from 1, columns in characters
	fresh        bool // only white space stands between the line's start and ch
	wasCR        bool
	offset       int   // of ch, in bytes of the stream from 0
	read         int   // bytes up to pos since the stream began
	used         int   // bytes read since the game began
	err          error // why reading stopped, io.EOF apart
}

const (
	eof rune = -1
	// windowSize is how much of a stream is held at a time.
	windowSize = 64 << 10
)

// begin takes the first character into hand.
func (l *input) begin() {
	head := l.peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		l.err = errors.New("the text is UTF-16, save it as UTF-8")
		l.ch = eof
		return
	case string(head) == "\ufeff":
		l.pos = len(head)
		l.read = len(head)
	}
	l.load()
}

// peek returns the next n bytes of the stream, fewer at its end or where they
// are more than the window holds.
func (l *input) peek(n int) []byte {
	n = min(n, windowSize-1)
	for len(l.window)-l.pos < n && !l.ended {
		l.fill()
	}
	return l.window[l.pos:min(l.pos+n, len(l.window))]
}

// fill reads on. The byte before pos stays: it may be in hand.
func (l *input) fill() {
	if from := l.pos - 1; from > 0 && len(l.window) == cap(l.window) {
		l.window = l.window[:copy(l.window, l.window[from:])]
		l.pos = 1
	}
	for range 100 { // a stream may give nothing now and then
		n, err := l.in.Read(l.window[len(l.window):cap(l.window)])
		l.window = l.window[:len(l.window)+n]
		if err != nil {
			l.ended = true
			if err != io.EOF {
				l.err = err
			}
		}
		if n > 0 || err != nil {
			return
		}
	}
	l.ended, l.err = true, io.ErrNoProgress
}

// take moves past n bytes of the window that are on the line in hand and one
// character each.
func (l *input) take(n int) {
	l.pos += n
	l.read += n
	l.used += n
	l.column += n
}

// load takes the next character into hand.
func (l *input) load() {
	if l.wasCR { // the second half of a line's end goes with the first
		l.wasCR = false
		if next := l.peek(1); len(next) == 1 && next[0] == '\n' {
			l.take(1)
			l.column--
		}
	}
	l.offset = l.read
	if l.pos == len(l.window) && len(l.peek(1)) == 0 {
		l.column++
		l.used++
		l.ch = eof
		return
	}
	b := l.window[l.pos]
	l.take(1)
	switch {
	case b == '\r':
		l.wasCR = true
		l.ch = '\n'
	case b < utf8.RuneSelf:
		l.ch = rune(b)
	default:
		l.loadWide(b)
	}
}

// loadWide takes a character of several bytes, of which the first is taken; a
// byte that belongs to none is read as older files meant it.
func (l *input) loadWide(b byte) {
	l.peek(utf8.UTFMax - 1)
	ch, size := utf8.DecodeRune(l.window[l.pos-1:])
	if ch == utf8.RuneError && size == 1 {
		ch = rune(b)
		if b < 0xa0 {
			ch = windows1252[b-0x80]
		}
	}
	l.take(size - 1)
	l.column -= size - 1
	l.ch = ch
}

// windows1252 is what the bytes 0x80 to 0x9f stand for in the files of older
// programs, where Latin-1 has only control characters.
var windows1252 = [32]rune{
	'€', '\ufffd', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\ufffd', 'Ž', '\ufffd',
	'\ufffd', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\ufffd', 'ž', 'Ÿ',
}

// step goes past the character in hand.
func (l *input) step() {
	if l.ch == '\n' {
		l.line++
		l.column = 0
		l.fresh = true
	} else if l.fresh {
		l.fresh = isSpace(l.ch)
	}
	l.load()
}

// plain returns how many of the bytes that follow in the window are of a set
// of ASCII signs. None but the sign in hand stands before them on the way.
func (l *input) plain(set *[256]bool) (n int) {
	for _, b := range l.window[l.pos:] {
		if !set[b] {
			break
		}
		n++
	}
	return n
}

// follows reports whether a text follows the character in hand.
func (l *input) follows(text string) bool { return string(l.peek(len(text))) == text }

// skipLine goes to the end of the line.
func (l *input) skipLine() {
	for l.ch != '\n' && l.ch != eof {
		l.step()
	}
}

// blanks goes past white space on the line.
func (l *input) blanks() {
	for l.ch != '\n' && isSpace(l.ch) {
		l.step()
	}
}

// over reports whether the game has outgrown its limit.
func (l *input) over() bool { return l.used > MaxGameBytes }

// isSpace reports white space; a byte order mark may stand wherever files
// were joined.
func isSpace(ch rune) bool {
	if ch < utf8.RuneSelf {
		return ch == ' ' || ch >= '\t' && ch <= '\r'
	}
	return unicode.IsSpace(ch) || ch == '\ufeff'
}
