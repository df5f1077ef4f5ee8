package main

import "github.com/tainchess/tain/internal/cli/zillions"

type exportCmd struct {
	Zrf exportZrfCmd `cmd:"" help:"Write a rules file for Zillions of Games, with pictures."`
}

func (exportCmd) Help() string {
	return `Example:

    $ tain export zrf mirrorsquare -o mirrorsquare.zrf`
}

type exportZrfCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set: mirrorsquare, nachfolger, cylinder, triboard or chess."`

	Output string `short:"o" placeholder:"FILE" help:"Output file FILE.zrf; pictures go to folder FILE next to it."`
	Force  bool   `help:"Replace existing files."`
}

func (exportZrfCmd) Help() string {
	return `Zillions of Games plays any game whose rules are written in its language. This command writes them: both players, the board, the pieces with their moves, what a move makes, castling, promotion and how the game ends, with pictures of the board and the pieces.

"tain export zrf mirrorsquare -o games/mirror.zrf" writes games/mirror.zrf and the folder games/mirror with 13 pictures. Keep the two together, and open the file in Zillions with File, Open Rules File. Zillions 2 or newer is needed.

What the language cannot say stands in the comment at the head of the file, each with a code, as in "; DIFFERS FIFTY: ...". docs/zillions.md tells more. Files are written whole or not at all, and none that is there is replaced without --force.

Examples:

    $ tain export zrf mirrorsquare -o mirrorsquare.zrf
    $ tain export zrf triboard -o games/triboard.zrf --force`
}

func (w *exportZrfCmd) Run(c *console) error {
	return (&zillions.Export{Variant: w.Variant, Output: w.Output, Force: w.Force}).Run(c.Console)
}
