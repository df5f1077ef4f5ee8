package main

import "github.com/tainchess/tain/internal/cli/line"

type lineCmd struct {
	Variant string   `arg:"" complete:"variants" help:"Rule set."`
	Moves   []string `arg:"" optional:"" name:"move" sep:"none" help:"Moves: e4, Nf3, e2e4, O-O; move numbers are skipped."`

	Position string  `placeholder:"P" help:"Starting position (default: the rule set's)."`
	Plan     *string `placeholder:"STEPS" help:"Plan to run instead: steps of the side to move separated by ;, while the other side passes."`
	kingless
}

func (lineCmd) Help() string {
	return `Each move is shown in SAN with the position after it. The first move that cannot be played stops the line, with the reason.

A plan is for study: steps of one side in a row. The first step that cannot be played is named with the reason. A plan may attack the king of the side that stands still, but not take it.

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
