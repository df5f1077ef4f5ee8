package main

import "github.com/tainchess/tain/internal/cli/position"

type movesCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	From *string `placeholder:"SQUARE" help:"Square of a piece, or pin of a board, whose moves are listed."`
	kingless
}

func (movesCmd) Help() string {
	return `The moves come sorted, one a line, in UCI notation. With --json each has its SAN, its kind, the way it takes and what it changes. Where there are none, a note on standard error says why.

Examples:

    $ tain moves chess
    $ tain moves triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --from a5
    $ tain moves nachfolger --from b1 --json`
}

func (m *movesCmd) Run(c *console) error {
	r, err := c.Choose(m.Variant)
	if err != nil {
		return err
	}
	p, err := c.Position(r, m.Position, m.options())
	if err != nil {
		return err
	}
	return position.Moves(c.Console, r, p, m.From)
}
