// Package suite runs test suites: it reads positions from an EPD file, searches each of them, and reports
// which are solved.
package suite

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Position is a position in a test suite.
type Position struct {
	Line int // line in the file, from 1
	EPD  notation.EPD
}

// Read reads the positions in an EPD file, in UTF-8 or UTF-16. It skips empty lines and lines that start with #. It returns the
// errors of lines that it cannot read, or whose moves are not legal, separately from the error that stopped
// it. All errors contain name.
func Read(r rules.Rules, in io.Reader, name string) (all []Position, bad []error, err error) {
	lines := bufio.NewScanner(notation.UTF8(in))
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		epd, err := notation.ParseEPD(r, text)
		for _, code := range []string{"bm", "am"} {
			if err == nil {
				_, err = epd.Moves(r, code)
			}
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("%v: line %d: %w", name, n, err))
			continue
		}
		all = append(all, Position{n, epd})
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("cannot read %s: %w", name, err)
	}
	if len(all) == 0 && len(bad) == 0 {
		return nil, nil, fmt.Errorf("%v has no positions", name)
	}
	return all, bad, nil
}

// Result is the result for one position. It is encoded as JSON.
type Result struct {
	Line   int      `json:"line"`
	ID     string   `json:"id,omitempty"`
	Best   []string `json:"bm,omitempty"`
	Avoid  []string `json:"am,omitempty"`
	Mate   int      `json:"dm,omitempty"`
	Move   string   `json:"move"`
	Score  string   `json:"score"`
	Depth  int      `json:"depth"`
	Solved *bool    `json:"solved,omitempty"` // omitted if the position has no bm, am or dm
}

// Solve searches a position and compares the result with the position's bm, am and dm operations. It also
// adds the result to the operations: move (pm), score (ce), depth (acd), nodes (acn) and line (pv). It leaves
// dm unchanged.
func Solve(ctx context.Context, e *engine.Engine, r rules.Rules, l engine.Limits, epd *notation.EPD) (Result, error) {
	best, err := epd.Moves(r, "bm")
	if err != nil {
		return Result{}, err
	}
	avoid, err := epd.Moves(r, "am")
	if err != nil {
		return Result{}, err
	}
	mate, _ := epd.Number("dm")
	if err := e.Clear(ctx); err != nil { // results must not depend on earlier positions
		return Result{}, err
	}
	res, err := e.Search(ctx, rules.NewLine(r, epd.Start), l, nil)
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if err != nil {
		return Result{}, err
	}
	s := Result{ID: epd.Text("id"), Mate: mate, Move: r.Guide().FormatSAN(&epd.Start, res.Best)}
	for _, m := range best {
		s.Best = append(s.Best, r.Guide().FormatSAN(&epd.Start, m))
	}
	for _, m := range avoid {
		s.Avoid = append(s.Avoid, r.Guide().FormatSAN(&epd.Start, m))
	}
	epd.SetMoves(r, "pm", res.Best)
	found := 0 // moves to mate in the result, or 0
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

// String formats the result as a line.
func (s Result) String() string {
	sign := " "
	if s.Solved != nil {
		sign = map[bool]string{true: "+", false: "-"}[*s.Solved]
	}
	var want []string
	if len(s.Best) > 0 {
		want = append(want, fmt.Sprintf("best %s", strings.Join(s.Best, " or ")))
	}
	if len(s.Avoid) > 0 {
		want = append(want, fmt.Sprintf("not %s", strings.Join(s.Avoid, " or ")))
	}
	if s.Mate > 0 {
		want = append(want, fmt.Sprintf("mate in %v", s.Mate))
	}
	text := fmt.Sprintf("%s %s: %s %s/%d", sign, cmp.Or(s.ID, fmt.Sprintf("line %v", s.Line)), s.Move, s.Score, s.Depth)
	if len(want) > 0 {
		text += " (" + strings.Join(want, ", ") + ")"
	}
	return text
}
