package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli/position"
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
	return `Three-board chess is shown as three boards in a row; the one in the middle is the real one. Tri-dimensional chess is shown level by level, the highest first, with the attack boards beside the corners they stand on. --quadrants numbers their squares from the owner's near left corner, anticlockwise. The last move of a link stands in brackets, and en passant captures that are possible are named.

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
