package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
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

// madeTables is what was made as JSON.
type madeTables struct {
	Variant string             `json:"variant"`
	Folder  string             `json:"folder"`
	Bytes   int64              `json:"bytes"` // of all files
	Seconds float64            `json:"seconds"`
	Tables  []tablebase.Header `json:"tables"`
}

func (t *tablesCmd) Run(c *console) error {
	r, err := c.Choose(t.Variant)
	switch {
	case err != nil:
		return err
	case !tablebase.Supports(r):
		return fmt.Errorf("%s has no endgame tables; they exist for single flat boards without spawned pieces (chess, cylinder, triboard, portal) and for trid and meder", r.Info().Name)
	case t.Pieces < tablebase.MinPieces || t.Pieces > tablebase.MaxPieces:
		return fmt.Errorf("--pieces is %v; it must be 3 or 4", t.Pieces)
	case t.Threads < 1 || t.Threads > maxThreads:
		return fmt.Errorf("--threads is %v; it must be from 1 to %d", t.Threads, maxThreads)
	}
	only, err := t.only(r)
	if err != nil {
		return err
	}
	folder, err := tablesFolder(t.Folder)
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
	return t.show(c, r, folder, time.Since(began))
}

// only returns the material of --piece, empty if it was not given.
func (t *tablesCmd) only(r rules.Rules) (tablebase.Material, error) {
	if t.Piece == "" {
		return "", nil
	}
	var letters []string
	for _, m := range tablebase.MaterialsOf(r, tablebase.MinPieces) {
		if letter := string(m[1]); strings.EqualFold(letter, t.Piece) {
			return m, nil
		} else {
			letters = append(letters, letter)
		}
	}
	return "", fmt.Errorf("%s has no table of the kings and %q; --piece takes %s", r.Info().Name, t.Piece, cli.JoinList(letters, "or"))
}

// show lists the tables.
func (t *tablesCmd) show(c *console, r rules.Rules, folder string, took time.Duration) error {
	all, err := tablebase.Headers(folder)
	if err != nil {
		return err
	}
	doc := madeTables{Variant: r.Info().Name, Folder: folder, Seconds: took.Seconds()}
	for _, h := range all {
		if info, err := os.Stat(tablebase.FileName(folder, h.Material)); err == nil && h.Material.Pieces() <= t.Pieces {
			doc.Bytes += info.Size()
			doc.Tables = append(doc.Tables, h)
		}
	}
	if c.JSON {
		return c.Document(doc)
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s\t%s\t%s\t%s\t\n", "table", "White wins, draws, loses %", "Black wins, draws, loses %", "longest mate")
	for _, h := range doc.Tables {
		longest := "-"
		if h.Longest != "" {
			longest = fmt.Sprintf("%d  %s", (h.Plies+1)/2, h.Longest)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t\n", h.Material, shares(h.White), shares(h.Black), longest)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s, %d KB in %v\n", cli.Plural(len(doc.Tables), "table"), int(doc.Bytes+1023)/1024, folder)
	return nil
}

// shares writes what part is won, drawn and lost, in percent.
func shares(n tablebase.Count) string {
	part := func(of int) float64 { return 100 * float64(of) / float64(max(1, n.Total())) }
	return fmt.Sprintf("%5.1f %5.1f %5.1f", part(n.Won), part(n.Drawn), part(n.Lost))
}

// tablesFolder returns the folder that was named, or the usual one.
func tablesFolder(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	data, err := dataFolder()
	return filepath.Join(data, "tables"), err
}

// tables finds the endgame tables of rule sets: those that come with the program, and
// those in a folder that was named, which must be there, or in the usual one, which
// need not be.
func (c *console) tables(named string) (func(rules.Rules) search.Tables, error) {
	sets, err := tableSets(named, nil, func(err error) {
		c.Note(fmt.Sprintf("%v; playing without this table", err))
	})
	return sets.Search, err
}

// tableSets finds the same for those who ask more than a search does. What is read
// takes no more than some memory, nil for as much as there is; tell is told of a
// table that cannot be read.
func tableSets(named string, memory *tablebase.Memory, tell func(error)) (api.Tables, error) {
	folder, err := tablesFolder(named)
	if err != nil {
		return tablebase.Own, nil // nobody has asked for it by name
	}
	if info, err := os.Stat(folder); named != "" && (err != nil || !info.IsDir()) {
		if err == nil {
			err = errors.New("it is not a folder")
		}
		return tablebase.Own, cli.CannotRead(folder, err)
	}
	var mu sync.Mutex
	sets := map[rules.Rules]*tablebase.Set{}
	return func(r rules.Rules) *tablebase.Set {
		if !tablebase.Supports(r) { // of definitions there are any number
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		found, ok := sets[r]
		if ok {
			return found
		}
		set, err := tablebase.Find(r, filepath.Join(folder, r.Info().Name), memory, tell)
		if err == nil && set.MaxPieces() > 0 {
			found = set
		}
		sets[r] = found
		return found
	}, nil
}

// tabled is what the tables know of a position, as JSON.
type tabled struct {
	Winner string `json:"winner"` // white, black, or empty for a draw
	Moves  int    `json:"moves"`
	Plies  int    `json:"plies"`
	// Fifty tells that the fifty-move rule may come before the mate.
	Fifty bool `json:"fifty,omitempty"`
}

// askTables returns what tables know of a position, and says it; nil if they do
// not know it.
func askTables(t search.Tables, p *board.Position) (known *tabled, sentence string) {
	if t == nil {
		return nil, ""
	}
	sign, plies, ok := t.Mate(p)
	switch {
	case !ok:
		return nil, ""
	case sign == 0:
		return &tabled{}, "tables: draw"
	}
	winner := p.Side
	if sign < 0 {
		winner = winner.Other()
	}
	known = &tabled{Winner: winner.String(), Moves: (plies + 1) / 2, Plies: plies, Fifty: plies+int(p.HalfmoveClock) > 100}
	if known.Fifty {
		return known, fmt.Sprintf("tables: %v mates in %v, unless the fifty-move rule comes first", winner.Name(), known.Moves)
	}
	return known, fmt.Sprintf("tables: %v mates in %v", winner.Name(), known.Moves)
}
