package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/convert"
	"github.com/tainchess/tain/internal/cli/rulebooks"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/gallery"
)

type variantsCmd struct {
	Gallery bool `help:"List the gallery of example definitions."`
}

func (variantsCmd) Help() string {
	return `Prints the name and a summary of each rule set. Other commands take this name as their <variant>. With --json it adds the starting position, the squares and, if boards move, the pins.

The gallery contains more games; other commands accept them as gallery/NAME. White's share of the points, the share of draws and the average length in plies come from games that the engine played against itself.

Examples:

    $ tain variants
    $ tain variants --gallery
    $ tain play gallery/echo`
}

// galleryList lists the gallery as JSON.
type galleryList struct {
	Gallery []wire.GalleryEntry `json:"gallery"`
}

var (
	_ = cli.AddFormat[wire.VariantList]("variants", 1)
	_ = cli.AddFormat[galleryList]("gallery", 1, "variants")
)

func (v variantsCmd) Run(c *console) error {
	if v.Gallery {
		return c.gallery()
	}
	var all []wire.VariantInfo
	width := 0
	for _, r := range c.Rules.All() {
		all = append(all, api.NewVariantInfo(r, c.Language))
		width = max(width, len(r.Info().Name))
	}
	if c.JSON {
		return c.Document(wire.VariantList{Variants: all})
	}
	for _, v := range all {
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, v.Name, v.Summary)
	}
	return nil
}

func (c *console) gallery() error {
	all := api.Gallery(c.Language)
	if c.JSON {
		return c.Document(galleryList{all})
	}
	out := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "game\tWhite\tdraws\tplies\tabout")
	for _, e := range all {
		f := e.Figures
		fmt.Fprintf(out, "%s%s\t%.0f %%\t%.0f %%\t%.0f\t%s\n", gallery.Prefix, e.Name, 100*f.White, 100*f.Draws, f.Plies, e.Why)
	}
	return out.Flush()
}

type rulesCmd struct {
	Variant string `arg:"" complete:"rulebooks" help:"Rule set, or a chapter: notation or originals."`

	Section string `placeholder:"NUMBER" help:"Section or rule to print, such as 4 or 4.5."`
	Tests   bool   `help:"List the tests that check each rule."`
	ASCII   bool   `help:"Draw boards with letters instead of chess symbols."`
	NoPager bool   `help:"Do not use a pager."`

	PDF    string `name:"pdf" placeholder:"FILE" complete:"files" help:"Write a two-page PDF rule sheet."`
	Letter bool   `help:"Use US Letter paper instead of A4."`

	TOML       bool `name:"toml" xor:"form" help:"Print the definition as TOML."`
	Definition bool `xor:"form" help:"Print the definition as canonical JSON."`
	Link       bool `xor:"form" help:"Print the definition as a link."`
	Hash       bool `xor:"form" help:"Print the definition's hash."`
}

func (rulesCmd) Help() string {
	return `Prints the rulebook: every rule with its number, boards, and moves to try. On a terminal it opens in a pager (PAGER). The rulebook of a definition is generated from its rules, and its examples are verified.

"tain rules notation" explains how positions, moves, games and links are written; "tain rules originals" lists differences from the original descriptions of the games.

--pdf writes a sheet of at most two pages. If the whole rulebook does not fit, pictures are left out and rules are shortened, first those shared with other games.

With --json the rules are one JSON document: squares, pieces and their steps, reflections and spawned pieces, the seam and en passant, castling, promotion, the end of the game, the position format, worked examples, and reasons why moves are illegal, each with an example. For tri-dimensional chess it adds pins, neighbours with directions, quadrants, who may move a board, how it rotates, and the order in which the conditions of a board move are checked. --schema prints the JSON Schema.

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
	case w.Tests && c.JSON:
		return errors.New("--tests and --json cannot be combined")
	case w.PDF != "":
		foot := fmt.Sprintf("Tain %s · tain rules %s", programVersion(), r.Info().Name)
		return rulebooks.WritePDF(c.Console, r, w.PDF, sheet.Options{Letter: w.Letter, Foot: foot})
	case w.TOML:
		return convert.PrintDefinition(c.Console, r, "toml")
	case w.Definition:
		return convert.PrintDefinition(c.Console, r, "json")
	case w.Link:
		return convert.PrintDefinition(c.Console, r, "link")
	case w.Hash:
		return convert.PrintDefinition(c.Console, r, "hash")
	case w.Section != "" || !c.JSON && !c.schema:
		return print.Book(r)
	case c.schema:
		text, err = ruledata.Schema(r)
	default:
		text, err = ruledata.Encode(ruledata.Of(r))
	}
	if err == nil {
		_, err = c.Out.Write(text)
	}
	return err
}
