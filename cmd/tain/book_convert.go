package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

type bookConvertCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set; Polyglot books are for chess."`
	File    string `arg:"" complete:"files" help:"Input book; .bin is Polyglot."`

	Output string `short:"o" required:"" placeholder:"FILE" help:"Output book; .bin is Polyglot."`
}

func (bookConvertCmd) Help() string {
	return `Books of the two formats name positions by different hashes, so a book is followed from the start of the game: what its own moves, with any answers between, do not lead to is left out. In a Polyglot book moves have weights; they become points, and points become weights.

Examples:

    $ tain book convert chess performance.bin -o book.txt
    $ tain book convert chess book.txt -o book.bin`
}

func (b *bookConvertCmd) Run(c *console) error {
	r, err := c.Choose(b.Variant)
	if err != nil {
		return err
	}
	from, err := book.Load(r, b.File)
	if err != nil {
		return err
	}
	out, err := c.CreateWithReport(b.Output, "book")
	if err != nil {
		return err
	}
	defer out.Discard()
	var text string
	if book.IsPolyglot(b.Output) {
		data, err := from.Polyglot()
		if err != nil {
			return err
		}
		text = string(data)
	} else {
		plain, err := from.Plain()
		if err != nil {
			return err
		}
		text = plain.Format(fmt.Sprintf("tain book convert %s %s", r.Info().Name, learning.BaseNames([]string{b.File})))
	}
	if len(text) == 0 {
		return fmt.Errorf("%v has no move from the starting position; nothing to write", b.File)
	}
	return out.CommitText(text)
}

// splitGames tells files of PGN from those of records.
func splitGames(files []string) (records, pgn []string) {
	for _, name := range files {
		if strings.HasSuffix(strings.ToLower(name), ".pgn") {
			pgn = append(pgn, name)
		} else {
			records = append(records, name)
		}
	}
	return records, pgn
}

// addGames adds the openings of the games in a file of PGN, and returns how many
// there were. Games without a result teach nothing.
func (c *console) addGames(made *book.Book, name string, plies int) (games int, err error) {
	in, err := c.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	r := made.Rules()
	reader := notation.NewReader(in, rules.NewRegistry(r).Find)
	for c.Context.Err() == nil {
		g, err := reader.Next()
		var fault *notation.PGNError
		switch {
		case err == io.EOF:
			return games, nil
		case errors.As(err, &fault):
			c.Note(fmt.Sprintf("%v:%v:%v: %v; game skipped", name, fault.Line, fault.Column, fault.Message))
			continue
		case err != nil:
			return games, cli.CannotRead(name, err)
		}
		white, ok := map[string]int{"1-0": 2, "1/2-1/2": 1, "0-1": 0}[g.Result]
		if !ok {
			continue
		}
		games++
		line := rules.NewLine(r, g.Start)
		for i, m := range g.Moves() {
			if i >= plies || m == board.NullMove {
				break
			}
			p := line.Position()
			points := white
			if p.Side == board.Black {
				points = 2 - white
			}
			made.Keep(&p)
			made.Add(p.Hash, r.Guide().FormatUCI(&p, m), points)
			if err := line.Step(m); err != nil {
				return games, err
			}
		}
	}
	return games, c.Context.Err()
}
