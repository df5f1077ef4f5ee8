package main

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/internal/cli/books"
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

func (b *bookBuildCmd) Run(c *console) error {
	r, err := c.Choose(b.Variant)
	if err != nil {
		return err
	}
	if b.Plies < 1 || b.Games < 1 || b.Share < 0 || b.Share > 1 {
		return errors.New("--plies and --games must be at least 1, --share from 0 to 1")
	}
	build := books.Build{Files: b.Files, Output: c.Companion(r, b.Output, bundle.Book), Plies: b.Plies, Games: b.Games, Share: b.Share}
	return build.Run(c.Console, r)
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
	format := "%-8s %4d games  %3.0f %%\n"
	if have.Weighted() {
		format = "%-8s %5d  %3.0f %%\n"
	}
	for _, k := range list {
		fmt.Fprintf(c.Out, format, k.SAN, k.Games, 100*k.Share)
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
	return books.Convert(c.Console, r, b.File, b.Output)
}
