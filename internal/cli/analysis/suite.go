package analysis

import (
	"fmt"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/suite"
	"github.com/tainchess/tain/rules"
)

// RunSuite searches every position of an EPD file, prints which are solved, and the
// score at the end. Output is the file for the positions with results, empty for
// none.
func RunSuite(c *cli.Console, r rules.Rules, o engine.Options, l engine.Limits, name, output string) error {
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
	if output != "" {
		if out, err = c.Create(output); err != nil {
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
	return c.Result(map[string]any{"positions": all, "asked": asked, "solved": right}, "%v of %v solved\n", right, asked)
}
