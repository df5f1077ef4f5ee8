// Package books finds opening books and builds them from game files.
package books

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Find returns a function that finds the book of a rule set. A book file is used for
// the rule set that it names, or for all if it names none. An empty name means the
// built-in books.
func Find(c *cli.Console, name string) (func(rules.Rules) engine.Book, error) {
	if name == "" {
		return engine.OwnBook, nil
	}
	text, err := book.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list := c.Rules.All()
	if book.IsPolyglot(name) {
		r, err := c.Choose("chess")
		if err != nil {
			return nil, err
		}
		list = []rules.Rules{r}
	} else if of := book.RuleSetOf(text); of != "" {
		r, err := c.Choose(of)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = []rules.Rules{r}
	}
	found := map[string]*book.Book{} // by rule set
	for _, r := range list {
		if found[r.Info().Name], err = book.ParseFile(r, name, text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return func(r rules.Rules) engine.Book {
		if b := found[r.Info().Name]; b != nil {
			return b
		}
		return engine.OwnBook(r)
	}, nil
}

// splitGames separates PGN files from self-play records.
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

// addGames adds the openings of the games in a PGN file to a book, and returns the
// number of games. Games without a result are skipped.
func addGames(c *cli.Console, made *book.Book, name string, plies int) (games int, err error) {
	in, err := c.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	r := made.Rules()
	reader := pgn.NewReader(in, registry.New(r).Find)
	for c.Context.Err() == nil {
		g, err := reader.Next()
		var fault *pgn.Error
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

// AddFiles adds the openings of games to a book, some plies of each, and returns the
// number of games. Files whose name ends in .pgn are PGN, others self-play records.
func AddFiles(c *cli.Console, made *book.Book, files []string, plies int) (games int, err error) {
	records, pgn := splitGames(files)
	if len(records) > 0 {
		if games, err = learning.Records(cli.LearningHost{Console: c}, made.Rules(), records, func(record *learn.Record, _ int) error {
			return learn.AddToBook(made, made.Rules(), record, plies)
		}); err != nil {
			return games, err
		}
	}
	for _, name := range pgn {
		n, err := addGames(c, made, name, plies)
		if err != nil {
			return games, err
		}
		games += n
	}
	return games, nil
}
