package main

import "github.com/tainchess/tain/internal/cli/pgncheck"

type pgnCmd struct {
	Check pgnCheckCmd `cmd:"" help:"Check games against their rules."`
}

func (pgnCmd) Help() string {
	return `Example:

    $ tain pgn check games.pgn`
}

type pgnCheckCmd struct {
	Files []string `arg:"" name:"file" sep:"none" complete:"files" help:"PGN files; - for standard input."`
}

func (pgnCheckCmd) Help() string {
	return `Each game is played by the rule set its Variant tag names, chess if it names none. What is wrong is told as FILE:LINE:COLUMN: MESSAGE, and the reading goes on with the next game. Files of any size are read as a stream.

Null moves (--, Z0, null, 0000, @@@@ and <>) are read outside check, and written as --. Signs such as +-, -+, =, ±, ∓, +=, =+, ∞, N and D, behind a move or joined to it, are read as the annotations they stand for, and written as $ and a number.

Examples:

    $ tain pgn check games.pgn
    $ zcat games.pgn.gz | tain pgn check -`
}

func (p *pgnCheckCmd) Run(c *console) error { return pgncheck.Run(c.Console, p.Files) }
