package zillions

import (
	"fmt"
	"strings"
)

// Limits on a file. Exceeding any of them is an error.
const (
	maxText      = 4 << 20   // file size in bytes
	maxNesting   = 200       // depth of brackets
	maxNodes     = 1_000_000 // words and brackets after macro expansion
	maxMacro     = 64        // depth of macros
	maxPositions = 4096
	maxWords     = 250  // each of directions, players, piece types, zones, move types
	maxFlags     = 16   // each of attributes, flags, position flags
	maxName      = 100  // length of a name in bytes
	maxGoals     = 5000 // total number of words in all goals
)

type kind byte

const (
	word kind = iota
	text      // in quotation marks
	list
)

// node is a word, a string or a list of nodes, with its position in the file.
type node struct {
	kind      kind
	text      string
	list      []*node
	line, col int
}

// head returns the first word of a list, or "" if there is none.
func (n *node) head() string {
	if n.kind == list && len(n.list) > 0 && n.list[0].kind == word {
		return n.list[0].text
	}
	return ""
}

// args returns the elements of a list after the first.
func (n *node) args() []*node {
	if len(n.list) == 0 {
		return nil
	}
	return n.list[1:]
}

// Error is an error in a file, with its position.
type Error struct {
	Line, Col int
	Text      string
}

// Error returns the position and the message.
func (e *Error) Error() string { return fmt.Sprintf("line %d:%d: %s", e.Line, e.Col, e.Text) }

func (n *node) errorf(format string, args ...any) error {
	return &Error{n.line, n.col, fmt.Sprintf(format, args...)}
}

// String formats a node as in a file, shortened for messages.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	if b.Len() > 60 {
		return strings.ToValidUTF8(b.String()[:60], "") + "..."
	}
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	if b.Len() > 60 {
		return
	}
	switch n.kind {
	case word:
		b.WriteString(n.text)
	case text:
		b.WriteString(`"` + n.text + `"`)
	default:
		b.WriteByte('(')
		for i, m := range n.list {
			if i > 0 {
				b.WriteByte(' ')
			}
			m.write(b)
		}
		b.WriteByte(')')
	}
}

// reader parses the nodes of a file.
type reader struct {
	src       string
	at        int
	line, col int
}

// parse parses a file and returns its top-level lists.
func parse(src string) ([]*node, error) {
	if len(src) > maxText {
		return nil, &Error{1, 1, fmt.Sprintf("the file has %d bytes, the limit is %d", len(src), maxText)}
	}
	r := &reader{src: src, line: 1, col: 1}
	var top []*node
	for {
		end := node{line: r.line, col: r.col}
		comment := r.space()
		if r.at == len(r.src) {
			if comment && len(top) > 0 {
				return nil, end.errorf("a comment after the last bracket: the file must end with the bracket")
			}
			return top, nil
		}
		n, err := r.node(0)
		if err != nil {
			return nil, err
		}
		if n.kind != list {
			return nil, n.errorf("%s is outside all brackets", n)
		}
		top = append(top, n)
	}
}

func (r *reader) next() byte {
	c := r.src[r.at]
	r.at++
	if c == '\n' {
		r.line++
		r.col = 1
	} else {
		r.col++
	}
	return c
}

// space skips white space and comments, which extend from a semicolon to the end of the line.
// It reports whether there were comments.
func (r *reader) space() (comment bool) {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c <= ' ':
			r.next()
		case c == ';':
			comment = true
			for r.at < len(r.src) && r.src[r.at] != '\n' {
				r.next()
			}
		default:
			return comment
		}
	}
	return comment
}

func (r *reader) node(depth int) (*node, error) {
	n := &node{line: r.line, col: r.col}
	if depth > maxNesting {
		return nil, n.errorf("more than %d nested brackets", maxNesting)
	}
	switch r.src[r.at] {
	case ')':
		return nil, n.errorf("unmatched closing bracket")
	case '"':
		r.next()
		start := r.at
		for r.at < len(r.src) {
			if r.next() == '"' {
				n.kind, n.text = text, r.src[start:r.at-1]
				return n, nil
			}
		}
		return nil, n.errorf("missing closing quotation mark")
	case '(':
		r.next()
		n.kind = list
		for {
			r.space()
			if r.at == len(r.src) {
				return nil, n.errorf("unclosed bracket")
			}
			if r.src[r.at] == ')' {
				r.next()
				return n, nil
			}
			m, err := r.node(depth + 1)
			if err != nil {
				return nil, err
			}
			n.list = append(n.list, m)
		}
	}
	start := r.at
	for r.at < len(r.src) && r.src[r.at] > ' ' && !strings.ContainsRune(`();"`, rune(r.src[r.at])) {
		r.next()
	}
	n.text = r.src[start:r.at]
	return n, nil
}
