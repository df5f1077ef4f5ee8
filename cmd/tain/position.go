package main

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli/line"
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
	Plan     *string `placeholder:"STEPS" help:"Plan to try instead of moves: steps for the side to move, separated by semicolons; the other side does not move."`
	kingless
}

func (lineCmd) Help() string {
	return `Prints each move in SAN with the position after it. Stops at the first illegal move and prints the reason.

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
