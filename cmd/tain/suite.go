package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/suite"
)

// suiteFile returns the file of positions that tain analyse is given, empty if it is
// given something else: FILE.epd alone, or behind the name of a rule set.
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

// suite runs a test suite: it searches every position of an EPD file, tells which
// are solved, and the score at the end.
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
	l, err := a.limits(usualPosition)
	if err != nil {
		return err
	}
	in, err := c.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	e, err := engine.New(r, o)
	if err != nil {
		return err
	}
	var out *cli.Output
	if a.Output != "" {
		if out, err = c.Create(a.Output); err != nil {
			return err
		}
		defer out.Discard()
	}
	// All of it is read first: a wrong line is not to be found after an hour of search.
	tasks, err := suite.Read(r, in, name)
	if err != nil {
		return err
	}
	var all []suite.Result
	right, asked := 0, 0
	for _, t := range tasks {
		epd := t.EPD
		s, err := suite.Solve(c.Context, e, r, l, &epd)
		if err != nil {
			return fmt.Errorf("%v: line %v: %w", name, t.Line, err)
		}
		s.Line = t.Line
		if s.Solved != nil {
			asked++
			if *s.Solved {
				right++
			}
		}
		if all = append(all, s); !c.JSON {
			fmt.Fprintln(c.Out, cli.Printable(s.String()))
			if err := c.Out.Flush(); err != nil {
				return err
			}
		}
		if out != nil {
			if _, err := fmt.Fprintln(out, epd.Format(r)); err != nil {
				return err
			}
		}
	}
	if out != nil {
		if err := out.Commit(); err != nil {
			return err
		}
	}
	if c.JSON {
		return c.Document(map[string]any{"positions": all, "asked": asked, "solved": right})
	}
	fmt.Fprintf(c.Out, "%v of %v solved\n", right, asked)
	return nil
}
