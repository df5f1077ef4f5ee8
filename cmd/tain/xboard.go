package main

import (
	"errors"

	"github.com/tainchess/tain/internal/cli/books"
	"github.com/tainchess/tain/internal/protocol/xboard"
)

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
