package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// kingless is the flag that takes positions without a king.
type kingless struct {
	Kingless bool `aliases:"study" help:"Take a position where a side has no king."`
}

func (s kingless) options() rules.ParseOptions { return rules.ParseOptions{AllowNoKing: s.Kingless} }

// clip shortens a word from the command line for a message.
func clip(word string) string {
	if len(word) > 40 {
		return word[:40] + "..."
	}
	return word
}

// opening is a position that was named on the command line, and what its text
// says beside it.
type opening struct {
	board.Position
	lastMove string // the move that led there in UCI notation; only links tell
	link     bool
}

// position reads a position of a rule set: "start" or nothing, link text, or
// the rule set's own text. Words that the shell split are joined again. Of a
// link it is told which en passant captures are possible.
func (c *console) position(r rules.Rules, words []string, o rules.ParseOptions) (board.Position, error) {
	opened, err := c.opening(r, words, o)
	if err == nil && opened.link {
		c.noteEnPassant(r, &opened.Position)
	}
	return opened.Position, err
}

// opening reads a position as position does, and what came with it.
func (c *console) opening(r rules.Rules, words []string, o rules.ParseOptions) (opening, error) {
	text := strings.TrimSpace(strings.Join(words, " "))
	if text == "" || text == "start" {
		text = r.Info().Start
	}
	if flattext.IsLink(text) {
		return c.link(r, text)
	}
	p, err := r.Guide().ParsePosition(text, o)
	return opening{Position: p}, err
}

// link reads link text for a rule set that is known already. What the reader
// must be told goes to standard error.
func (c *console) link(r rules.Rules, text string) (opening, error) {
	l, err := flattext.ParseLinkFor(r, text, c.rules.Find)
	if err != nil {
		return opening{}, err
	}
	for _, n := range l.Notices {
		c.note(n.String())
	}
	return opening{l.Position, l.LastMove, true}, nil
}

// noteEnPassant tells which en passant captures are possible, if any is.
func (c *console) noteEnPassant(r rules.Rules, p *board.Position) {
	if notice, possible := rules.EnPassantNotice(r, p); possible {
		c.note(notice.String())
	}
}

// source is a file or standard input, open for reading. It knows how much of
// it has been read.
type source struct {
	name string
	size int64 // -1 if not known
	read int64
	in   io.Reader
	file *os.File // nil for standard input
}

// open opens a file, or standard input for "-".
func (c *console) open(name string) (*source, error) {
	if name == "-" {
		return &source{name: "standard input", size: -1, in: c.in}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, cannotRead(name, err)
	}
	s := &source{name: name, size: -1, in: f, file: f}
	switch info, err := f.Stat(); {
	case err != nil:
		s.Close()
		return nil, cannotRead(name, err)
	case info.IsDir():
		s.Close()
		return nil, cannotRead(name, errors.New("it is a directory"))
	case info.Mode().IsRegular():
		s.size = info.Size()
	}
	return s, nil
}

// Read reads on.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.read += int64(n)
	return n, err
}

// Close closes the file, if it is one.
func (s *source) Close() {
	if s.file != nil {
		s.file.Close() // it was only read
	}
}

// cannotRead says which file could not be read and why, once.
func cannotRead(name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read %v: %w", name, err)
}
