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

// Opening is a position from the command line.
type Opening struct {
	board.Position
	LastMove string // previous move in UCI notation, if a link gives it
	IsLink   bool
}

// Position parses a position of a rule set. The words may be empty or "start", a link, or a position in
// the rule set's notation. It joins words that the shell has split. For a link, it prints a note on
// possible en passant captures.
func (c *Console) Position(r rules.Rules, words []string, o rules.ParseOptions) (board.Position, error) {
	opened, err := c.Opening(r, words, o)
	if err == nil && opened.IsLink {
		c.NoteEnPassant(r, &opened.Position)
	}
	return opened.Position, err
}

// Opening is like Position, but prints no note on en passant captures and also returns the last move of
// a link.
func (c *Console) Opening(r rules.Rules, words []string, o rules.ParseOptions) (Opening, error) {
	text := strings.TrimSpace(strings.Join(words, " "))
	if text == "" {
		text = r.Info().Start
	}
	if flattext.IsLink(text) {
		return c.link(r, text)
	}
	p, err := r.Guide().ParsePosition(text, o)
	return Opening{Position: p}, err
}

// link parses a link to a position of a rule set, and prints its notices.
func (c *Console) link(r rules.Rules, text string) (Opening, error) {
	l, err := flattext.ParseLinkFor(r, text, c.Rules.Find)
	if err != nil {
		return Opening{}, err
	}
	for _, n := range l.Notices {
		c.Note(c.Text(n))
	}
	return Opening{l.Position, l.LastMove, true}, nil
}

// NoteEnPassant prints a note on possible en passant captures, if any.
func (c *Console) NoteEnPassant(r rules.Rules, p *board.Position) {
	if notice, possible := describe.EnPassant(r, p); possible {
		c.Note(c.Text(notice))
	}
}

// Source is an open file, standard input or a string. It counts the bytes read.
type Source struct {
	Name string
	Size int64    // -1 if unknown
	Done int64    // bytes read so far
	File *os.File // nil for other sources
	in   io.Reader
}

// Open opens a file, or returns standard input for "-".
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

// TextSource returns a source that reads from a string.
func TextSource(text string) *Source {
	return &Source{Size: int64(len(text)), in: strings.NewReader(text)}
}

// Copy makes every later read also write its data to w.
func (s *Source) Copy(w io.Writer) { s.in = io.TeeReader(s.in, w) }

// Read implements [io.Reader].
func (s *Source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.Done += int64(n)
	return n, err
}

// Progress returns the number of bytes read, and the size or -1 if it is unknown.
func (s *Source) Progress() (done, size int64) { return s.Done, s.Size }

// Close closes the file. It does nothing for other sources.
func (s *Source) Close() {
	if s.File != nil {
		s.File.Close() // errors do not matter after reading
	}
}

// Games calls each with every game in a PGN text, or with the error if a game cannot be read.
// It stops at the first error that each returns, or when the command is interrupted. Errors
// refer to the text by name.
func (c *Console) Games(in io.Reader, name string, find pgn.Finder, each func(g *pgn.Game, bad *pgn.Error) error) error {
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
			return CannotRead(name, err)
		}
		if err := each(g, bad); err != nil {
			return err
		}
	}
}

// NoteSkipped prints a note that a game cannot be read and is skipped.
func (c *Console) NoteSkipped(in *Source, bad *pgn.Error) {
	c.Note(fmt.Sprintf("%v:%v:%v: %v; game skipped", in.Name, bad.Line, bad.Column, bad.Message))
}

// NoteOthers prints a note that n games of other rule sets are skipped, if there are any.
func (c *Console) NoteOthers(in *Source, n int) {
	if n > 0 {
		c.Note(fmt.Sprintf("%v: skipped %s of other rule sets", in.Name, Plural(n, "game")))
	}
}

// CannotRead returns an error that names the file exactly once, whether or not err names it.
func CannotRead(name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read %v: %w", name, err)
}

// Lines calls each with the number and the trimmed text of every non-blank line. It stops at
// the first error that each returns, or when the command is interrupted. Errors refer to the
// text by name.
func (c *Console) Lines(in *bufio.Reader, name string, each func(number int, line string) error) error {
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err != nil && err != io.EOF {
			return CannotRead(name, err)
		}
		if stop := c.Context.Err(); stop != nil {
			return stop
		}
		if line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")); line != "" {
			if err := each(number, line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine reads a line. To limit memory use, it truncates lines that are too long to be a position.
func readLine(r *bufio.Reader) (string, error) {
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

// arrow matches an arrow between squares, including surrounding space.
var arrow = regexp.MustCompile(`\s*(->|=>|[→⇒⟶⟹])\s*`)

// SplitMoves splits pasted moves. It drops move numbers, and attaches e.p. to the preceding
// move.
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
