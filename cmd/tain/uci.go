package main

import (
	"context"
	"errors"
	"io"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/cli/position"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/uci"
	"github.com/tainchess/tain/internal/protocol/xboard"
	"github.com/tainchess/tain/rules"
)

type uciCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Additional definition files."`

	Book string `placeholder:"FILE" complete:"files" help:"Opening book; switches the option OwnBook on."`
}

func (uciCmd) Help() string {
	return `This is how chess programs talk to the engine. They choose the rule set with the option UCI_Variant, and with OwnBook and BookFile whether openings are played by heart, and from which book. With EvalFile they have positions scored by the net in a file. With EndingTables they name the folder of endgame tables that tain tables made, if it is not the usual one. With RulesFile they make the definition in a file known, which UCI_Variant then lists. Beside the protocol it takes d (the position), eval (what its score is made of), bench and go perft N. What it does not understand it says in an info string.

tain without arguments is the same when the first line of its input is uci.

Example:

    $ tain uci
    $ tain uci --book book.txt
    $ tain uci portal.toml
    $ printf 'setoption name RulesFile value portal.toml\nsetoption name UCI_Variant value portal\ngo depth 8\n' | tain uci
    $ printf 'setoption name UCI_Variant value triboard\ngo depth 8\n' | tain uci`
}

func (u *uciCmd) Run(c *console) error {
	if c.JSON {
		return errors.New("uci does not support --json")
	}
	if err := c.ChooseAll(u.Definitions); err != nil {
		return err
	}
	return u.serve(c.Context, c, c.In, nil)
}

// serve holds the conversation, which begins with a game if there is one.
func (u *uciCmd) serve(ctx context.Context, c *console, in io.Reader, game *rules.Line) error {
	books, err := books.Find(c.Console, u.Book)
	if err != nil {
		return err
	}
	return uci.Serve(ctx, in, prompt{c.Out}, uci.Config{
		Config: engineConfig(c, books, u.Book != ""), Author: "the Tain authors", Game: game,
		Draw: func(r rules.Rules, p *board.Position) string {
			return position.Style{ASCII: true}.Draw(r, cli.Opening{Position: *p}, c.Text)
		},
	})
}

type xboardCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Additional definition files."`

	All  bool   `help:"Offer every rule set, for programs that know them, such as tain match."`
	Book string `placeholder:"FILE" complete:"files" help:"Opening book; switches the option OwnBook on."`
}

func (*xboardCmd) Help() string {
	return `This is how XBoard and programs like it talk to the engine, by version 2 of their protocol. Rule sets are chosen with variant: normal is chess, cylinder is the game XBoard knows by that name, triboard is described to it. With option RulesFile=FILE a definition is made known; it is offered where XBoard's own board can follow it. The other games put pieces where XBoard does not look for them: play those with tain play, tain serve or over UCI, or use --all for a program that knows them itself.

tain without arguments is the same when the first line of its input is xboard.

Example:

    $ xboard -fcp "tain xboard" -variant triboard
    $ printf 'new\nsd 6\nusermove e2e4\n' | tain xboard
    $ tain match mirrorsquare --b "xboard:tain xboard --all" --games 2`
}

func (x *xboardCmd) Run(c *console) error {
	if c.JSON {
		return errors.New("xboard does not support --json")
	}
	if err := c.ChooseAll(x.Definitions); err != nil {
		return err
	}
	books, err := books.Find(c.Console, x.Book)
	if err != nil {
		return err
	}
	return xboard.Serve(c.Context, c.In, prompt{c.Out}, xboard.Config{Config: engineConfig(c, books, x.Book != ""), All: x.All})
}

// engineConfig returns the engine of both protocols.
func engineConfig(c *console, openings func(rules.Rules) engine.Book, own bool) protocol.Config {
	usual, _ := c.Tables("") // nobody has asked for them
	return protocol.Config{
		Name: "Tain " + number(), Rules: c.Rules, Book: openings, BookFile: func(name string) (func(rules.Rules) engine.Book, error) { return books.Find(c.Console, name) }, NetFile: engine.LoadNet, RulesFile: c.RulesFile, OwnBook: own,
		Tables: usual, TablesFolder: c.Tables,
		MaxHashMB: cli.LargestHash(), MaxThreads: maxSearchThreads,
	}
}
