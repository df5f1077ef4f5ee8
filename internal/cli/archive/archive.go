// Package archive implements the commands on files of games: check them against the rules, filter,
// split and sort them, remove duplicates, count, and edit tags. Games are passed on as they were
// written. Their moves are read only if a command needs them.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation/pgn"
)

// game is a game in a file. Its record is valid until the next game is read.
type game struct {
	*pgn.Record
	scan *scan
	read *pgn.Game // nil if the moves have not been read
}

// scan reads the games in some files.
type scan struct {
	con     *cli.Console
	in      *cli.Source
	bar     *cli.Progress
	moves   *pgn.Reader
	games   int
	skipped int // games that could not be read
}

// errSkip skips a game whose moves cannot be read. The error has been reported.
var errSkip = errors.New("game skipped")

// run calls each with every game in the files, or in standard input if there are none. A game for which
// each returns errSkip is counted as skipped.
func run(c *cli.Console, files []string, each func(g *game) error) (*scan, error) {
	s := &scan{con: c, moves: pgn.NewReader(strings.NewReader(""), c.Rules.Find)}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if err := s.file(name, each); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s *scan) file(name string, each func(g *game) error) (err error) {
	if s.in, err = s.con.Open(name); err != nil {
		return err
	}
	defer s.in.Close()
	s.bar = s.con.Progress(s.in.Name, true)
	defer s.bar.Clear()
	reader := pgn.NewReader(s.in, nil)
	for {
		if err := s.con.Context.Err(); err != nil {
			return err
		}
		record, err := reader.NextRecord()
		var bad *pgn.Error
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			s.games++
			s.skip(bad)
			continue
		case err != nil:
			return cli.CannotRead(s.in.Name, err)
		}
		s.games++
		s.bar.Set(s.in.Done, s.in.Size)
		if err := each(&game{Record: record, scan: s}); err != nil && err != errSkip {
			return err
		}
	}
}

func (s *scan) skip(bad *pgn.Error) {
	s.skipped++
	s.bar.Hide()
	s.con.NoteSkipped(s.in, bad)
}

// Game reads the moves. If they cannot be read, it reports the error and returns errSkip.
func (g *game) Game() (*pgn.Game, error) { return g.opening(0) }

// opening is like Game, but reads only the first plies unless plies is 0.
func (g *game) opening(plies int) (*pgn.Game, error) {
	if g.read != nil {
		return g.read, nil
	}
	var bad *pgn.Error
	read, err := g.scan.moves.ReadRecord(g.Record, plies)
	switch {
	case errors.As(err, &bad):
		g.scan.skip(bad)
		return nil, errSkip
	case err != nil:
		return nil, err
	}
	if plies == 0 {
		g.read = read
	}
	return read, nil
}

// write writes the text of a game and an empty line.
func (g *game) write(out io.Writer) error {
	_, err := out.Write(append(bytes.TrimSpace(g.Text), "\n\n"...))
	return err
}

// result returns the result in the tag or, without a valid tag, the one at the end of the text.
func (g *game) result() string {
	text := strings.TrimSpace(string(g.Text[max(g.Moves, len(g.Text)-20):]))
	for _, r := range []string{"1-0", "0-1", "1/2-1/2"} {
		if g.Tag("Result") == r {
			return r
		}
	}
	for _, r := range []string{"1-0", "0-1", "1/2-1/2"} {
		if strings.HasSuffix(text, r) {
			return r
		}
	}
	return "*"
}

// variant returns the id of the rule set if it is known, or the text of the Variant tag in lower case.
func (g *game) variant() string {
	tag := strings.TrimSpace(g.Tag("Variant"))
	switch name := strings.ToLower(tag); name {
	case "", "?", "standard", "normal", "orthodox", "from position":
		return "chess"
	default:
		if r, ok := g.scan.con.Rules.Find(tag); ok {
			return r.Info().Name
		}
		return name
	}
}

// length returns the number of moves of a game, counting one move of each side as one.
func length(g *pgn.Game) int { return (len(g.Line) + 1) / 2 }

// year returns the year of the Date tag, or "unknown".
func (g *game) year() string {
	if year, _, _ := strings.Cut(g.Tag("Date"), "."); len(year) == 4 && strings.Trim(year, "0123456789") == "" {
		return year
	}
	return "unknown"
}

// report is the result of a command as JSON.
type report struct {
	Games   int `json:"games"`
	Skipped int `json:"skipped"` // games that could not be read
	Written int `json:"written"`
}

var _ = cli.AddFormat[report]("pgn", 1, "pgn filter", "pgn sort", "pgn dedupe", "pgn tags")

// finish commits the output and reports the numbers of games. done describes what was done with the written ones, such as "sorted".
func (s *scan) finish(out *cli.Output, written int, done string) error {
	if err := out.Commit(); err != nil {
		return err
	}
	if s.con.JSON {
		return s.con.Document(report{s.games, s.skipped, written})
	}
	note := fmt.Sprintf("%d of %s %s", written, cli.Plural(s.games, "game"), done)
	if s.skipped > 0 {
		note += fmt.Sprintf(", %d skipped", s.skipped)
	}
	s.con.Note(note)
	return nil
}
