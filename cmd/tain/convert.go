package main

import (
	"cmp"
	"fmt"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/cli/convert"
	"github.com/tainchess/tain/internal/cli/zillions"
	"github.com/tainchess/tain/rules/bundle"
)

type convertCmd struct {
	Input []string `arg:"" optional:"" sep:"none" complete:"files" help:"Text or file, or the name of a rule set to convert its definition; - for standard input (default: -)."`

	To      string `required:"" placeholder:"FORMAT" enum:"fen,link,pgn,toml,json,ini" help:"Output format: fen, link or pgn; for a definition: toml, json, ini or link."`
	From    string `default:"auto" placeholder:"FORMAT" enum:"auto,fen,link,pgn,definition,ini" help:"Input format: fen, link, pgn, definition, ini or auto."`
	Variant string `placeholder:"VARIANT" complete:"variants" help:"Rule set for FEN, and for links that do not name one (default: chess for FEN, triboard for links)."`
	Ply     *int   `placeholder:"N" help:"Ply of a game to convert (default: the last)."`

	LegalPart bool `help:"Convert games with an error up to the error, and add the reason as a comment."`
	kingless
}

func (convertCmd) Help() string {
	return `Each FEN line, link or PGN game is converted to one FEN, link or game. A game becomes its last position, and a position becomes a game without moves. A game with an error is reported and skipped; with --legal-part, its moves up to the error are converted, and the reason becomes a comment. Text may be UTF-8 or UTF-16, and PGN also Windows-1252. Links have no move counters; a note lists the counters that were dropped.

The definition of a rule set, in TOML or JSON, in a link or of an installed rule set, is converted to TOML, canonical JSON, a link or a section of variants.ini, the file in which Fairy-Stockfish defines variants. A variant of such a file is converted to a definition. If the file contains several variants, add a colon and the name of one. See docs/definitions.md.

Examples:

    $ tain convert --to link --variant triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"
    $ tain convert --to fen "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"
    $ tain convert --to fen --ply 10 games.pgn
    $ tain convert --to pgn < games.pgn
    $ tain convert --to pgn --legal-part games.pgn
    $ tain convert --to json portal.toml
    $ tain convert --to toml "?rules=..."
    $ tain convert --to ini my-game.toml
    $ tain convert --to ini gallery/gardner
    $ tain convert --to toml variants.ini:my-game`
}

func (v *convertCmd) Run(c *console) error {
	o := convert.Options{To: v.To, From: v.From, Ply: v.Ply, Legal: v.LegalPart, Parse: v.options()}
	if v.Variant != "" {
		var err error
		if o.Rules, err = c.Choose(v.Variant); err != nil {
			return err
		}
	}
	return convert.Run(c.Console, v.Input, o)
}

type exportCmd struct {
	Zrf exportZrfCmd `cmd:"" help:"Write a rules file for Zillions of Games, with pictures."`
}

func (exportCmd) Help() string {
	return "Example:\n\n    $ tain export zrf mirrorsquare -o mirrorsquare.zrf"
}

type exportZrfCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set: mirrorsquare, nachfolger, cylinder, triboard, chess or a definition."`

	Output string `short:"o" placeholder:"FILE.zrf" help:"Output file; the pictures go in a folder of the same name next to it."`
	Force  bool   `help:"Replace existing files."`
}

func (exportZrfCmd) Help() string {
	return `Zillions of Games plays any game whose rules are written in its language. This command writes a rules file with the players, the board, the pieces and their moves, spawned pieces, castling, promotion and the end of the game, and pictures of the board and the pieces.

The first example writes mirrorsquare.zrf and the folder mirrorsquare with 13 pictures. Keep them together, and open the file in Zillions 2 or newer with File, Open Rules File.

The comment at the top of the file lists the rules that the language cannot express, each with a code, as in "; DIFFERS FIFTY: ...". Without --force, existing files are not replaced. See docs/zillions.md.

Examples:

    $ tain export zrf mirrorsquare -o mirrorsquare.zrf
    $ tain export zrf triboard -o games/triboard.zrf --force
    $ tain export zrf my-game.toml -o my-game.zrf`
}

func (w *exportZrfCmd) Run(c *console) error {
	return (&zillions.Export{Variant: w.Variant, Output: w.Output, Force: w.Force}).Run(c.Console)
}

type bookCmd struct {
	Build bookBuildCmd `cmd:"" help:"Build an opening book from self-play games or PGN."`
	Show  bookShowCmd  `cmd:"" help:"Show the book moves in a position."`

	Convert bookConvertCmd `cmd:"" help:"Convert between Polyglot (.bin) and Tain books."`
}

func (bookCmd) Help() string {
	return `An opening book lists the moves that the engine plays without a search. Each built-in rule set has a book, which the --book flag of play, uci and xboard replaces. A match uses a book only with --book.

Examples:

    $ tain book show triboard
    $ tain book build triboard games.txt -o book.txt`
}

type bookBuildCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Files   []string `arg:"" complete:"files" help:"Game files from tain selfplay, or PGN files (.pgn)."`

	Output string  `short:"o" placeholder:"FILE" help:"Output file; .bin writes a Polyglot book for chess (default: next to a definition, as in portal.book.txt; otherwise standard output)."`
	Plies  int     `default:"12" placeholder:"N" help:"Plies to use from each game."`
	Games  int     `default:"3" placeholder:"N" help:"Minimum number of games in which a move was played."`
	Share  float64 `default:"0.4" placeholder:"SHARE" help:"Minimum score of a move, from 0 to 1."`
}

func (bookBuildCmd) Help() string {
	return `Games for a book should have varied openings without random moves, as in the first example.

Examples:

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
	err = cmp.Or(cli.AtLeast("--plies", b.Plies, 1), cli.AtLeast("--games", b.Games, 1), cli.Within("--share", b.Share, 0, 1))
	if err != nil {
		return err
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
	return `Each move is printed with the number of games in which it was played and its score as a percentage.

Examples:

    $ tain book show triboard
    $ tain book show chess --book book.txt "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"`
}

func (b *bookShowCmd) Run(c *console) error {
	r, p, err := c.position(b.Variant, b.Position, kingless{})
	if err != nil {
		return err
	}
	have, err := b.open(r)
	if err != nil {
		return err
	}
	list := analysis.BookMoves(have, &p)
	if c.JSON {
		return c.Document(analysis.BookList{Book: list})
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
	Variant string `arg:"" complete:"variants" help:"Rule set; Polyglot books are only for chess."`
	File    string `arg:"" complete:"files" help:"Input book; .bin is Polyglot."`

	Output string `short:"o" required:"" placeholder:"FILE" help:"Output book; .bin is Polyglot."`
}

func (bookConvertCmd) Help() string {
	return `The two formats identify positions by different hashes, so the converter plays through the book from the starting position: book moves for one side, any replies for the other. It omits positions that it cannot reach in this way. The weights of Polyglot moves become points, and points become weights.

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
