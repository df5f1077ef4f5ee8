package archive

import (
	"fmt"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation/pgn"
)

// badGame is an error or a warning about a game, as JSON.
type badGame struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Offset  int    `json:"offset"`
	Game    int    `json:"game"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"` // whether the game is legal, but the reader had to guess
}

// checked is the result of a check as JSON.
type checked struct {
	Errors []badGame `json:"errors"`
	summary
}

var _ = cli.AddFormat[checked]("pgn check", 1)

// summary holds the fields that follow the list in the JSON output.
type summary struct {
	Games int          `json:"games"`
	Bad   int          `json:"bad"`
	Error *cli.Problem `json:"error,omitempty"` // the error that stopped reading
}

// Check checks files, reports each bad game, and prints the counts.
func Check(c *cli.Console, files []string) error {
	t := tally{con: c, list: cli.NewList[checked](c)}
	var stop error
	for _, name := range files {
		if stop = t.file(name); stop != nil {
			break
		}
	}
	if c.JSON {
		end := summary{Games: t.games, Bad: t.bad}
		if stop != nil {
			why := c.NewProblem(stop)
			end.Error, stop = &why, cli.Reported{Err: stop}
		}
		if err := t.list.End(end); err != nil {
			return err
		}
	} else if stop == nil {
		fmt.Fprintf(c.Out, "%s, %d bad\n", cli.Plural(t.games, "game"), t.bad)
	}
	if stop == nil && t.bad > 0 {
		return cli.ErrFound
	}
	return stop
}

// tally counts games and reports bad ones immediately.
type tally struct {
	con        *cli.Console
	list       *cli.List
	games, bad int
}

// file checks the games in one file. It returns an error if it cannot read the whole file.
func (t *tally) file(name string) error {
	in, err := t.con.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	bar := t.con.Progress(in.Name, true)
	defer bar.Clear()
	return t.con.Games(in, in.Name, t.con.Rules.Find, func(g *pgn.Game, bad *pgn.Error) error {
		t.games++
		bar.Set(in.Done, in.Size)
		if bad != nil {
			bar.Hide()
			t.bad++
			return t.report(badGame{in.Name, bad.Line, bad.Column, bad.Offset, bad.Game, cli.Printable(t.con.Text(bad.Message)), false})
		}
		for _, w := range g.Warnings {
			bar.Hide()
			if err := t.report(badGame{in.Name, w.Line, w.Column, w.Offset, t.games, cli.Printable(t.con.Text(w.Message)), true}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *tally) report(b badGame) error {
	if t.con.JSON {
		return t.list.Add(b)
	}
	what := ""
	if b.Warning {
		what = "warning: "
	}
	fmt.Fprintf(t.con.Out, "%s:%d:%d: %s%s\n", b.File, b.Line, b.Column, what, b.Message)
	return t.con.Out.Flush() // report immediately, because the check may take a long time
}
