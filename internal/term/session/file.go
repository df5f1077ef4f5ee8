package session

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
)

// record returns the game as it is written. Where it ended otherwise than by
// its last position, that is said behind the last move.
func (s *Session) record() *pgn.Game {
	n := s.Game.Record(s.Millis())
	if end, last := s.Game.Result(), len(n.Line); end != nil && !end.OfPosition() && last > 0 {
		n.Line[last-1].After = append(n.Line[last-1].After, Sentence(s.Format(end.Message())))
	}
	if s.read != nil {
		n.Tags = s.tags(n.Tags)
	}
	return n
}

// endTags tell how a game ended and when, how long it was, and that it counts
// in a match.
var endTags = []string{"PlyCount", "Termination", "Ending", "EndDate", "EndTime", "Match"}

// seatTags and clockTags are what a game is taken up again with.
var (
	seatTags  = []string{"White", "Black", "WhiteType", "BlackType"}
	clockTags = []string{"TimeControl", "WhiteClock", "BlackClock"}
)

// tags are those the game was read with, with what is new of who plays and of
// the clocks. What tells of its end is left out once it is another game.
func (s *Session) tags(fresh []pgn.Tag) []pgn.Tag {
	from := s.read.record
	tags := slices.Clone(from.Tags)
	drop := func(names []string) {
		tags = slices.DeleteFunc(tags, func(t pgn.Tag) bool { return named(t, names) })
	}
	renew := func(names []string) {
		drop(names)
		for _, t := range fresh {
			if named(t, names) {
				tags = append(tags, t)
			}
		}
	}
	same := slices.Equal(s.Game.CopyLine().Moves(), from.Moves()) && sameEnd(s.Game.Result(), s.read.end)
	if !same {
		drop(endTags)
	}
	if !same || game.IsLocalRecord(from) {
		renew(seatTags)
	}
	if !same || s.Game.Control() != nil {
		renew(clockTags)
	}
	return tags
}

func named(t pgn.Tag, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(t.Name, name) })
}

func sameEnd(a, b *game.Result) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// Pgn returns the game as text.
func (s *Session) Pgn() ([]byte, error) {
	var b bytes.Buffer
	err := pgn.Write(&b, s.record())
	return b.Bytes(), err
}

// Save writes the game to a file. It overwrites only what it has written
// itself.
func (s *Session) Save(name string) error {
	if name == "" {
		return locale.NewError("command.play.give-the-file-a-name", nil)
	}
	text, err := s.Pgn()
	if err != nil {
		return err
	}
	mode := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if name != s.File {
		mode |= os.O_EXCL
	}
	f, err := os.OpenFile(name, mode, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return locale.NewError("command.play.there-is-already-a-file", message.Args{"name": ClipName(name)})
	case err != nil:
		return cannotWrite(name, err)
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return cannotWrite(name, err)
	}
	s.File = name
	return nil
}

// Load reads the first game of a PGN file.
func Load(name string, find pgn.Finder) (*pgn.Game, error) {
	return LoadGame(name, 1, find)
}

// LoadGame reads a game of a file, the first if number is 1.
func LoadGame(name string, number int, find pgn.Finder) (*pgn.Game, error) {
	if name == "" {
		return nil, locale.NewError("command.play.give-the-name-of-a", nil)
	}
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, cannotRead(name, err)
	case !info.Mode().IsRegular():
		return nil, locale.NewError("command.play.cannot-read-it-is-no", message.Args{"name": ClipName(name)})
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, cannotRead(name, err)
	}
	defer f.Close()
	in := pgn.NewReader(f, find)
	for n := 1; ; n++ {
		read, err := in.Next()
		var bad *pgn.Error
		switch {
		case err == io.EOF && n == 1:
			return nil, locale.NewError("command.play.there-is-no-game-in", message.Args{"name": ClipName(name)})
		case err == io.EOF:
			return nil, locale.NewError("command.play.there-is-no-game-in-2", message.Args{"number": number, "name": ClipName(name), "value": n - 1})
		case errors.As(err, &bad) && n < number:
			continue // a broken game before the one that is wanted
		case err != nil:
			return nil, locale.WrapError(err, "command.play.cannot-read-2", message.Args{"name": ClipName(name), "why": message.Of(err)})
		case n == number:
			return read, nil
		}
	}
}

func cannotWrite(name string, err error) error {
	return locale.WrapError(cause(err), "command.play.cannot-write", message.Args{"name": ClipName(name), "cause": message.Of(cause(err))})
}

func cannotRead(name string, err error) error {
	return locale.WrapError(cause(err), "command.play.cannot-read", message.Args{"name": ClipName(name), "cause": message.Of(cause(err))})
}

// cause returns what went wrong with a file without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// FileAndNumber splits the name of a file from the number of a game in it.
func FileAndNumber(args string) (name string, number int) {
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if n, err := strconv.Atoi(args[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(args[:i]), n
		}
	}
	return args, 1
}
