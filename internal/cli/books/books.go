// Package books finds, builds and converts opening books.
package books

import (
	"fmt"
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

// Find returns a function that finds the book of a rule set. A Polyglot book is used for chess, and
// any other book file for the rule set that it names, or for all rule sets if it names none. Other
// rule sets use the books that come with them; so do all rule sets if name is empty.
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

// splitGames separates self-play records from PGN files.
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

// addGames adds the openings in a PGN file to a book, and returns the number of games. Games
// without a result are skipped.
func addGames(c *cli.Console, made *book.Book, name string, plies int) (games int, err error) {
	in, err := c.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	r, others := made.Rules(), 0
	find := func(name string) (rules.Rules, bool) {
		if found, ok := registry.New(r).Find(name); ok {
			return found, true
		}
		return c.Rules.Find(name)
	}
	err = c.Games(in, in.Name, find, func(g *pgn.Game, bad *pgn.Error) error {
		switch {
		case bad != nil:
			c.NoteSkipped(in, bad)
			return nil
		case g.Rules.Info().Ref() != r.Info().Ref():
			others++
			return nil
		}
		white, ended := map[string]int{"1-0": 2, "1/2-1/2": 1, "0-1": 0}[g.Result]
		if !ended {
			return nil
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
				return err
			}
		}
		return nil
	})
	if err == nil {
		c.NoteOthers(in, others)
	}
	return games, err
}

// addFiles adds the first plies of each game to a book, and returns the number of games. Files
// with the suffix .pgn are PGN; others are self-play records.
func addFiles(c *cli.Console, made *book.Book, files []string, plies int) (games int, err error) {
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

// Build describes an opening book to build from games.
type Build struct {
	Files  []string // PGN (.pgn), or self-play records
	Output string   // output file; a .bin name means a Polyglot book, and an empty name standard output
	Plies  int      // number of plies to use from each game
	Games  int      // minimum number of games per move
	Share  float64  // minimum average score of a move, from 0 to 1
}

// Run builds the book and prints a report.
func (b *Build) Run(c *cli.Console, r rules.Rules) error {
	out, err := c.CreateFrom(b.Files, b.Output, "book")
	if err != nil {
		return err
	}
	defer out.Discard()
	made := book.New(r)
	games, err := addFiles(c, made, b.Files, b.Plies)
	if err != nil {
		return err
	}
	if games == 0 {
		return fmt.Errorf("no games in %v", strings.Join(b.Files, ", "))
	}
	if made.Prune(b.Games, b.Share); made.Len() == 0 {
		return fmt.Errorf("none of %s has a move good enough for a book; play more games, or lower --games or --share", cli.Plural(games, "game"))
	}
	text, err := format(made, b.Output, fmt.Sprintf("From %d games.\ntain book build %s %s --plies %d --games %d --share %g",
		games, r.Info().Name, learning.BaseNames(b.Files), b.Plies, b.Games, b.Share))
	if err != nil {
		return err
	}
	if err := out.CommitText(text); err != nil || out.Standard() {
		return err
	}
	return c.Result(built{r.Info().Name, b.Output, games, made.Len()}, "%s from %s\n", cli.Plural(made.Len(), "position"), cli.Plural(games, "game"))
}

// built describes a book as JSON.
type built struct {
	Variant   string `json:"variant"`
	File      string `json:"file"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
}

var _ = cli.AddFormat[built]("book build", 1)

// format encodes a book in the format implied by a file name. The text format begins with comment,
// which describes how the book was built.
func format(b *book.Book, name, comment string) (string, error) {
	if !book.IsPolyglot(name) {
		return b.Format(comment), nil
	}
	data, err := b.Polyglot()
	return string(data), err
}

// Convert converts a book file to the format implied by the output file's name.
func Convert(c *cli.Console, r rules.Rules, file, to string) error {
	from, err := book.Load(r, file)
	if err != nil {
		return err
	}
	out, err := c.CreateWithReport(to, "book")
	if err != nil {
		return err
	}
	defer out.Discard()
	if !book.IsPolyglot(to) {
		if from, err = from.Plain(); err != nil {
			return err
		}
	}
	text, err := format(from, to, fmt.Sprintf("tain book convert %s %s", r.Info().Name, learning.BaseNames([]string{file})))
	if err != nil {
		return err
	}
	if len(text) == 0 {
		return fmt.Errorf("%v has no move from the starting position; nothing to write", file)
	}
	if err := out.CommitText(text); err != nil || out.Standard() {
		return err
	}
	return c.Result(converted{r.Info().Name, to, from.Len()}, "%s\n", cli.Plural(from.Len(), "position"))
}

// converted describes a converted book as JSON.
type converted struct {
	Variant   string `json:"variant"`
	File      string `json:"file"`
	Positions int    `json:"positions"`
}

var _ = cli.AddFormat[converted]("book convert", 1)
