package main

import "github.com/tainchess/tain/internal/cli/picture"

type drawCmd struct {
	What     string   `arg:"" name:"variant" complete:"variants" help:"Rule set, or a special picture: pieces or adjacency."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	Output    string  `short:"o" placeholder:"FILE" help:"Output file: .svg, .png, .gif, .apng or .json; - for standard output, with --format."`
	Format    string  `placeholder:"FORMAT" help:"Format: svg, png, gif, apng or json (default: from the file name)."`
	Select    *string `placeholder:"SQUARE" help:"Square of a piece, or pin of a board, whose moves are shown."`
	Move      *string `placeholder:"MOVE" help:"Move to preview."`
	Last      *string `placeholder:"MOVE" help:"Last move to highlight, such as h7h5 (default: a link's lastMove)."`
	Line      *string `placeholder:"MOVES" help:"Moves to play first; gif and apng animate them."`
	Plan      *string `placeholder:"STEPS" help:"Plan to play first: steps for the side to move, separated by semicolons; the other side does not move."`
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
	return `Draws a position, optionally with the moves of a piece (dots for moves, rings for captures) or the effects of a move: its path, captures, and pieces that appear. Files are written completely or not at all.

"tain draw pieces" draws the piece set, or writes it as JSON. "tain draw adjacency --variant trid" shows which pins are neighbours, and "tain draw mirrorsquare --pairs" shows which squares are opposite.

If the selected pawn is blocked, the picture marks the piece in its way. With --blockers it also marks the pieces of the same side that block any other selected piece, on the side board if the line is blocked there. Pictures of trid, meder, alice and most definitions in the gallery do not mark blockers; for them, --blockers is an error.

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
