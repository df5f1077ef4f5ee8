package studies

import (
	"cmp"
	"errors"
	"io"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
)

// Limits on one study.
const (
	MaxChapters = 64
	maxMoves    = 20_000
	maxTitle    = 100
)

// Check parses a study and returns its title. Every chapter must be a playable game, so that a study cannot
// be an arbitrary file. Unless pay is nil, Check calls it after each chapter, and returns its error: a chapter may define a
// rule set that takes a tenth of a second to compile.
func Check(text string, find pgn.Finder, pay func() error) (title string, err error) {
	if !strings.HasPrefix(strings.TrimLeft(text, "\ufeff \t\r\n"), "[") {
		return "", invalidPGN()
	}
	r := pgn.NewReader(strings.NewReader(text), find)
	moves := 0
	for n := 1; ; n++ {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF) && n == 1:
			return "", invalidPGN()
		case errors.Is(err, io.EOF):
			return title, nil
		case err != nil:
			return "", &game.Error{Code: game.CodeInvalid, Message: message.New("study.invalid.chapter", "a chapter cannot be read: {why}", message.Args{"why": message.Of(err)}), Cause: err}
		case n > MaxChapters:
			return "", game.Refuse("study.invalid.chapters", "a study can have at most {most} chapters", message.Args{"most": MaxChapters})
		}
		if moves += count(g.Line); moves > maxMoves {
			return "", game.Refuse("study.invalid.moves", "a study can have at most {most} moves", message.Args{"most": maxMoves})
		}
		if n == 1 {
			title = cleanTitle(g.Tag("StudyName"))
		}
		if pay != nil {
			if err := pay(); err != nil {
				return "", err
			}
		}
	}
}

// count counts the moves of a line and its variations.
func count(line []*pgn.Node) (n int) {
	for _, one := range line {
		n++
		for _, v := range one.Variations {
			n += count(v)
		}
	}
	return n
}

// cleanTitle returns a single-line title that is safe to display.
func cleanTitle(text string) string { return cmp.Or(game.CleanText(text, maxTitle), "Study") }

func invalidPGN() *game.Error {
	return game.Refuse("study.invalid.pgn", "a study consists of one or more games in PGN", nil)
}
