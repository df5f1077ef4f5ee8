package notation

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF8 returns a reader of the same text in UTF-8 if the text is UTF-16. Otherwise it returns a reader of the same
// bytes. It reads the first bytes at once.
func UTF8(in io.Reader) io.Reader {
	text := bufio.NewReader(in)
	start, _ := text.Peek(4) // an error is returned by the next read
	head := bytes.Clone(start)
	text.Discard(len(head)) // cannot fail
	if converted := FromUTF16(head, text); converted != nil {
		return converted
	}
	return io.MultiReader(bytes.NewReader(head), text)
}

// FromUTF16 returns a reader of the same text in UTF-8 if head, the beginning of the stream in, which in must not
// repeat, shows that it is UTF-16: by a byte order mark, or by two ASCII characters whose high bytes are zero.
// Otherwise it returns nil.
func FromUTF16(head []byte, in io.Reader) io.Reader {
	big := false
	switch {
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		head, big = head[2:], true
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		head = head[2:]
	case len(head) < 4:
		return nil
	case head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		big = true
	case head[0] == 0 || head[1] != 0 || head[2] == 0 || head[3] != 0:
		return nil
	}
	return &utf16Reader{in: bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), in)), big: big}
}

// utf16Reader converts UTF-16 to UTF-8. Unpaired surrogates become U+FFFD.
type utf16Reader struct {
	in   *bufio.Reader
	big  bool // whether the first byte of a unit is the high one
	left []byte
	err  error
}

func (u *utf16Reader) unit() (rune, bool) {
	pair, err := u.in.Peek(2)
	if err != nil {
		u.err = err // an odd last byte is dropped
		return 0, false
	}
	if u.big {
		return rune(pair[0])<<8 | rune(pair[1]), true
	}
	return rune(pair[1])<<8 | rune(pair[0]), true
}

// Read reads UTF-8.
func (u *utf16Reader) Read(to []byte) (n int, err error) {
	for len(u.left) < len(to) && u.err == nil {
		ch, ok := u.unit()
		if !ok {
			break
		}
		u.in.Discard(2)
		if utf16.IsSurrogate(ch) {
			second, ok := u.unit()
			if whole := utf16.DecodeRune(ch, second); ok && whole != utf8.RuneError {
				u.in.Discard(2)
				ch = whole
			}
		}
		u.left = utf8.AppendRune(u.left, ch)
	}
	n = copy(to, u.left)
	u.left = u.left[:copy(u.left, u.left[n:])]
	if n == 0 {
		err = u.err
	}
	return n, err
}
