package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli/convert"
	"github.com/tainchess/tain/internal/cli/rulebooks"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/rules/ruledata"
)

type rulesCmd struct {
	Variant string `arg:"" complete:"rulebooks" help:"Rule set; or notation, or originals."`

	Section string `placeholder:"NUMBER" help:"Section or rule to print, such as 4 or 4.5."`
	Tests   bool   `help:"Name the tests of each rule."`
	ASCII   bool   `help:"Draw boards with letters instead of chess symbols."`
	NoPager bool   `help:"Do not use a pager."`

	PDF    string `name:"pdf" placeholder:"FILE" complete:"files" help:"Write a two-page PDF rule sheet."`
	Letter bool   `help:"Print on US letter instead of A4."`
	Schema bool   `help:"Print the JSON Schema of the rule data."`

	TOML       bool `name:"toml" xor:"form" help:"Print the definition as TOML."`
	Definition bool `xor:"form" help:"Print the definition as canonical JSON."`
	Link       bool `xor:"form" help:"Print the definition as a link."`
	Hash       bool `xor:"form" help:"Print the definition's hash."`
}

func (rulesCmd) Help() string {
	return `Prints the rulebook: everything one needs to play, each rule with its number, boards and moves to try. On a terminal it is shown page by page (PAGER names the program, --no-pager goes without). --section prints a part of it, --tests names the tests that hold each rule.

--pdf prints a sheet of two pages: the whole rulebook where it fits, otherwise what is this game's own first.

A definition has a rulebook too: it is written from its rules, and every example is played by them.

"tain rules notation" tells how positions, moves, games and links are written, "tain rules originals" where the games' first descriptions say otherwise.

With --json the rules are one JSON document, made of what the rule set plays by: squares, pieces and their steps, the mirror of each square and what a quiet move makes, the seam and en passant, castling, promotion, how games end, the position text, worked examples, and every reason for which a move is refused with an example; for tri-dimensional chess also pins, neighbours with their directions, quadrants, who may move a board, how it turns and in which order a board move is judged. --schema writes the JSON Schema it fits.

Examples:

    $ tain rules triboard
    $ tain rules mirrorsquare --section 2.5
    $ tain rules notation
    $ tain rules triboard --pdf triboard.pdf
    $ tain rules trid --json
    $ tain rules nachfolger --json
    $ tain rules trid --schema
    $ tain rules triboard --toml > mine.toml
    $ tain rules portal.toml --link`
}

func (w *rulesCmd) Run(c *console) error {
	print := rulebooks.Printer{Console: c.Console, Section: w.Section, Tests: w.Tests, ASCII: w.ASCII, NoPager: w.NoPager}
	if found, err := print.Chapter(w.Variant); found {
		return err
	}
	r, err := c.Choose(w.Variant)
	if err != nil {
		return err
	}
	var text []byte
	switch {
	case w.PDF != "":
		return rulebooks.WritePDF(c.Console, r, w.PDF, sheet.Options{Letter: w.Letter, Foot: fmt.Sprintf("Tain %s · tain rules %s", number(), r.Info().Name)})
	case w.TOML:
		return convert.PrintDefinition(c.Console, r, "toml")
	case w.Definition:
		return convert.PrintDefinition(c.Console, r, "json")
	case w.Link:
		return convert.PrintDefinition(c.Console, r, "link")
	case w.Hash:
		return convert.PrintDefinition(c.Console, r, "hash")
	case w.Section != "" || !c.JSON && !w.Schema:
		return print.Book(r)
	case w.Schema:
		text, err = ruledata.Schema(r)
	default:
		text, err = ruledata.Encode(ruledata.Of(r))
	}
	if err == nil {
		_, err = c.Out.Write(text)
	}
	return err
}
