package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
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

// solved is a position of a suite as JSON.
type solved struct {
	Line   int      `json:"line"`
	ID     string   `json:"id,omitempty"`
	Best   []string `json:"bm,omitempty"`
	Avoid  []string `json:"am,omitempty"`
	Mate   int      `json:"dm,omitempty"`
	Move   string   `json:"move"`
	Score  string   `json:"score"`
	Depth  int      `json:"depth"`
	Solved *bool    `json:"solved,omitempty"` // not there where nothing is asked for
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
	tasks, err := readSuite(r, in, name)
	if err != nil {
		return err
	}
	var all []solved
	right, asked := 0, 0
	for _, t := range tasks {
		epd := t.epd
		s, err := a.solve(c, e, r, l, &epd)
		if err != nil {
			return fmt.Errorf("%v: line %v: %w", name, t.line, err)
		}
		s.Line = t.line
		if s.Solved != nil {
			asked++
			if *s.Solved {
				right++
			}
		}
		if all = append(all, s); !c.JSON {
			fmt.Fprintln(c.Out, s)
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
	fmt.Fprintln(c.Out, fmt.Sprintf("%v of %v solved", right, asked))
	return nil
}

// task is a position of a suite.
type task struct {
	line int
	epd  notation.EPD
}

// readSuite reads the positions of an EPD file.
func readSuite(r rules.Rules, in io.Reader, name string) (tasks []task, err error) {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		epd, err := notation.ParseEPD(r, text)
		if err != nil {
			return nil, fmt.Errorf("%v: line %d: %w", name, n, err)
		}
		tasks = append(tasks, task{n, epd})
	}
	if err := lines.Err(); err != nil {
		return nil, cli.CannotRead(name, err)
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%v has no positions", name)
	}
	return tasks, nil
}

// solve searches a position and judges what was found. What is found is set in the
// position's operations: the move (pm), the score (ce) or mate (dm is left as it
// was), the depth (acd), the nodes (acn) and the line (pv).
func (a *analyseCmd) solve(c *console, e *engine.Engine, r rules.Rules, l engine.Limits, epd *notation.EPD) (solved, error) {
	best, err := epd.Moves(r, "bm")
	if err != nil {
		return solved{}, err
	}
	avoid, err := epd.Moves(r, "am")
	if err != nil {
		return solved{}, err
	}
	mate, _ := epd.Number("dm")
	if err := e.Clear(c.Context); err != nil { // what is said of a position does not depend on those before it
		return solved{}, err
	}
	res, err := e.Search(c.Context, rules.NewLine(r, epd.Start), l, nil)
	if c.Context.Err() != nil {
		return solved{}, c.Context.Err()
	}
	if err != nil {
		return solved{}, err
	}
	s := solved{ID: epd.Text("id"), Mate: mate, Move: r.Guide().FormatSAN(&epd.Start, res.Best)}
	for _, m := range best {
		s.Best = append(s.Best, r.Guide().FormatSAN(&epd.Start, m))
	}
	for _, m := range avoid {
		s.Avoid = append(s.Avoid, r.Guide().FormatSAN(&epd.Start, m))
	}
	epd.SetMoves(r, "pm", res.Best)
	found := 0 // moves to the mate that was found
	if len(res.Lines) > 0 {
		line := res.Lines[0]
		s.Score, s.Depth = engine.FormatScore(line.Score), line.Depth
		epd.Set("ce", strconv.Itoa(line.Score))
		epd.Set("acd", strconv.Itoa(line.Depth))
		epd.Set("acn", strconv.FormatUint(line.Nodes, 10))
		epd.Set("pv", engine.SAN(r, &epd.Start, line.PV)...)
		if n, ok := search.MateIn(line.Score); ok {
			found = n
		}
	}
	if len(best) > 0 || len(avoid) > 0 || mate > 0 {
		ok := (len(best) == 0 || slices.Contains(best, res.Best)) && !slices.Contains(avoid, res.Best) &&
			(mate == 0 || found > 0 && found <= mate)
		s.Solved = &ok
	}
	return s, nil
}

// String is the position as a line for people.
func (s solved) String() string {
	sign := " "
	if s.Solved != nil {
		sign = map[bool]string{true: "+", false: "-"}[*s.Solved]
	}
	var want []string
	if len(s.Best) > 0 {
		want = append(want, fmt.Sprintf("best %s", cli.JoinList(s.Best, "or")))
	}
	if len(s.Avoid) > 0 {
		want = append(want, fmt.Sprintf("not %s", cli.JoinList(s.Avoid, "or")))
	}
	if s.Mate > 0 {
		want = append(want, fmt.Sprintf("mate in %v", s.Mate))
	}
	text := fmt.Sprintf("%s %s: %s %s/%d", sign, cmp.Or(s.ID, fmt.Sprintf("line %v", s.Line)), s.Move, s.Score, s.Depth)
	if len(want) > 0 {
		text += " (" + strings.Join(want, ", ") + ")"
	}
	return cli.Printable(text)
}
