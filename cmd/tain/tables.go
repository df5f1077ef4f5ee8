package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/puzzles"
	"github.com/tainchess/tain/internal/cli/tables"
	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/rules"
)

type tablesCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set: chess, cylinder, triboard, portal, trid, meder, or a definition file."`

	Folder  string `placeholder:"DIR" complete:"files" help:"Endgame-table folder, with a subfolder per rule set (default on Linux: ~/.local/share/tain/tables)."`
	Pieces  int    `default:"4" placeholder:"N" help:"Maximum number of pieces, kings included: 3 or 4."`
	Piece   string `placeholder:"PIECE" help:"Build only the table for the kings and this piece, such as Q, or the table with this name, such as KQKR, and the tables it depends on."`
	Threads int    `default:"${cores}" placeholder:"N" help:"Concurrent tables, or threads per table for boards in space (default: one per core, ${cores})."`
}

func (tablesCmd) Help() string {
	return `Builds the endgame tables of a rule set, which contain the result and the distance to mate of every position with few pieces; in games with goals, or in which stalemate is not a draw, the distance to the win. Three pieces take seconds; four take minutes and about a gigabyte of memory. For boards in space, tables cover the two kings and one other piece; each takes minutes and more than a gigabyte of memory. Finished tables are skipped, so the same command continues after Ctrl-C.

Each line describes a table: the material; the percentage of positions with White to move that White wins, draws and loses; the same for Black; and the longest mate, in moves, with its position. See docs/endings.md.

Three-piece tables for chess, cylinder and triboard are built in. tain analyse, tain uci, tain xboard and tain serve use the built-in tables and those in the default folder.

Examples:

    $ tain tables cylinder --pieces 3
    $ tain tables chess
    $ tain tables trid --piece Q
    $ tain tables chess --piece KQKR
    $ tain tables gallery/gardner
    $ tain tables portal.toml --pieces 3
    $ tain tables chess --folder ./tables --json
    $ tain analyse cylinder "Q7/8/8/4k3/8/8/8/K7 w - - 0 1"`
}

// savingTime is the time that saving a table may take after Ctrl-C.
const savingTime = 10 * time.Second

// withTables lists the rule sets that have tables.
const withTables = "they exist only for chess, cylinder, triboard, portal, trid, meder, and definitions on at most 64 squares in which at most four pieces but no pawns are royal, nothing appears on the board, and checks are not counted"

func (t *tablesCmd) Run(c *console) error {
	r, err := c.Choose(t.Variant)
	switch {
	case err != nil:
		return err
	case !tablebase.Supports(r):
		return fmt.Errorf("%s has no endgame tables; %s", r.Info().Name, withTables)
	case t.Pieces < tablebase.MinPieces || t.Pieces > tablebase.MaxPieces:
		return fmt.Errorf("--pieces is %v; it must be 3 or 4", t.Pieces)
	case len(tablebase.MaterialsOf(r, t.Pieces)) == 0:
		return fmt.Errorf("--pieces is %v; it must be 4, because %s has 4 royal pieces", t.Pieces, r.Info().Name)
	}
	if err := cli.Within("--threads", t.Threads, 1, cli.MaxThreads); err != nil {
		return err
	}
	only, err := tables.Material(r, t.Piece)
	if err != nil {
		return err
	}
	folder, err := cli.TablesFolder(t.Folder)
	if err != nil {
		return err
	}
	folder = filepath.Join(folder, cli.TablesOf(r))
	grace.Store(int64(savingTime))
	bar := c.Progress(fmt.Sprintf("tables of %s", r.Info().Name), false)
	began := time.Now()
	const whole = 1000
	err = tablebase.Maker{
		Rules: r, Folder: folder, Pieces: t.Pieces, Only: only, Workers: t.Threads,
		Progress: func(done float64) { bar.Set(int64(done*whole), whole) },
	}.Make(c.Context)
	bar.Clear()
	var unwritten *tablebase.WriteError
	switch {
	case errors.As(err, &unwritten) && unwritten.Material != "":
		return fmt.Errorf("cannot write table %s to %v: %w; it needs %d KB; finished tables are saved, run the same command to continue",
			string(unwritten.Material), folder, unwritten.Err, int(unwritten.Bytes+1023)/1024)
	case errors.As(err, &unwritten):
		return cli.CannotWrite(folder, unwritten.Err)
	case c.Context.Err() != nil && !c.JSON:
		done, _ := tablebase.Headers(r, folder) // on error, done ends before the unreadable table
		c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(len(done), "table"), folder))
		return err
	case err != nil:
		return err
	}
	return tables.Print(c.Console, r, folder, t.Pieces, time.Since(began))
}

type puzzlesCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set, or a definition file."`

	Count      int      `default:"300" placeholder:"N" help:"Number of puzzles."`
	Games      int      `placeholder:"N" help:"Maximum number of games to search; if they yield too few puzzles, more mates in one and single-move gains fill the gap (default: no limit)."`
	PGN        []string `name:"pgn" sep:"none" placeholder:"FILE" complete:"files" help:"PGN file to search first; may be repeated."`
	NoSelfplay bool     `help:"Search PGN files only."`
	Depth      int      `default:"4" placeholder:"N" help:"Search depth in plies for material gains, two more if necessary; a search to twice the depth must confirm a gain."`
	Nodes      uint64   `default:"300000" placeholder:"N" help:"Node limit per proof search."`
	ScanNodes  uint64   `default:"700" placeholder:"N" help:"Nodes per position while searching games."`
	Levels     string   `default:"1,4,7,10,13" placeholder:"LIST" help:"Engine levels used to rate each puzzle."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Random seed."`
	Threads    int      `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
	Output     string   `short:"o" placeholder:"FILE" complete:"files" help:"Output file (default: standard output)."`
	State      string   `placeholder:"FILE" complete:"files" help:"State file that an interrupted search continues from (default: NAME.puzzles, which is removed at the end; a given file is kept)."`
	Check      string   `placeholder:"FILE" complete:"files" help:"Puzzle file to verify, instead of creating puzzles."`
	Cluster    string   `placeholder:"URL" help:"With --check, PostgreSQL database whose workers (tain worker) share the work. The result does not change."`
}

func (puzzlesCmd) Help() string {
	return `In a puzzle only one move mates or wins material, and after each reply there is again only one such move. Puzzles are found in self-play games at moderate strength, and in PGN files.

Each puzzle is proved by search. A mate takes at most three moves: the mate solver searches all moves, and no other first move mates as fast. To win material, the winning chance of the move must be at least 70 %, and 30 percentage points above that of the second-best move, at --depth (or up to two plies deeper) and at twice that depth, and the line must end with more material. The same applies to every further move of the solver.

Tags give the themes: over-the-seam, reflection-mate, held-reflection, made-piece, successor-chain, goes-on, several-kings, board-ride, quiet-move and others. The rating is derived from the probability that engine levels find every move, on the rating scale of the levels: 700 is level 1, 1375 is level 10. At most 15 % are mates in one, and at most 25 % win material with a single move, unless --games ends the search.

Progress is saved after each game. To continue after Ctrl-C, run the same command, optionally with another --count. To find more puzzles later, use --state. The same settings give the same puzzles, with one thread or many.

Each line of the file has an id, the position, the solution in UCI notation, the rating and the tags, goal first, separated by tabs.

Examples:

    $ tain puzzles triboard -o puzzles.txt
    $ tain puzzles chess --pgn club.pgn --no-selfplay --count 50 --json
    $ tain puzzles mirrorsquare --check puzzles.txt`
}

func (s *puzzlesCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	err = cmp.Or(
		cli.Within("--count", s.Count, 1, 100_000), cli.AtLeast("--games", s.Games, 0), cli.Within("--depth", s.Depth, 1, 20),
		cli.Within("--nodes", s.Nodes, 1000, 1e9), cli.Within("--scan-nodes", s.ScanNodes, 100, 1e7),
		cli.Within("--threads", s.Threads, 1, cli.MaxThreads),
	)
	if err != nil {
		return err
	}
	settings := puzzle.Settings{Seed: s.Seed, Depth: s.Depth, ProofNodes: s.Nodes, ScanNodes: s.ScanNodes}
	if settings.Levels, err = puzzles.ParseLevels(s.Levels); err != nil {
		return err
	}
	if s.Check != "" {
		return s.check(c, r, settings)
	}
	if s.Cluster != "" {
		return errors.New("--cluster needs --check: workers only verify puzzles")
	}
	o := puzzles.Options{
		Rules: r, Settings: settings, Count: s.Count, Games: s.Games, PGN: s.PGN, Selfplay: !s.NoSelfplay, Threads: s.Threads,
		Output: s.Output, State: s.State, Variant: s.Variant,
	}
	return o.Create(c.Console)
}

// check verifies a puzzles file. If --cluster is set, it uses the workers of a cluster.
func (s *puzzlesCmd) check(c *console, r rules.Rules, settings puzzle.Settings) error {
	checker, err := puzzle.NewChecker(r, settings)
	if err != nil {
		return err
	}
	prove := checker.ProveAll
	return (&clusterFlags{s.Cluster}).spread(c, puzzleJobs, func(with crew, threads int) error {
		prove = func(ctx context.Context, all []puzzle.Puzzle, each func(done int)) ([]string, error) {
			return with.Prove(ctx, r, settings, all, threads, each)
		}
		return nil
	}, func() error { return puzzles.Check(c.Console, r, s.Check, prove) })
}
