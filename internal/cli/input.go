package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"

	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Clip shortens a word from the command line for a message.
func Clip(word string) string {
	if len(word) > 40 {
		return word[:40] + "..."
	}
	return word
}

// Opening is a position that was named on the command line, and what its text
// says beside it.
type Opening struct {
	board.Position
	LastMove string // the move that led there in UCI notation; only links tell
	IsLink   bool
}

// Position reads a position of a rule set: "start" or nothing, link text, or
// the rule set's own text. Words that the shell split are joined again. Of a
// link it is told which en passant captures are possible.
func (c *Console) Position(r rules.Rules, words []string, o rules.ParseOptions) (board.Position, error) {
	opened, err := c.Opening(r, words, o)
	if err == nil && opened.IsLink {
		c.NoteEnPassant(r, &opened.Position)
	}
	return opened.Position, err
}

// Opening reads a position as Position does, and what came with it.
func (c *Console) Opening(r rules.Rules, words []string, o rules.ParseOptions) (Opening, error) {
	text := strings.TrimSpace(strings.Join(words, " "))
	if text == "" || text == "start" {
		text = r.Info().Start
	}
	if flattext.IsLink(text) {
		return c.Link(r, text)
	}
	p, err := r.Guide().ParsePosition(text, o)
	return Opening{Position: p}, err
}

// Link reads link text for a rule set that is known already. What the reader
// must be told goes to standard error.
func (c *Console) Link(r rules.Rules, text string) (Opening, error) {
	l, err := flattext.ParseLinkFor(r, text, c.Rules.Find)
	if err != nil {
		return Opening{}, err
	}
	for _, n := range l.Notices {
		c.Note(c.Text(n))
	}
	return Opening{l.Position, l.LastMove, true}, nil
}

// NoteEnPassant prints which en passant captures are possible, if any is.
func (c *Console) NoteEnPassant(r rules.Rules, p *board.Position) {
	if notice, possible := describe.EnPassant(r, p); possible {
		c.Note(c.Text(notice))
	}
}

// Source is a file or standard input, open for reading. It knows how much of
// it has been read.
type Source struct {
	Name string
	Size int64    // -1 if not known
	Done int64    // bytes read so far
	File *os.File // nil for standard input
	in   io.Reader
}

// Open opens a file, or standard input for "-".
func (c *Console) Open(name string) (*Source, error) {
	if name == "-" {
		return &Source{Name: "standard input", Size: -1, in: c.In}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, CannotRead(name, err)
	}
	s := &Source{Name: name, Size: -1, in: f, File: f}
	switch info, err := f.Stat(); {
	case err != nil:
		s.Close()
		return nil, CannotRead(name, err)
	case info.IsDir():
		s.Close()
		return nil, CannotRead(name, errors.New("it is a directory"))
	case info.Mode().IsRegular():
		s.Size = info.Size()
	}
	return s, nil
}

// TextSource returns a source that reads a text.
func TextSource(text string) *Source {
	return &Source{Size: int64(len(text)), in: strings.NewReader(text)}
}

// Copy has all that is read from now on written to w, too.
func (s *Source) Copy(w io.Writer) { s.in = io.TeeReader(s.in, w) }

// Read reads on.
func (s *Source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.Done += int64(n)
	return n, err
}

// Progress returns the bytes read and the size, -1 if it is unknown.
func (s *Source) Progress() (done, size int64) { return s.Done, s.Size }

// Close closes the file, if it is one.
func (s *Source) Close() {
	if s.File != nil {
		s.File.Close() // it was only read
	}
}

// Games calls each with the games of a PGN source, one after the other, or with what
// is wrong with one that cannot be read. It ends with the first error of each, and
// when the command is interrupted.
func (c *Console) Games(in *Source, find pgn.Finder, each func(g *pgn.Game, bad *pgn.Error) error) error {
	reader := pgn.NewReader(in, find)
	for {
		if err := c.Context.Err(); err != nil {
			return err
		}
		g, err := reader.Next()
		var bad *pgn.Error
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &bad):
			return CannotRead(in.Name, err)
		}
		if err := each(g, bad); err != nil {
			return err
		}
	}
}

// NoteSkipped notes a game that cannot be read.
func (c *Console) NoteSkipped(in *Source, bad *pgn.Error) {
	c.Note(fmt.Sprintf("%v:%v:%v: %v; game skipped", in.Name, bad.Line, bad.Column, bad.Message))
}

// CannotRead says which file could not be read and why, once.
func CannotRead(name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read %v: %w", name, err)
}

// ReadLine reads a line without its end. A longer line than any position is
// cut; the rest of it is dropped, so that no file fills the memory.
func ReadLine(r *bufio.Reader) (string, error) {
	const longest = 1 << 16
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < longest {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}

// arrow is an arrow between squares, with the spaces around it.
var arrow = regexp.MustCompile(`\s*(->|=>|[→⇒⟶⟹])\s*`)

// SplitMoves splits moves as people paste them: several in one word, with move
// numbers, and with the e.p. that belongs to the move before it.
func SplitMoves(args []string) (moves []string) {
	for _, word := range strings.Fields(arrow.ReplaceAllString(strings.Join(args, " "), "$1")) {
		if rest := strings.TrimLeft(word, "0123456789"); rest != word && strings.TrimLeft(rest, ".…") != rest {
			if word = strings.TrimLeft(rest, ".…"); word == "" {
				continue
			}
		}
		if (word == "e.p." || word == "ep" || word == "e.p") && len(moves) > 0 {
			moves[len(moves)-1] += " " + word
			continue
		}
		moves = append(moves, word)
	}
	return moves
}
