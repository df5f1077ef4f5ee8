package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

type bookCmd struct {
	Build bookBuildCmd `cmd:"" help:"Build an opening book from self-play games or PGN."`
	Show  bookShowCmd  `cmd:"" help:"Show book moves of a position."`

	Convert bookConvertCmd `cmd:"" help:"Convert between Polyglot (.bin) and Tain books."`
}

func (bookCmd) Help() string {
	return `A book is the openings that the engine plays by heart. Each rule set has one; --book of play, match, uci and xboard takes another from a file.

Examples:

    $ tain book show triboard
    $ tain book build triboard games.txt -o book.txt`
}

type bookBuildCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Files   []string `arg:"" complete:"files" help:"Game files: from tain selfplay, or PGN (.pgn)."`

	Output string  `short:"o" placeholder:"FILE" help:"Output file; .bin writes a Polyglot book for chess (default: next to a definition, as in portal.book.txt; otherwise standard output)."`
	Plies  int     `default:"12" placeholder:"N" help:"Plies used of each game (default: 12)."`
	Games  int     `default:"3" placeholder:"N" help:"Minimum number of games per move (default: 3)."`
	Share  float64 `default:"0.4" placeholder:"SHARE" help:"Minimum score per move, from 0 to 1 (default: 0.4)."`
}

func (bookBuildCmd) Help() string {
	return `Games for a book are best played with little chance and some variety.

Example:

    $ tain selfplay triboard games.txt --games 1000 --random-plies 0 --vary-plies 12
    $ tain book build triboard games.txt -o book.txt
    $ tain play triboard --book book.txt
    $ tain book build chess games.pgn -o book.bin --plies 20`
}

// builtBook tells of a book as JSON.
type builtBook struct {
	Variant   string `json:"variant"`
	File      string `json:"file"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
}

func (b *bookBuildCmd) Run(c *console) error {
	r, err := c.Choose(b.Variant)
	if err != nil {
		return err
	}
	if b.Plies < 1 || b.Games < 1 || b.Share < 0 || b.Share > 1 {
		return errors.New("--plies and --games must be at least 1, --share from 0 to 1")
	}
	b.Output = c.Companion(r, b.Output, bundle.Book)
	out, err := c.CreateFrom(b.Files, b.Output, "book")
	if err != nil {
		return err
	}
	defer out.Discard()
	made := book.New(r)
	records, pgn := splitGames(b.Files)
	games := 0
	if len(records) > 0 {
		if games, err = learning.Records(learningHost{c}, r, records, func(record *learn.Record, _ int) error {
			return learn.AddToBook(made, r, record, b.Plies)
		}); err != nil {
			return err
		}
	}
	for _, name := range pgn {
		n, err := c.addGames(made, name, b.Plies)
		if err != nil {
			return err
		}
		games += n
	}
	if games == 0 {
		return fmt.Errorf("no games in %v", strings.Join(b.Files, ", "))
	}
	if made.Prune(b.Games, b.Share); made.Len() == 0 {
		return fmt.Errorf("none of %s has a move good enough for a book; play more games, or lower --games or --share", cli.Plural(games, "game"))
	}
	story := fmt.Sprintf("From %d games.\ntain book build %s %s --plies %d --games %d --share %g",
		games, r.Info().Name, learning.BaseNames(b.Files), b.Plies, b.Games, b.Share)
	text := made.Format(story)
	if book.IsPolyglot(b.Output) {
		data, err := made.Polyglot()
		if err != nil {
			return err
		}
		text = string(data)
	}
	if err := out.CommitText(text); err != nil {
		return err
	}
	switch {
	case c.JSON:
		return c.Document(builtBook{r.Info().Name, b.Output, games, made.Len()})
	case !out.Standard():
		fmt.Fprintf(c.Out, "%v positions from %v games\n", made.Len(), games)
	}
	return nil
}

type bookShowCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	bookFlag
}

func (bookShowCmd) Help() string {
	return `Each move comes with how many games it was played in and the share of the points it earned.

Examples:

    $ tain book show triboard
    $ tain book show chess --book book.txt "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"`
}

// bookFlag is the opening book of the commands that use one.
type bookFlag struct {
	Book string `placeholder:"FILE" complete:"files" help:"Opening book: from tain book build, or a Polyglot book for chess (.bin)."`
}

// open returns the book that the flag names, or the one beside the rule set.
func (f bookFlag) open(r rules.Rules) (*book.Book, error) {
	if f.Book == "" {
		return book.For(r)
	}
	return book.Load(r, f.Book)
}

// books returns what finds the book of a rule set. A file's is found for the
// rule set that it names, or for every one if it names none; no name stands for
// the books beside the rule sets.
func (c *console) books(name string) (func(rules.Rules) engine.Book, error) {
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

// known is a book move as JSON.
type known struct {
	Move  string  `json:"move"`
	SAN   string  `json:"san"`
	Games int     `json:"games"`
	Share float64 `json:"share"`
}

// Run lists the book's moves.
func (b *bookShowCmd) Run(c *console) error {
	r, err := c.Choose(b.Variant)
	if err != nil {
		return err
	}
	p, err := c.Position(r, b.Position, kingless{}.options())
	if err != nil {
		return err
	}
	have, err := b.open(r)
	if err != nil {
		return err
	}
	list := bookMoves(have, &p)
	if c.JSON {
		return c.Document(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(c.Out, "no book moves")
	}
	for _, k := range list {
		if have.Weighted() {
			fmt.Fprintf(c.Out, "%-8s %5d  %3.0f %%\n", k.SAN, k.Games, 100*k.Share)
			continue
		}
		fmt.Fprintf(c.Out, "%-8s %4d games  %3.0f %%\n", k.SAN, k.Games, 100*k.Share)
	}
	return nil
}

// bookMoves returns what a book knows of a position, the most played first.
func bookMoves(b *book.Book, p *board.Position) []known {
	list, guide := []known{}, b.Rules().Guide()
	weights := 0
	for _, e := range b.Entries(p) {
		weights += e.Points
	}
	for _, e := range b.Entries(p) {
		m, err := guide.ParseMove(p, e.Move)
		if err != nil {
			continue // another position with the same hash
		}
		share := float64(e.Points) / float64(max(1, 2*e.Games))
		if b.Weighted() {
			share = float64(e.Points) / float64(max(1, weights))
		}
		list = append(list, known{guide.FormatUCI(p, m), guide.FormatSAN(p, m), e.Games, share})
	}
	return list
}
