package main

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/cli/convert"
	"github.com/tainchess/tain/internal/cli/pgncheck"
	"github.com/tainchess/tain/internal/cli/zillions"
	"github.com/tainchess/tain/rules/bundle"
)

type convertCmd struct {
	Input []string `arg:"" optional:"" sep:"none" complete:"files" help:"Text or file; - or nothing for standard input."`

	To      string `required:"" placeholder:"FORM" enum:"fen,link,pgn,toml,json" help:"Output format: fen, link or pgn; for a definition toml, json or link."`
	From    string `default:"auto" placeholder:"FORM" enum:"auto,fen,link,pgn,definition" help:"Input format: fen, link, pgn, definition or auto (default: auto)."`
	Variant string `placeholder:"VARIANT" complete:"variants" help:"Rule set of FEN and of links that name none (default: chess)."`
	Ply     *int   `placeholder:"N" help:"Ply of a game to convert (default: the last)."`
	kingless
}

func (convertCmd) Help() string {
	return `FEN is read a line at a time, a link as a whole, and games one after the other; each gives one FEN, one link or one game. A game becomes the position it ends in, and a position becomes a game without moves. Links have no clocks, and a dropped clock is told.

A definition of a rule set, in TOML, JSON or a link that holds one, becomes toml, json (the canonical form) or a link.

Examples:

    $ tain convert --to link --variant triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"
    $ tain convert --to fen "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"
    $ tain convert --to fen --ply 10 games.pgn
    $ tain convert --to pgn < games.pgn
    $ tain convert --to json portal.toml
    $ tain convert --to toml "?rules=..."`
}

func (v *convertCmd) Run(c *console) error {
	o := convert.Options{To: v.To, From: v.From, Ply: v.Ply, Parse: v.options()}
	if v.Variant != "" {
		var err error
		if o.Rules, err = c.Choose(v.Variant); err != nil {
			return err
		}
	}
	return convert.Run(c.Console, v.Input, o)
}

type pgnCmd struct {
	Check pgnCheckCmd `cmd:"" help:"Check games against their rules."`
}

func (pgnCmd) Help() string {
	return `Example:

    $ tain pgn check games.pgn`
}

type pgnCheckCmd struct {
	Files []string `arg:"" name:"file" sep:"none" complete:"files" help:"PGN files; - for standard input."`
}

func (pgnCheckCmd) Help() string {
	return `Plays each game by the rule set in its Variant tag (default: chess). Errors are printed as FILE:LINE:COLUMN: MESSAGE, and reading continues with the next game. Files of any size are read as a stream.

Null moves (--, Z0, null, 0000, @@@@ and <>) are read outside check, and written as --. Signs such as +-, -+, =, ±, ∓, +=, =+, ∞, N and D, behind a move or joined to it, are read as the annotations they stand for, and written as $ and a number.

Examples:

    $ tain pgn check games.pgn
    $ zcat games.pgn.gz | tain pgn check -`
}

func (p *pgnCheckCmd) Run(c *console) error { return pgncheck.Run(c.Console, p.Files) }

type exportCmd struct {
	Zrf exportZrfCmd `cmd:"" help:"Write a rules file for Zillions of Games, with pictures."`
}

func (exportCmd) Help() string {
	return `Example:

    $ tain export zrf mirrorsquare -o mirrorsquare.zrf`
}

type exportZrfCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set: mirrorsquare, nachfolger, cylinder, triboard or chess."`

	Output string `short:"o" placeholder:"FILE" help:"Output file FILE.zrf; pictures go to folder FILE next to it."`
	Force  bool   `help:"Replace existing files."`
}

func (exportZrfCmd) Help() string {
	return `Zillions of Games plays any game whose rules are written in its language. This command writes them: both players, the board, the pieces with their moves, what a move makes, castling, promotion and how the game ends, with pictures of the board and the pieces.

"tain export zrf mirrorsquare -o games/mirror.zrf" writes games/mirror.zrf and the folder games/mirror with 13 pictures. Keep the two together, and open the file in Zillions with File, Open Rules File. Zillions 2 or newer is needed.

What the language cannot say stands in the comment at the head of the file, each with a code, as in "; DIFFERS FIFTY: ...". docs/zillions.md tells more. Files are written whole or not at all, and none that is there is replaced without --force.

Examples:

    $ tain export zrf mirrorsquare -o mirrorsquare.zrf
    $ tain export zrf triboard -o games/triboard.zrf --force`
}

func (w *exportZrfCmd) Run(c *console) error {
	return (&zillions.Export{Variant: w.Variant, Output: w.Output, Force: w.Force}).Run(c.Console)
}

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
