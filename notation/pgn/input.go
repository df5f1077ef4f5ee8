package pgn

import (
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/notation"
)

// Limits for reading and writing a game.
const (
	// MaxGameBytes is the maximum length of a game's text.
	MaxGameBytes = 1 << 20
	// MaxGameDepth is the maximum nesting of variations.
	MaxGameDepth = 100
)

// input reads a stream one character at a time; ch is the current one. It buffers only a window of the
// stream, so the stream may have any length.
type input struct {
	in     io.Reader
	window []byte // buffered bytes; those before pos have been read
	pos    int
	ended  bool

	ch           rune // eof at the end
	line, column int  // counted from 1; columns count characters
	fresh        bool // only white space precedes ch on its line
	wasCR        bool
	offset       int    // of ch in the stream, in bytes from 0
	read         int    // number of bytes in the stream before pos
	used         int    // bytes read since the start of the game
	copying      bool   // whether to copy the text of the current game
	copied       []byte // the copied text that has left the window
	copyFrom     int    // where the rest of it begins in the window
	cut          bool   // the text was too long to copy
	err          error  // the stream's error, except io.EOF
}

const (
	eof rune = -1
	// windowSize is the size of the buffer in bytes.
	windowSize = 64 << 10
)

// begin skips a byte order mark and loads the first character. It converts UTF-16 to UTF-8, to which offsets
// then refer.
func (l *input) begin() {
	const mark = "\ufeff"
	l.peek(4)
	if converted := notation.FromUTF16(l.window[l.pos:], l.in); converted != nil {
		l.in, l.window, l.pos, l.ended = converted, l.window[:0], 0, false
	} else if string(l.peek(len(mark))) == mark {
		l.pos = len(mark)
		l.read = len(mark)
	}
	l.load()
}

// peek returns the next n bytes of the stream. It returns fewer at the end of the stream or if n exceeds the
// window.
func (l *input) peek(n int) []byte {
	n = min(n, windowSize-1)
	for len(l.window)-l.pos < n && !l.ended {
		l.fill()
	}
	return l.window[l.pos:min(l.pos+n, len(l.window))]
}

// fill reads more of the stream into the window. It keeps the byte before pos, which may be the current
// character.
func (l *input) fill() {
	if from := l.pos - 1; from > 0 && len(l.window) == cap(l.window) {
		l.copyUp(from)
		l.copyFrom -= from
		l.window = l.window[:copy(l.window, l.window[from:])]
		l.pos = 1
	}
	for range 100 { // a reader may return 0 bytes
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

// copyUp appends the window up to an index to the copied text. Text longer than MaxGameBytes is dropped.
func (l *input) copyUp(to int) {
	if !l.copying || l.copyFrom >= to {
		return
	}
	if len(l.copied) > MaxGameBytes {
		l.copied, l.cut = l.copied[:0], true
	}
	l.copied = append(l.copied, l.window[l.copyFrom:to]...)
	l.copyFrom = to
}

// copyBase returns the offset in the stream of the first copied byte.
func (l *input) copyBase() int { return l.read - (l.pos - l.copyFrom) - len(l.copied) }

// startCopy begins a copy of the text at an offset, and drops the text before it.
func (l *input) startCopy(offset int) {
	if !l.copying {
		l.copying, l.copied, l.copyFrom = true, l.copied[:0], l.pos-(l.read-offset)
	}
	l.copyUp(l.pos)
	l.copied = append(l.copied[:0], l.copied[offset-l.copyBase():]...)
	l.cut = false
}

// copyTo returns the text copied so far, up to an offset. The slice is valid until the reader advances. It
// returns false if the text was too long.
func (l *input) copyTo(offset int) ([]byte, bool) {
	l.copyUp(l.pos)
	if l.cut {
		return nil, false
	}
	return l.copied[:offset-l.copyBase()], true
}

// take skips n bytes of the window and counts each as a character of the current line.
func (l *input) take(n int) {
	l.pos += n
	l.read += n
	l.used += n
	l.column += n
}

// load loads the next character.
func (l *input) load() {
	if l.wasCR { // skip the LF of a CRLF
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

// loadWide loads a multi-byte character whose first byte has already been consumed. Bytes that are not valid
// UTF-8 are read as Windows-1252.
func (l *input) loadWide(b byte) {
	l.peek(utf8.UTFMax - 1)
	ch, size := utf8.DecodeRune(l.window[l.pos-1:])
	if ch == utf8.RuneError && size == 1 {
		ch = fromWindows1252(b)
	}
	l.take(size - 1)
	l.column -= size - 1
	l.ch = ch
}

// fromWindows1252 returns the character for a byte of at least 0x80.
func fromWindows1252(b byte) rune {
	if b < 0xa0 {
		return windows1252[b-0x80]
	}
	return rune(b)
}

// toUTF8 converts the bytes that are not valid UTF-8 from Windows-1252.
func toUTF8(text []byte) (valid []byte) {
	for len(text) > 0 {
		ch, size := utf8.DecodeRune(text)
		if ch == utf8.RuneError && size == 1 {
			ch = fromWindows1252(text[0])
		}
		valid, text = utf8.AppendRune(valid, ch), text[size:]
	}
	return valid
}

// windows1252 holds the characters for the bytes 0x80 to 0x9f, in which Windows-1252 differs from Latin-1.
var windows1252 = [32]rune{
	'€', '\ufffd', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\ufffd', 'Ž', '\ufffd',
	'\ufffd', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\ufffd', 'ž', 'Ÿ',
}

// step advances by one character.
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

// plain returns the number of bytes that follow the current character in the window and belong to a set of
// ASCII characters.
func (l *input) plain(set *[256]bool) (n int) {
	for _, b := range l.window[l.pos:] {
		if !set[b] {
			break
		}
		n++
	}
	return n
}

// follows reports whether the given text follows the current character.
func (l *input) follows(text string) bool { return string(l.peek(len(text))) == text }

// skipLine advances to the end of the line.
func (l *input) skipLine() {
	for l.ch != '\n' && l.ch != eof {
		l.step()
	}
}

// blanks skips white space up to the end of the line.
func (l *input) blanks() {
	for l.ch != '\n' && isSpace(l.ch) {
		l.step()
	}
}

// over reports whether the game exceeds MaxGameBytes.
func (l *input) over() bool { return l.used > MaxGameBytes }

// isSpace reports whether a character is white space. A byte order mark counts as white space, because it
// occurs inside concatenated files.
func isSpace(ch rune) bool {
	if ch < utf8.RuneSelf {
		return ch == ' ' || ch >= '\t' && ch <= '\r'
	}
	return unicode.IsSpace(ch) || ch == '\ufeff'
}
