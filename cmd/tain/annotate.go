package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation"
)

// annotate is tain analyse --pgn: it reads games and writes them with remarks.
// A game that cannot be read is told and left out. Whatever stops it, the games
// that are done are kept.
func (a *analyseCmd) annotate(c *console, o engine.Options) error {
	switch {
	case c.JSON:
		return errors.New("--pgn and --json cannot be combined")
	case a.Variant != "":
		return fmt.Errorf("with --pgn the games name their rule sets; remove %s", cli.Clip(a.Variant))
	case a.Infinite || a.MultiPV > 1:
		return errors.New("--infinite and --multipv cannot be combined with --pgn")
	case a.Book != "":
		return errors.New("--book and --pgn cannot be combined")
	}
	l, err := a.limits(usualPosition)
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
	n := annotator{con: c, limits: l, engines: engine.Pool{Options: o}, out: out}
	n.games, n.positions = c.countGames(in)
	n.bar = c.Progress("game 1", false)
	err = n.file(in)
	n.bar.Clear()
	switch {
	case err == nil || errors.Is(err, cli.ErrFound):
		if bad := out.Commit(); bad != nil {
			return bad
		}
	case !n.broken:
		if bad := n.keep(in, out); bad != nil {
			return bad
		}
	}
	return err
}

// annotator annotates games one after the other.
type annotator struct {
	con     *console
	limits  engine.Limits
	engines engine.Pool
	out     *cli.Output
	done    int  // games annotated and written
	broken  bool // a game could not be written: the output may end in its midst

	bar              *cli.Progress
	games, positions int64 // in the whole file; -1 if not known
	searched         int64 // positions of the games before this one
}

// countGames counts the games of a plain file that can be read and their
// positions, for the bar: -1 of other sources, which can be read only once.
// Reading costs nothing beside searching.
func (c *console) countGames(in *cli.Source) (games, positions int64) {
	if in.Size < 0 || !c.Interactive() {
		return -1, -1
	}
	again, err := c.Open(in.Name)
	if err != nil {
		return -1, -1
	}
	defer again.Close()
	reader := notation.NewReader(again, c.Rules.Find)
	for c.Context.Err() == nil {
		g, err := reader.Next()
		var fault *notation.PGNError
		switch {
		case err == io.EOF:
			return games, positions
		case errors.As(err, &fault):
		case err != nil:
			return -1, -1
		default:
			games++
			positions += int64(len(g.Line)) + 1
		}
	}
	return -1, -1
}

// file annotates the games of a file.
func (n *annotator) file(in *cli.Source) error {
	reader := notation.NewReader(in, n.con.Rules.Find)
	bad := 0
	for {
		if err := n.con.Context.Err(); err != nil {
			return err
		}
		g, err := reader.Next()
		var fault *notation.PGNError
		switch {
		case err == io.EOF && bad > 0:
			return cli.ErrFound
		case err == io.EOF:
			return nil
		case errors.As(err, &fault):
			bad++
			n.note(fmt.Sprintf("%v:%v:%v: %v; game skipped", in.Name, fault.Line, fault.Column, fault.Message))
			continue
		case err != nil:
			return cli.CannotRead(in.Name, err)
		}
		for _, w := range g.Warnings {
			n.note(fmt.Sprintf("%s:%d:%d: %s", in.Name, w.Line, w.Column, w.Message))
		}
		if err := n.game(g); err != nil {
			return err
		}
	}
}

// note tells something above the bar.
func (n *annotator) note(text string) {
	n.bar.Hide()
	n.con.Note(text)
}

// game annotates a game and writes it.
func (n *annotator) game(g *notation.Game) error {
	n.engines.Forget() // what is said of a game does not depend on those before it
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
	err = notation.WriteGame(n.out, g)
	if err == nil && n.out.Standard() {
		n.bar.Hide()
		err = n.con.Out.Flush() // whoever reads along gets whole games
	}
	if err != nil {
		n.broken = true
		return err
	}
	n.done++
	return nil
}

// keep saves the games that are done when it was stopped, and says so. A file
// that is read and written at once still holds the others: it stays as it was,
// and those that are done go to a file beside it.
func (n *annotator) keep(in *cli.Source, out *cli.Output) error {
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

// sameFile reports whether a name leads to an open file.
func sameFile(f *os.File, name string) bool {
	one, err := f.Stat()
	two, bad := os.Stat(name)
	return err == nil && bad == nil && os.SameFile(one, two)
}
