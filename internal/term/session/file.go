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

// record returns the game as a PGN record. If the result does not follow from the last
// position, it adds a comment on the result after the last move.
func (s *Session) record() *pgn.Game {
	n := s.Game.Record(s.Millis())
	if end, last := s.Game.Result(), len(n.Line); end != nil && !end.OfPosition() && last > 0 {
		n.Line[last-1].After = append(n.Line[last-1].After, Capitalise(s.Format(end.Message())))
	}
	if s.read != nil {
		n.Tags = s.tags(n.Tags)
	}
	return n
}

// endTags are tags about the end and length of a game.
var endTags = []string{"PlyCount", "Termination", "Ending", "EndDate", "EndTime", "Match"}

// seatTags and clockTags are the tags needed to resume a game.
var (
	seatTags  = []string{"White", "Black", "WhiteType", "BlackType"}
	clockTags = []string{"TimeControl", "WhiteClock", "BlackClock"}
)

// tags returns the tags of the loaded record, with players and clocks from fresh if they may differ. If the
// game has changed, tags drops those about the end.
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

// PGN returns the game as PGN.
func (s *Session) PGN() ([]byte, error) {
	var b bytes.Buffer
	err := pgn.Write(&b, s.record())
	return b.Bytes(), err
}

// Save writes the game to a file. It overwrites only the file that this session saved to last.
func (s *Session) Save(name string) error {
	if name == "" {
		return locale.NewError("command.play.file.no-name", nil)
	}
	text, err := s.PGN()
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
		return locale.NewError("command.play.file.exists", message.Args{"name": ClipName(name)})
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

// LoadGame reads the game with the given number from a PGN file, counting from 1.
func LoadGame(name string, number int, find pgn.Finder) (*pgn.Game, error) {
	if name == "" {
		return nil, locale.NewError("command.play.file.no-name", nil)
	}
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, cannotRead(name, err)
	case !info.Mode().IsRegular():
		return nil, locale.NewError("command.play.file.not-a-game", message.Args{"name": ClipName(name)})
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
			return nil, locale.NewError("command.play.file.no-games", message.Args{"name": ClipName(name)})
		case err == io.EOF:
			return nil, locale.NewError("command.play.file.no-game", message.Args{"number": number, "name": ClipName(name), "last": n - 1})
		case errors.As(err, &bad) && n < number:
			continue // skip bad games before the requested one
		case err != nil:
			return nil, locale.WrapError(err, "command.play.file.cannot-read", message.Args{"name": ClipName(name), "cause": message.Of(err)})
		case n == number:
			return read, nil
		}
	}
}

func cannotWrite(name string, err error) error {
	return locale.WrapError(cause(err), "command.play.file.cannot-write", message.Args{"name": ClipName(name), "cause": message.Of(cause(err))})
}

func cannotRead(name string, err error) error {
	return locale.WrapError(cause(err), "command.play.file.cannot-read", message.Args{"name": ClipName(name), "cause": message.Of(cause(err))})
}

// cause returns the error without the file name that a PathError adds.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// FileAndNumber splits arguments into a file name and a game number, which defaults to 1.
func FileAndNumber(args string) (name string, number int) {
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if n, err := strconv.Atoi(args[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(args[:i]), n
		}
	}
	return args, 1
}
