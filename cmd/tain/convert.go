package main

import "github.com/tainchess/tain/internal/cli/convert"

type convertCmd struct {
	Input []string `arg:"" optional:"" sep:"none" complete:"files" help:"Text or file; - or nothing for standard input."`

	To      string `required:"" placeholder:"FORM" enum:"fen,link,pgn,toml,json" help:"Output format: fen, link or pgn; for a definition toml, json or link."`
	From    string `default:"auto" placeholder:"FORM" enum:"auto,fen,link,pgn,definition" help:"Input format: fen, link, pgn, definition or auto (default: auto)."`
	Variant string `placeholder:"VARIANT" complete:"variants" help:"Rule set of FEN and of links that name none (default: chess)."`
	Ply     *int   `placeholder:"N" help:"Ply of a game to convert (default: the last)."`
	kingless
}

func (convertCmd) Help() string {
	return `FEN is read a line at a time, a link as a whole, and games one after the other; each gives one FEN, one link or one game. A game becomes the position it ends in, and a position becomes a game without moves. Links have no clocks, and a dropped clock is told.

A definition of a rule set, in TOML, JSON or a link that holds one, becomes toml, json (the canonical form) or a link.

Examples:

    $ tain convert --to link --variant triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"
    $ tain convert --to fen "?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"
    $ tain convert --to fen --ply 10 games.pgn
    $ tain convert --to pgn < games.pgn
    $ tain convert --to json portal.toml
    $ tain convert --to toml "?rules=..."`
}

func (v *convertCmd) Run(c *console) error {
	o := convert.Options{To: v.To, From: v.From, Ply: v.Ply, Parse: v.options()}
	if v.Variant != "" {
		var err error
		if o.Rules, err = c.Choose(v.Variant); err != nil {
			return err
		}
	}
	return convert.Run(c.Console, v.Input, o)
}
