package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/notation"
)

type pgnCmd struct {
	Check pgnCheckCmd `cmd:"" help:"Check that every game can be played by its rules."`
}

func (pgnCmd) Help() string {
	return `Example:

    $ tain pgn check games.pgn`
}

type pgnCheckCmd struct {
	Files []string `arg:"" name:"file" sep:"none" complete:"files" help:"Files of games; - for standard input."`
}

func (pgnCheckCmd) Help() string {
	return `Each game is played by the rule set its Variant tag names, chess if it names none. What is wrong is told as FILE:LINE:COLUMN: MESSAGE, and the reading goes on with the next game. Files of any size are read as a stream.

Null moves (--, Z0, null, 0000, @@@@ and <>) are read outside check, and written as --. Signs such as +-, -+, =, ±, ∓, +=, =+, ∞, N and D, behind a move or joined to it, are read as the annotations they stand for, and written as $ and a number.

Examples:

    $ tain pgn check games.pgn
    $ zcat games.pgn.gz | tain pgn check -`
}

// badGame is a game that cannot be played, as JSON.
type badGame struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Offset  int    `json:"offset"`
	Game    int    `json:"game"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"` // the game is good, but something in it was guessed
}

// pgnChecked is the end of the check, as JSON.
type pgnChecked struct {
	Games int      `json:"games"`
	Bad   int      `json:"bad"`
	Error *problem `json:"error,omitempty"` // why the reading stopped
}

func (p *pgnCheckCmd) Run(c *console) error {
	t := tally{con: c, list: c.list("errors")}
	var stop error
	for _, name := range p.Files {
		if stop = t.file(name); stop != nil {
			break
		}
	}
	if c.json {
		end := pgnChecked{Games: t.games, Bad: t.bad}
		if stop != nil {
			why := newProblem(stop)
			end.Error, stop = &why, told{stop}
		}
		if err := t.list.end(end); err != nil {
			return err
		}
	} else if stop == nil {
		fmt.Fprintln(c.out, fmt.Sprintf("%s, %d bad", plural(t.games, "game"), t.bad))
	}
	if stop == nil && t.bad > 0 {
		return errFound
	}
	return stop
}

// plural writes a count of things: 1 game, 2 games.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// joinList joins words with commas, and the last two with "and" or "or".
func joinList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// tally counts games and writes down the bad ones as they come.
type tally struct {
	con        *console
	list       *jsonList
	games, bad int
}

// file checks the games of one file. Its error means that the file could not
// be read to its end.
func (t *tally) file(name string) error {
	in, err := t.con.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	bar := t.con.progress(in.name, true)
	defer bar.clear()
	games := notation.NewReader(in, t.con.rules.Find)
	for {
		if err := t.con.ctx.Err(); err != nil {
			return err
		}
		game, err := games.Next()
		var bad *notation.PGNError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			bar.makeRoom()
			t.bad++
			if err := t.report(badGame{in.name, bad.Line, bad.Column, bad.Offset, bad.Game, printable(bad.Message.String()), false}); err != nil {
				return err
			}
		case err != nil:
			return cannotRead(in.name, err)
		}
		t.games++
		if err == nil {
			for _, w := range game.Warnings {
				bar.makeRoom()
				if err := t.report(badGame{in.name, w.Line, w.Column, w.Offset, t.games, printable(w.Message.String()), true}); err != nil {
					return err
				}
			}
		}
		bar.at(in.read, in.size)
	}
}

func (t *tally) report(b badGame) error {
	if t.con.json {
		return t.list.add(b)
	}
	what := ""
	if b.Warning {
		what = "warning: "
	}
	fmt.Fprintf(t.con.out, "%s:%d:%d: %s%s\n", b.File, b.Line, b.Column, what, b.Message)
	return t.con.out.Flush() // a long check should speak at once
}
