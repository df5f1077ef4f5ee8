package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli/convert"
	"github.com/tainchess/tain/internal/cli/line"
	"github.com/tainchess/tain/internal/cli/picture"
	"github.com/tainchess/tain/internal/cli/position"
	"github.com/tainchess/tain/internal/cli/rulebooks"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/gallery"
	"github.com/tainchess/tain/variant/space"
)

type showCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	ASCII     bool `help:"Use letters instead of chess symbols."`
	Quadrants bool `help:"Number the quadrants of attack boards, q1 to q4."`
	kingless
}

func (showCmd) Help() string {
	return `Three-board chess is shown as three boards side by side, the real one in the middle. Tri-dimensional chess is shown level by level, highest first, with the attack boards next to their corners; --quadrants numbers their squares anticlockwise from the owner's near left corner. A link's last move is shown in brackets, and possible en passant captures are listed.

Examples:

    $ tain show triboard
    $ tain show trid --quadrants
    $ tain show mirrorsquare --ascii "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    $ tain show triboard "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"`
}

func (s *showCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	opened, err := c.Opening(r, s.Position, s.options())
	if err != nil {
		return err
	}
	if _, spatial := r.(*space.Rules); s.Quadrants && !spatial {
		return fmt.Errorf("--quadrants is for games with moving boards; %s has none", r.Info().Name)
	}
	return position.Show(c.Console, r, opened, position.Style{ASCII: s.ASCII, Quadrants: s.Quadrants})
}

type movesCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	From *string `placeholder:"SQUARE" help:"Square of a piece, or pin of a board, whose moves are listed."`
	kingless
}

func (movesCmd) Help() string {
	return `Prints the moves in UCI notation, sorted, one per line. With --json each move has its SAN, its kind, its way across the board and its effects. If there are no moves, a note on standard error explains why.

Give the position as an argument, as for show, draw and analyse.

Examples:

    $ tain moves chess
    $ tain moves chess "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    $ tain moves triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --from a5
    $ tain moves nachfolger --from b1 --json`
}

func (m *movesCmd) Run(c *console) error {
	r, p, err := c.position(m.Variant, m.Position, m.kingless)
	if err != nil {
		return err
	}
	return position.Moves(c.Console, r, p, m.From)
}

type lineCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Moves   []string `arg:"" optional:"" name:"move" sep:"none" help:"Moves, such as e4, Nf3, e2e4 or O-O; move numbers are ignored."`

	Position string  `placeholder:"POSITION" help:"Position to start from (default: the starting position)."`
	Plan     *string `placeholder:"STEPS" help:"Plan to try instead of moves: steps for the side to move, separated by semicolons; the other side passes."`
	kingless
}

func (lineCmd) Help() string {
	return `Prints each move in SAN with the position after it. The line stops at the first illegal move, with the reason.

A plan is a study aid: several moves in a row by one side. The first illegal step is reported with the reason. A plan may attack the other side's king but not capture it.

Examples:

    $ tain line chess e4 e5 Nf3 Nc6 Bb5
    $ tain line mirrorsquare "1. e4 dxe4 2. Nc3"
    $ tain line triboard --position "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" a5h7
    $ tain line trid --plan "b4N; Bb2W; Bc3N"
    $ tain line chess --plan "e4; Bc4; Qh5; Qxf7"`
}

func (l *lineCmd) Run(c *console) error {
	r, err := c.Choose(l.Variant)
	if err != nil {
		return err
	}
	return line.Run(c.Console, line.Options{Rules: r, Moves: l.Moves, Plan: l.Plan, Position: l.Position, Parse: l.options()})
}

type variantsCmd struct {
	Gallery bool `help:"List the gallery of example definitions."`
}

func (variantsCmd) Help() string {
	return `Prints the name and a summary of each rule set. Use the name as VARIANT in other commands. With --json it adds the starting position, the squares and, if boards move, the pins.

The gallery contains more games; other commands accept them as gallery/NAME.

Examples:

    $ tain variants
    $ tain variants --gallery
    $ tain play gallery/echo`
}

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
		return c.Document(all)
	}
	for _, v := range all {
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, v.Name, v.Summary)
	}
	return nil
}

func (c *console) gallery() error {
	all := api.Gallery(c.Language)
	if c.JSON {
		return c.Document(all)
	}
	width := 0
	for _, e := range all {
		width = max(width, len(gallery.Prefix+e.Name))
	}
	for _, e := range all {
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, gallery.Prefix+e.Name, e.Why)
	}
	return nil
}

type rulesCmd struct {
	Variant string `arg:"" complete:"rulebooks" help:"Rule set, or a chapter: notation or originals."`

	Section string `placeholder:"NUMBER" help:"Section or rule to print, such as 4 or 4.5."`
	Tests   bool   `help:"List the tests that check each rule."`
	ASCII   bool   `help:"Draw boards with letters instead of chess symbols."`
	NoPager bool   `help:"Do not use a pager."`

	PDF    string `name:"pdf" placeholder:"FILE" complete:"files" help:"Write a two-page PDF rule sheet."`
	Letter bool   `help:"Use US Letter paper instead of A4."`
	Schema bool   `help:"Print the JSON Schema of the rule data."`

	TOML       bool `name:"toml" xor:"form" help:"Print the definition as TOML."`
	Definition bool `xor:"form" help:"Print the definition as canonical JSON."`
	Link       bool `xor:"form" help:"Print the definition as a link."`
	Hash       bool `xor:"form" help:"Print the definition's hash."`
}

func (rulesCmd) Help() string {
	return `Prints the rulebook: every rule with its number, boards, and moves to try. On a terminal it opens in a pager (PAGER). The rulebook of a definition is generated from its rules, and its examples are verified.

"tain rules notation" explains how positions, moves, games and links are written; "tain rules originals" lists differences from the original descriptions of the games.

--pdf writes a two-page sheet: the whole rulebook if it fits; otherwise it starts with the rules specific to this game.

With --json the rules are one JSON document: squares, pieces and their steps, reflections and spawned pieces, the seam and en passant, castling, promotion, the end of the game, the position format, worked examples, and every reason why a move is illegal, with an example. For tri-dimensional chess it adds pins, neighbours with directions, quadrants, who may move a board, how it rotates, and the order in which the conditions of a board move are checked. --schema prints the JSON Schema.

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
		foot := fmt.Sprintf("Tain %s · tain rules %s", number(), r.Info().Name)
		return rulebooks.WritePDF(c.Console, r, w.PDF, sheet.Options{Letter: w.Letter, Foot: foot})
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

type drawCmd struct {
	What     string   `arg:"" name:"variant" complete:"variants" help:"Rule set, or a special picture: pieces or adjacency."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	Output    string  `short:"o" placeholder:"FILE" help:"Output file: .svg, .png, .gif, .apng or .json; - for standard output, with --format."`
	Format    string  `placeholder:"FORMAT" help:"Format: svg, png, gif, apng or json (default: from the file name)."`
	Select    *string `placeholder:"SQUARE" help:"Square of a piece, or pin of a board, whose moves are shown."`
	Move      *string `placeholder:"MOVE" help:"Move to preview."`
	Last      *string `placeholder:"MOVE" help:"Last move to highlight, such as h7h5 (default: a link's lastMove)."`
	Line      *string `placeholder:"MOVES" help:"Moves to play first; gif and apng animate them."`
	Plan      *string `placeholder:"STEPS" help:"Plan to play first: steps for the side to move, separated by semicolons; the other side passes."`
	Pairs     bool    `help:"Draw the pairs of opposite squares (mirrorsquare and nachfolger)."`
	Block     bool    `name:"blockers" help:"Mark the pieces that block the selected piece."`
	Flip      bool    `help:"Put Black at the bottom."`
	View      string  `default:"flat" placeholder:"VIEW" help:"View: flat, or oblique for boards in space."`
	Coords    bool    `help:"Label files and ranks."`
	Quadrants bool    `help:"Number the quadrants of attack boards, q1 to q4."`
	Theme     string  `default:"light" placeholder:"THEME" help:"Theme: light, dark or print."`
	Size      int     `placeholder:"N" help:"Width in pixels."`
	Title     string  `placeholder:"TEXT" help:"Title for screen readers."`
	Of        string  `name:"variant" placeholder:"NAME" help:"Rule set for the adjacency picture (default: trid)."`
	kingless
}

func (drawCmd) Help() string {
	return `Draws a position, optionally with the moves of a piece (dots for moves, rings for captures) or the effects of a move: its way, captures, and pieces that appear. Files are written completely or not at all.

"tain draw pieces" draws the piece set, or writes it as JSON. "tain draw adjacency --variant trid" shows which pins are neighbours, and "tain draw mirrorsquare --pairs" shows which squares are opposite.

If the selected pawn is blocked, the picture marks the piece in its way. With --blockers it also marks the pieces of the same side that block any other selected piece, on the side board if the line is blocked there.

Examples:

    $ tain draw triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --select a5 --coords -o pawn.svg
    $ tain draw triboard "?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5" --select a5 -o link.svg
    $ tain draw nachfolger --line "f4 c6 Ne5" --move Qc7 --size 800 -o queen.png
    $ tain draw triboard "4k3/8/8/8/2P4R/8/8/4K3 w - - 0 1" --select h4 --blockers -o rook.svg
    $ tain draw mirrorsquare --line "e4 dxe4 Nc3" -o line.gif
    $ tain draw mirrorsquare --pairs -o pairs.svg
    $ tain draw meder "W:4/4/2K1/4|N:4/4/4/4|B:4/2k1/4/4|QL1w:2/N1|KL1w:2/2|KL5b:2/2|KL6b:2/2 w - - - 0 9" --plan "QL1-QL3; QL3-QL5; QL5-QL6" -o ride.gif
    $ tain draw trid --view oblique --theme dark -o trid.png
    $ tain draw trid --select QL1 --quadrants -o quadrants.svg
    $ tain draw chess --select e2 -o - --format svg`
}

func (d *drawCmd) Run(c *console) error {
	return picture.Run(c.Console, &picture.Options{
		Subject: d.What, Position: d.Position, Parse: d.options(), Output: d.Output, Format: d.Format,
		Select: d.Select, Move: d.Move, Last: d.Last, Line: d.Line, Plan: d.Plan, Pairs: d.Pairs, Blockers: d.Block, Flip: d.Flip,
		Coordinates: d.Coords, Quadrants: d.Quadrants, View: d.View, Theme: d.Theme, Title: d.Title, Size: d.Size, Variant: d.Of,
	})
}
