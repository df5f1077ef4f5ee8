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
	Kingless bool `help:"Take a position where a side has no king."`
}

func (s kingless) options() rules.ParseOptions { return rules.ParseOptions{AllowNoKing: s.Kingless} }

// clip shortens a word from the command line for a message.
func clip(word string) string {
	if len(word) > 40 {
		return word[:40] + "..."
	}
	return word
}

// position reads a position of a rule set: "start" or nothing, link text, or
// the rule set's own text. Words that the shell split are joined again.
func (c *console) position(r rules.Rules, words []string, o rules.ParseOptions) (board.Position, error) {
	text := strings.TrimSpace(strings.Join(words, " "))
	switch {
	case text == "" || text == "start":
		return r.Guide().ParsePosition(r.Info().Start, o)
	case isLink(text):
		return c.link(r, text)
	}
	return r.Guide().ParsePosition(text, o)
}

// isLink tells link text, or a whole address, from other texts.
func isLink(text string) bool {
	return strings.HasPrefix(text, "?") || strings.Contains(text, "://") || strings.Contains(strings.ToLower(text), "board=")
}

// link reads link text for a rule set that is known already. What the reader
// must be told goes to standard error.
func (c *console) link(r rules.Rules, text string) (board.Position, error) {
	l, err := c.parseLink(text, r)
	if err != nil {
		return board.Position{}, err
	}
	for _, n := range l.Notices {
		c.note(n.String())
	}
	if l.Rules != r {
		return board.Position{}, fmt.Errorf("the link is for %s, not for %s", l.Rules.Info().Name, r.Info().Name)
	}
	return l.Position, nil
}

// parseLink reads link text. If the link names no rule set, it is taken for
// the given one, or, if that is nil, for the usual one.
func (c *console) parseLink(text string, given rules.Rules) (flattext.Link, error) {
	named := strings.Contains(strings.ToLower(text), "variant=")
	return flattext.ParseLink(text, func(name string) (rules.Rules, bool) {
		if !named && given != nil && name == flattext.DefaultVariant {
			return given, true
		}
		return c.rules.Find(name)
	})
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
	return fmt.Errorf("cannot read %s: %w", name, err)
}
