package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/internal/cli/books"
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
	games, err := books.AddFiles(c.Console, made, b.Files, b.Plies)
	if err != nil {
		return err
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
	list := analysis.BookMoves(have, &p)
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
