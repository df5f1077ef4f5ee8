package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation"
)

// annotate is tain analyse --pgn: it reads games and writes them with remarks.
// A game that cannot be read is told and left out. Whatever stops it, the games
// that are done are kept.
func (a *analyseCmd) annotate(c *console, o engine.Options) error {
	switch {
	case c.json:
		return errors.New("--pgn and --json cannot be combined")
	case a.Variant != "":
		return fmt.Errorf("with --pgn the games name their rule sets; remove %s", clip(a.Variant))
	case a.Infinite || a.MultiPV > 1:
		return errors.New("--infinite and --multipv cannot be combined with --pgn")
	case a.Book != "":
		return errors.New("--book and --pgn cannot be combined")
	}
	l, err := a.limits(usualPosition)
	if err != nil {
		return err
	}
	in, err := c.open(a.PGN)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.create(a.Output)
	if err != nil {
		return err
	}
	defer out.drop()
	n := annotator{con: c, limits: l, engines: engine.Pool{Options: o}, out: out}
	n.games, n.positions = c.countGames(in)
	n.bar = c.progress("game 1", false)
	err = n.file(in)
	n.bar.clear()
	switch {
	case err == nil || errors.Is(err, errFound):
		if bad := out.keep(); bad != nil {
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
	out     *output
	done    int  // games annotated and written
	broken  bool // a game could not be written: the output may end in its midst

	bar              *progress
	games, positions int64 // in the whole file; -1 if not known
	searched         int64 // positions of the games before this one
}

// countGames counts the games of a plain file that can be read and their
// positions, for the bar: -1 of other sources, which can be read only once.
// Reading costs nothing beside searching.
func (c *console) countGames(in *source) (games, positions int64) {
	if in.size < 0 || !c.interactive() {
		return -1, -1
	}
	again, err := c.open(in.name)
	if err != nil {
		return -1, -1
	}
	defer again.Close()
	reader := notation.NewReader(again, c.rules.Find)
	for c.ctx.Err() == nil {
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
func (n *annotator) file(in *source) error {
	reader := notation.NewReader(in, n.con.rules.Find)
	bad := 0
	for {
		if err := n.con.ctx.Err(); err != nil {
			return err
		}
		g, err := reader.Next()
		var fault *notation.PGNError
		switch {
		case err == io.EOF && bad > 0:
			return errFound
		case err == io.EOF:
			return nil
		case errors.As(err, &fault):
			bad++
			n.note(fmt.Sprintf("%v:%v:%v: %v; game skipped", in.name, fault.Line, fault.Column, fault.Message))
			continue
		case err != nil:
			return cannotRead(in.name, err)
		}
		for _, w := range g.Warnings {
			n.note(fmt.Sprintf("%s:%d:%d: %s", in.name, w.Line, w.Column, w.Message))
		}
		if err := n.game(g); err != nil {
			return err
		}
	}
}

// note tells something above the bar.
func (n *annotator) note(text string) {
	n.bar.makeRoom()
	n.con.note(text)
}

// game annotates a game and writes it.
func (n *annotator) game(g *notation.Game) error {
	n.engines.Forget() // what is said of a game does not depend on those before it
	e, err := n.engines.Engine(n.con.ctx, engine.Recipe{Rules: g.Rules})
	if err != nil {
		return err
	}
	label := fmt.Sprintf("game %d", n.done+1)
	if n.games > 0 {
		label += fmt.Sprintf(" of %d", n.games)
	}
	n.bar.name(label)
	err = e.Annotate(n.con.ctx, g, n.limits, func(done, _ int) { n.bar.at(n.searched+int64(done), n.positions) })
	if err != nil {
		return err
	}
	n.searched += int64(len(g.Line)) + 1
	err = notation.WriteGame(n.out, g)
	if err == nil && n.out.standard() {
		n.bar.makeRoom()
		err = n.con.out.Flush() // whoever reads along gets whole games
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
func (n *annotator) keep(in *source, out *output) error {
	switch {
	case n.done == 0:
		n.con.note("no game annotated yet")
		return nil
	case out.standard():
		n.con.note(fmt.Sprintf("%s annotated", plural(n.done, "game")))
		return nil
	}
	text := fmt.Sprintf("%s annotated; saved to %v", plural(n.done, "game"), out.name)
	if in.file != nil && sameFile(in.file, out.path) {
		text = fmt.Sprintf("%s annotated; saved to %v, %v is unchanged", plural(n.done, "game"), out.name+".done", out.name)
		out.path += ".done"
	}
	if err := out.keep(); err != nil {
		return err
	}
	n.con.note(text)
	return nil
}

// sameFile reports whether a name leads to an open file.
func sameFile(f *os.File, name string) bool {
	one, err := f.Stat()
	two, bad := os.Stat(name)
	return err == nil && bad == nil && os.SameFile(one, two)
}
