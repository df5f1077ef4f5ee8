package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant"
)

// annotate is tain analyse --pgn: it reads games and writes them with remarks.
// A game that cannot be read is told and left out.
func (a *analyseCmd) annotate(c *console, o engine.Options) error {
	switch {
	case c.json:
		return errors.New("--pgn writes PGN, not JSON: leave out one of them")
	case a.Variant != "":
		return fmt.Errorf("with --pgn the games name their rule sets: leave out %s", clip(a.Variant))
	case a.Infinite || a.MultiPV > 1:
		return errors.New("--infinite and --multipv are for positions: leave them out with --pgn")
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
	err = n.games(in)
	if err == nil || errors.Is(err, errFound) {
		if bad := out.keep(); bad != nil {
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
	out     io.Writer
}

func (n *annotator) games(in *source) error {
	reader := notation.NewReader(in, notation.Among(variant.All()))
	bad := 0
	for number := 1; ; number++ {
		g, err := reader.Next()
		var fault *notation.PGNError
		switch {
		case err == io.EOF && bad > 0:
			return errFound
		case err == io.EOF:
			return nil
		case errors.As(err, &fault):
			bad++
			n.con.note(fmt.Sprintf("%s:%d:%d: %s; the game is left out", in.name, fault.Line, fault.Column, fault.Msg))
			continue
		case err != nil:
			return cannotRead(in.name, err)
		}
		for _, w := range g.Warnings {
			n.con.note(fmt.Sprintf("%s:%d:%d: %s", in.name, w.Line, w.Column, w.Msg))
		}
		if err := n.game(g, number); err != nil {
			return err
		}
	}
}

func (n *annotator) game(g *notation.Game, number int) error {
	n.engines.Forget() // what is said of a game does not depend on those before it
	e, err := n.engines.Engine(n.con.ctx, engine.Recipe{Rules: g.Rules})
	if err != nil {
		return err
	}
	bar := n.con.progress(fmt.Sprintf("game %d", number), false)
	defer bar.clear()
	err = e.Annotate(n.con.ctx, g, n.limits, func(done, total int) { bar.at(int64(done), int64(total)) })
	if err != nil {
		return err
	}
	return notation.WriteGame(n.out, g)
}
