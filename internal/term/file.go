package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// pgn returns the game as text.
func (g *game) pgn(players [2]string, now time.Time) ([]byte, error) {
	n := notation.NewGame(g.rules, g.line.Start(), g.line.Moves()...)
	n.Tags = g.tags()
	if o := g.outcome(); o.Over() {
		n.Result = string(o.Result)
		if last := len(n.Line); g.ended.Over() && last > 0 {
			n.Line[last-1].After = []string{sentence(o.Sentence())}
		}
	}
	if g.read == nil || len(g.read.tags) == 0 {
		for _, t := range []notation.Tag{
			{Name: "Event", Value: g.rules.Info().Title}, {Name: "Date", Value: now.Format("2006.01.02")},
			{Name: "White", Value: players[board.White]}, {Name: "Black", Value: players[board.Black]},
		} {
			if err := n.SetTag(t.Name, t.Value); err != nil {
				return nil, err
			}
		}
		if g.clock != nil {
			if err := n.SetTag("TimeControl", g.clock.control.tag()); err != nil {
				return nil, err
			}
		}
	}
	var b bytes.Buffer
	err := notation.WriteGame(&b, n)
	return b.Bytes(), err
}

// endTags tell how a game ended and when, how long it was, and that it counts
// in a match.
var endTags = []string{"PlyCount", "Termination", "Ending", "EndDate", "EndTime", "Match"}

// tags are those the game was read with. What tells of its end is left out once
// it is another game.
func (g *game) tags() []notation.Tag {
	if g.read == nil {
		return nil
	}
	tags, end := slices.Clone(g.read.tags), g.outcome()
	if slices.Equal(g.line.Moves(), g.read.moves) && end.Result == g.read.end.Result && end.Sentence() == g.read.end.Sentence() {
		return tags
	}
	return slices.DeleteFunc(tags, func(t notation.Tag) bool {
		return slices.ContainsFunc(endTags, func(name string) bool { return strings.EqualFold(t.Name, name) })
	})
}

// save writes the game to a file. It overwrites only what it has written
// itself.
func (g *game) save(name string, players [2]string, now time.Time) error {
	if name == "" {
		return errors.New("give the file a name")
	}
	text, err := g.pgn(players, now)
	if err != nil {
		return err
	}
	mode := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if name != g.file {
		mode |= os.O_EXCL
	}
	f, err := os.OpenFile(name, mode, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("there is already a file %s; choose another name", clipName(name))
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", clipName(name), cause(err))
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", clipName(name), cause(err))
	}
	g.file = name
	return nil
}

// Load reads the first game of a PGN file.
func Load(name string, find notation.Finder) (*notation.Game, error) {
	return loadGame(name, 1, find)
}

// loadGame reads a game of a file, the first if number is 1.
func loadGame(name string, number int, find notation.Finder) (*notation.Game, error) {
	if name == "" {
		return nil, errors.New("give the name of a file")
	}
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", clipName(name), cause(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("cannot read %s: it is no file of games", clipName(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", clipName(name), cause(err))
	}
	defer f.Close()
	in := notation.NewReader(f, find)
	for n := 1; ; n++ {
		read, err := in.Next()
		var bad *notation.PGNError
		switch {
		case err == io.EOF && n == 1:
			return nil, fmt.Errorf("there is no game in %s", clipName(name))
		case err == io.EOF:
			return nil, fmt.Errorf("there is no game %d in %s, it ends with game %d", number, clipName(name), n-1)
		case errors.As(err, &bad) && n < number:
			continue // a broken game before the one that is wanted
		case err != nil:
			return nil, fmt.Errorf("cannot read %s: %w", clipName(name), err)
		case n == number:
			return read, nil
		}
	}
}

// clipName shortens the name of a file for a message; its end says more than
// its beginning.
func clipName(name string) string {
	r := []rune(tidy(name))
	if len(r) <= 60 {
		return string(r)
	}
	return "..." + string(r[len(r)-57:])
}

// cause returns what went wrong with a file without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sentenceOf tells how a game stands in a sentence.
func (g *game) sentenceOf() string {
	o := g.outcome()
	if o.Over() {
		return sentence(o.Sentence())
	}
	p := g.position()
	text := rules.SideName(p.Side) + " to move"
	if rules.InCheck(g.rules, &p) {
		text += ", in check"
	}
	if o.Sentence() != "" {
		text += "; " + o.Sentence()
	}
	return text
}
