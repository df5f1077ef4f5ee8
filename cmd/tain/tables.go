package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/tables"
)

type tablesCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set: chess, cylinder, triboard, portal, trid or meder."`

	Folder  string `placeholder:"DIR" complete:"files" help:"Endgame-table folder, with a subfolder per rule set (default: ~/.local/share/tain/tables)."`
	Pieces  int    `default:"4" placeholder:"N" help:"Maximum number of pieces, kings included: 3 or 4 (default: 4)."`
	Piece   string `placeholder:"LETTER" help:"Only the table of the kings and this piece: Q, R, B, N or P."`
	Threads int    `default:"${cores}" help:"Concurrent tables, or threads per table for boards in space (default: one per core, ${cores})."`
}

func (tablesCmd) Help() string {
	return `Builds the endgame tables of a rule set: the result and the distance to mate of every position with few pieces. Three pieces take seconds; four take minutes and up to a gigabyte of memory. Boards in space have tables of the kings and one piece, each of which takes minutes and more than a gigabyte. Finished tables are skipped, so the same command continues after Ctrl-C.

Each line is a table: the material; the percentage of positions with White to move that White wins, draws and loses; the same for Black; and the longest mate, in moves, with its position. See docs/endings.md.

Three-piece tables of flat boards come with the program. The engine uses them and those in the default folder: tain analyse, tain uci, tain xboard and tain serve play from them without a search.

Examples:

    $ tain tables cylinder --pieces 3
    $ tain tables chess
    $ tain tables trid --piece Q
    $ tain tables chess --folder ./tables --json
    $ tain analyse cylinder "Q7/8/8/4k3/8/8/8/K7 w - - 0 1"`
}

// savingTime is how long a table may take to be written after Ctrl-C.
const savingTime = 10 * time.Second

func (t *tablesCmd) Run(c *console) error {
	r, err := c.Choose(t.Variant)
	switch {
	case err != nil:
		return err
	case !tablebase.Supports(r):
		return fmt.Errorf("%s has no endgame tables; they exist for single flat boards without spawned pieces (chess, cylinder, triboard, portal) and for trid and meder", r.Info().Name)
	case t.Pieces < tablebase.MinPieces || t.Pieces > tablebase.MaxPieces:
		return fmt.Errorf("--pieces is %v; it must be 3 or 4", t.Pieces)
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
	folder = filepath.Join(folder, r.Info().Name)
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
		return fmt.Errorf("cannot write table %s to %v: %w; it needs %d KB; finished tables are saved, run the same command to continue", string(unwritten.Material), folder, unwritten.Err, int(unwritten.Bytes+1023)/1024)
	case errors.As(err, &unwritten):
		return cli.CannotWrite(folder, unwritten.Err)
	case c.Context.Err() != nil && !c.JSON:
		there, _ := tablebase.Headers(folder) // those before one that cannot be read
		c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(len(there), "table"), folder))
		return err
	case err != nil:
		return err
	}
	return tables.Print(c.Console, r, folder, t.Pieces, time.Since(began))
}
