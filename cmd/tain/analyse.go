package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/analysis"
	"github.com/tainchess/tain/internal/cli/annotate"
	"github.com/tainchess/tain/internal/cli/counts"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

type analyseCmd struct {
	Variant  string   `arg:"" optional:"" complete:"variants" help:"Rule set, or a test suite (.epd)."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position), or a test suite (.epd)."`

	MultiPV  int    `name:"multipv" default:"1" placeholder:"N" help:"Number of principal variations."`
	Infinite bool   `help:"Search until interrupted."`
	PGN      string `name:"pgn" placeholder:"FILE" complete:"files" help:"PGN file to annotate; - for standard input."`
	Output   string `short:"o" placeholder:"FILE" complete:"files" help:"Output file for annotated games, or for a test suite with its results."`
	limitFlags
	engineFlags
	Book string `placeholder:"FILE" complete:"files" help:"Opening book whose moves are printed first."`
	kingless
}

func (analyseCmd) Help() string {
	return `Each line shows the depth and the selective depth, the score in pawns for White (+M3: White mates in three), the nodes, the time and the principal variation. Without a limit the analysis stops after ten seconds. On a terminal the lines are updated in place. With --json each line is a JSON object, and the last one has "best". With --book the book moves are printed first.

With --pgn, every game of the file is written with the score after each move, as in {[%eval 0.31,14]}. The three worst moves of each game, if they are mistakes, get ? or ?? and a better line. Each game is analysed under its own rule set. Limits apply to each position (default: half a second). Ctrl-C stops the command; finished games are saved.

A file whose name ends in .epd is a test suite. Each position is searched, for half a second unless a limit is given. A position is solved if the best move is one of its bm moves, is none of its am moves, and mates within the number of moves in dm; operations that the position lacks are ignored. The last line is the score. -o writes the positions with the results as pm, ce, acd, acn and pv.

Examples:

    $ tain analyse mirrorsquare
    $ tain analyse triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --depth 12 --multipv 3
    $ tain analyse chess --nodes 100000 --json
    $ tain analyse --pgn games.pgn --time 1s -o annotated.pgn
    $ tain analyse suite.epd --time 5s`
}

// Default time limits.
const (
	defaultAnalysis = 10 * time.Second
	defaultPosition = 500 * time.Millisecond // for each position in a game or test suite
)

func (a *analyseCmd) Run(c *console) error {
	options, err := a.engineFlags.options(c)
	if err != nil {
		return err
	}
	if err := cli.Within("--multipv", a.MultiPV, 1, 500); err != nil {
		return err
	}
	if a.PGN != "" {
		return a.annotate(c, options)
	}
	if variant, file := a.suiteFile(); file != "" {
		return a.suite(c, options, variant, file)
	}
	switch {
	case a.Output != "":
		return errors.New("-o needs --pgn or an EPD file")
	case a.Variant == "":
		return errors.New("no rule set; name one, for example tain analyse chess, or use --pgn FILE")
	}
	r, p, err := c.position(a.Variant, a.Position, a.kingless)
	if err != nil {
		return err
	}
	l, err := a.limits(defaultAnalysis)
	if err != nil {
		return err
	}
	if l.MultiPV = a.MultiPV; a.Infinite {
		if l.Infinite, l.MoveTime = true, 0; a.given() {
			return errors.New("--infinite and a limit cannot be combined")
		}
	}
	e, err := engine.New(r, options)
	if err != nil {
		return err
	}
	if a.Book != "" {
		opened, err := book.Load(r, a.Book)
		if err != nil {
			return err
		}
		if err := analysis.ShowBook(c.Console, analysis.BookMoves(opened, &p)); err != nil {
			return err
		}
	}
	return analysis.Watch(c.Console, e, rules.NewLine(r, p), l)
}

// annotate runs tain analyse --pgn.
func (a *analyseCmd) annotate(c *console, o engine.Options) error {
	switch {
	case c.JSON:
		return errors.New("--pgn and --json cannot be combined")
	case a.Variant != "":
		return fmt.Errorf("with --pgn the games name their rule sets; remove %s", notation.Clip(a.Variant))
	case a.Infinite || a.MultiPV > 1:
		return errors.New("--infinite and --multipv cannot be combined with --pgn")
	case a.Book != "":
		return errors.New("--book and --pgn cannot be combined")
	}
	l, err := a.limits(defaultPosition)
	if err != nil {
		return err
	}
	in, err := c.Open(a.PGN)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.Create(a.Output)
	if err != nil {
		return err
	}
	defer out.Discard()
	return annotate.File(c.Console, o, l, in, out)
}

// suiteFile returns the rule set and the file if the arguments name a test suite (an EPD file). File is empty
// if they do not.
func (a *analyseCmd) suiteFile() (variant, file string) {
	isEPD := func(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".epd") }
	switch {
	case isEPD(a.Variant) && len(a.Position) == 0:
		return "chess", a.Variant
	case len(a.Position) == 1 && isEPD(a.Position[0]):
		return a.Variant, a.Position[0]
	}
	return "", ""
}

// suite runs a test suite.
func (a *analyseCmd) suite(c *console, o engine.Options, variant, name string) error {
	switch {
	case a.Infinite || a.MultiPV > 1:
		return errors.New("--infinite and --multipv cannot be combined with an EPD file")
	case a.Book != "":
		return errors.New("--book cannot be combined with an EPD file")
	}
	r, err := c.Choose(variant)
	if err != nil {
		return err
	}
	l, err := a.limits(defaultPosition)
	if err != nil {
		return err
	}
	return analysis.RunSuite(c.Console, r, o, l, name, a.Output)
}

type benchCmd struct {
	Variant string `placeholder:"NAME" complete:"variants" help:"Rule set to benchmark (default: all)."`
	limitFlags
}

func (benchCmd) Help() string {
	return `Searches fixed positions of each rule set with one thread, to a fixed depth unless a limit is given. The sum of the nodes is the search signature. Without a time limit it is the same in every run and on every machine, and changes only with the search, the evaluation or the weights.

Examples:

    $ tain bench
    $ tain bench --variant triboard
    $ tain bench --variant chess --time 5s --json`
}

func (b *benchCmd) Run(c *console) error {
	l, err := b.limits(0)
	if err != nil {
		return err
	}
	list := c.Rules.All()
	if b.Variant != "" {
		r, err := c.Choose(b.Variant)
		if err != nil {
			return err
		}
		list = []rules.Rules{r}
	}
	return analysis.Bench(c.Console, list, l)
}

type perftCmd struct {
	Variant  string   `arg:"" complete:"variants" help:"Rule set."`
	Depth    string   `arg:"" optional:"" help:"Depth in plies."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position)."`

	Divide  bool   `help:"Print the count for each root move."`
	Threads int    `default:"${cores}" placeholder:"N" help:"Threads (default: one per core, ${cores})."`
	Hash    int    `placeholder:"MB" help:"Hash table size in megabytes (default: none)."`
	Check   string `placeholder:"FILE" complete:"files" help:"File with expected counts; - for standard input."`
	kingless
}

func (perftCmd) Help() string {
	return `The last line is the count: the number of leaf nodes at the given depth. Lines continue past draws.

--check counts the position on every line of a file and reports differences. A line has the form POSITION | DEPTH | COUNT, or uses ~ as the separator. Blocks of id NAME, epd POSITION and perft DEPTH COUNT lines are accepted too. Blank lines and lines that start with # are skipped. An invalid line counts as a difference.

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
		return fmt.Errorf("--hash is %v, but only %v MB of memory is free", p.Hash, cli.FreeMemory())
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
