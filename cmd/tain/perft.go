package main

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/counts"
	"github.com/tainchess/tain/rules/perft"
)

type perftCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Depth    string   `arg:"" optional:"" help:"Depth in plies."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	Divide  bool   `help:"Print the count of each root move."`
	Threads int    `default:"${cores}" help:"Threads (default: one per core, ${cores})."`
	Hash    int    `placeholder:"MB" help:"Hash table size in megabytes (default: none)."`
	Check   string `placeholder:"FILE" complete:"files" help:"File of expected counts to check, with lines POSITION | DEPTH | COUNT; - for standard input."`
	kingless
}

func (perftCmd) Help() string {
	return `The last line is the bare count: the lines of so many plies, which are the leaf nodes of the tree. Draws do not stop the counting.

--check counts each line of a file and tells which differ. A line is POSITION | DEPTH | COUNT, or the same with ~ between; blank lines and lines that start with # are skipped. A line that cannot be read counts as one that differs. Blocks of the lines id NAME, epd POSITION and perft DEPTH COUNT are taken too.

Examples:

    $ tain perft chess 5
    $ tain perft triboard 6 --divide --threads 2 --hash 256
    $ tain perft cylinder 4 "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1"
    $ tain perft --check counts.txt triboard
    $ tain perft --check portal.perft portal.toml`
}

func (p *perftCmd) Run(c *console) error {
	r, err := c.Choose(p.Variant)
	if err != nil {
		return err
	}
	if err := cli.Within("--threads", p.Threads, 1, cli.MaxThreads); err != nil {
		return err
	}
	switch {
	case p.Hash < 0 || p.Hash > cli.MaxHashMB:
		return fmt.Errorf("--hash is %v; it must be from 0 to %d MB", p.Hash, cli.MaxHashMB)
	case p.Hash > cli.FreeMemory():
		return fmt.Errorf("--hash is %v, but only %v MB of memory are free", p.Hash, cli.FreeMemory())
	case p.Check != "" && (p.Depth != "" || p.Divide):
		return errors.New("--check takes depths and positions from the file; remove the depth, the position and --divide")
	case p.Check != "":
		check := counts.Check{Rules: r, Threads: p.Threads, HashMB: p.Hash, Parse: p.options()}
		return check.Run(c.Console, p.Check)
	case p.Depth == "":
		return fmt.Errorf("no depth; give one, for example tain perft %s 4", r.Info().Name)
	}
	depth, err := counts.ParseDepth(p.Depth)
	if err != nil {
		return err
	}
	start, err := c.Opening(r, p.Position, p.options())
	if err != nil {
		return err
	}
	return counts.Count(c.Console, perft.Counter{Rules: r, Threads: p.Threads, HashMB: p.Hash}, &start.Position, depth, p.Divide)
}
