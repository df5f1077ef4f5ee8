// Package annotate adds the engine's scores and remarks to games.
package annotate

import (
	"errors"
	"fmt"
	"os"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation/pgn"
)

// File annotates the games of a source and writes them to an output. It reports and skips games
// that it cannot read. If it is interrupted, it saves the finished games.
func File(c *cli.Console, o engine.Options, l engine.Limits, in *cli.Source, out *cli.Output) error {
	n := annotator{con: c, limits: l, engines: engine.Pool{Options: o}, out: out}
	n.games, n.positions = countGames(c, in)
	n.bar = c.Progress("game 1", false)
	err := n.file(in)
	n.bar.Clear()
	switch {
	case err == nil || errors.Is(err, cli.ErrFound):
		if bad := out.Commit(); bad != nil {
			return bad
		}
	case !n.broken:
		if bad := n.save(in, out); bad != nil {
			return bad
		}
	}
	return err
}

// annotator annotates the games of a source in order.
type annotator struct {
	con     *cli.Console
	limits  engine.Limits
	engines engine.Pool
	out     *cli.Output
	done    int  // games annotated and written
	broken  bool // whether a write failed, so that the output may end in the middle of a game

	bar              *cli.Progress
	games, positions int64 // totals for the whole file; -1 if unknown
	searched         int64 // positions in earlier games
}

// countGames counts the readable games and positions of a regular file, for the progress bar. Reading
// is cheap compared with searching. It returns -1 if no bar is shown, and for other sources, which can
// be read only once.
func countGames(c *cli.Console, in *cli.Source) (games, positions int64) {
	if in.Size < 0 || !c.Interactive() {
		return -1, -1
	}
	again, err := c.Open(in.Name)
	if err != nil {
		return -1, -1
	}
	defer again.Close()
	if c.Games(again, again.Name, c.Rules.Find, func(g *pgn.Game, bad *pgn.Error) error {
		if bad == nil {
			games++
			positions += int64(len(g.Line)) + 1
		}
		return nil
	}) != nil {
		return -1, -1
	}
	return games, positions
}

func (n *annotator) file(in *cli.Source) error {
	faults := 0
	err := n.con.Games(in, in.Name, n.con.Rules.Find, func(g *pgn.Game, bad *pgn.Error) error {
		if bad != nil {
			faults++
			n.bar.Hide()
			n.con.NoteSkipped(in, bad)
			return nil
		}
		for _, w := range g.Warnings {
			n.bar.Hide()
			n.con.Note(fmt.Sprintf("%s:%d:%d: %s", in.Name, w.Line, w.Column, w.Message))
		}
		return n.game(g)
	})
	if err == nil && faults > 0 {
		return cli.ErrFound
	}
	return err
}

func (n *annotator) game(g *pgn.Game) error {
	n.engines.Forget() // annotations must not depend on earlier games
	e, err := n.engines.Engine(n.con.Context, engine.Recipe{Rules: g.Rules})
	if err != nil {
		return err
	}
	label := fmt.Sprintf("game %d", n.done+1)
	if n.games > 0 {
		label += fmt.Sprintf(" of %d", n.games)
	}
	n.bar.Rename(label)
	err = e.Annotate(n.con.Context, g, n.limits, func(done, _ int) { n.bar.Set(n.searched+int64(done), n.positions) })
	if err != nil {
		return err
	}
	n.searched += int64(len(g.Line)) + 1
	err = pgn.Write(n.out, g)
	if err == nil && n.out.Standard() {
		n.bar.Hide()
		err = n.con.Out.Flush() // gives readers of a pipe whole games
	}
	if err != nil {
		n.broken = true
		return err
	}
	n.done++
	return nil
}

// save saves the finished games after an error or interruption, and prints a note. If the input file is
// also the output, that file stays unchanged and save writes the games to a file next to it.
func (n *annotator) save(in *cli.Source, out *cli.Output) error {
	switch {
	case n.done == 0:
		n.con.Note("no game annotated yet")
		return nil
	case out.Standard():
		n.con.Note(fmt.Sprintf("%s annotated", cli.Plural(n.done, "game")))
		return nil
	}
	text := fmt.Sprintf("%s annotated; saved to %v", cli.Plural(n.done, "game"), out.Name)
	if in.File != nil && sameFile(in.File, out.Path) {
		text = fmt.Sprintf("%s annotated; saved to %v, %v is unchanged", cli.Plural(n.done, "game"), out.Name+".done", out.Name)
		out.Path += ".done"
	}
	if err := out.Commit(); err != nil {
		return err
	}
	n.con.Note(text)
	return nil
}

// sameFile reports whether a path refers to the same file as an open file.
func sameFile(f *os.File, name string) bool {
	one, err := f.Stat()
	two, bad := os.Stat(name)
	return err == nil && bad == nil && os.SameFile(one, two)
}
