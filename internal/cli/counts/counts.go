// Package counts prints perft counts and checks files of expected counts.
package counts

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

// differing is a line of a check file whose count differs or cannot be computed, as JSON.
type differing struct {
	Line     int    `json:"line"`
	Position string `json:"position,omitempty"`
	Depth    int    `json:"depth"`
	Expected uint64 `json:"expected"`
	Counted  uint64 `json:"counted"`
	Message  string `json:"message,omitempty"` // if the position could not be counted
}

type checked struct {
	Variant string      `json:"variant"`
	Checked int         `json:"checked"`
	Differ  int         `json:"differ"`
	Lines   []differing `json:"lines"`
}

var _ = cli.AddFormat[checked]("perft check", 1, "perft")

// maxDepth is the depth limit; deeper counts would never finish.
const maxDepth = 40

// Check checks the expected counts in a file.
type Check struct {
	Rules           rules.Rules
	Threads, HashMB int
	Parse           rules.ParseOptions
}

// Run counts the position on every line of a file and reports lines whose count differs.
func (k *Check) Run(c *cli.Console, file string) error {
	r := k.Rules
	in, err := c.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	bar := c.Progress("checking", true)
	defer bar.Clear()
	report := checked{Variant: r.Info().Name, Lines: []differing{}}
	var at block
	err = c.Lines(bufio.NewReader(in), in.Name, func(number int, line string) error {
		if strings.HasPrefix(line, "#") || at.heading(line) {
			return nil
		}
		bar.Set(in.Done, in.Size)
		d, err := k.line(c, at, line)
		report.Checked++
		if err != nil || d == nil {
			return err
		}
		bar.Hide()
		report.Differ++
		d.Line = number
		if c.JSON {
			report.Lines = append(report.Lines, *d)
			return nil
		}
		fmt.Fprintf(c.Out, "%s:%d: %s\n", in.Name, number, d)
		return c.Out.Flush() // report immediately, because the check may take a long time
	})
	if err != nil {
		return err
	}
	if err := c.Result(report, "%v checked, %v differ\n", report.Checked, report.Differ); err != nil {
		return err
	}
	if report.Differ > 0 {
		return cli.ErrFound
	}
	return nil
}

// String formats the line with its count, or the error.
func (d differing) String() string {
	if d.Message != "" {
		return cli.Printable(d.Message)
	}
	return fmt.Sprintf("%s | %d | %d: counted %d", d.Position, d.Depth, d.Expected, d.Counted)
}

// block is the position to which perft DEPTH COUNT lines refer.
type block struct{ id, epd string }

// heading parses a line that begins a block, id NAME or epd POSITION. It reports whether line is one.
func (b *block) heading(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch rest = strings.TrimSpace(rest); word {
	case "id":
		*b = block{id: rest}
	case "epd":
		b.epd = rest
	default:
		return false
	}
	return true
}

// line counts the position on a line. It returns nil if the count matches. It returns an error if the
// whole check must stop.
func (k *Check) line(c *cli.Console, at block, line string) (*differing, error) {
	r := k.Rules
	parse := parseCheck
	if strings.HasPrefix(line, "perft ") {
		parse = func(line string) (differing, error) { return at.parse(line) }
	}
	d, err := parse(line)
	if err != nil {
		return &differing{Message: err.Error()}, nil
	}
	o := k.Parse
	o.AllowCheck = true // published counts often use illegal positions
	if !r.Info().Castling {
		o.Dropped = func(rules.Fault) {} // published counts also use impossible castling rights
	}
	start, err := c.Opening(r, []string{d.Position}, o)
	if err != nil {
		d.Message = err.Error()
		return &d, nil
	}
	counter := perft.Counter{Rules: r, Threads: k.Threads, HashMB: k.HashMB}
	if d.Counted, err = counter.Count(c.Context, &start.Position, d.Depth); err != nil {
		return nil, err
	}
	if d.Counted == d.Expected {
		return nil, nil
	}
	return &d, nil
}

// parseCheck parses POSITION | DEPTH | COUNT from the right, because a position may contain
// bars.
func parseCheck(line string) (d differing, err error) {
	const marks = "|~"
	two := strings.LastIndexAny(line, marks)
	one := -1
	if two > 0 {
		one = strings.LastIndexAny(line[:two], marks)
	}
	if one < 0 {
		return d, fmt.Errorf("%q is not POSITION | DEPTH | COUNT", notation.Clip(line))
	}
	d.Position = strings.TrimSpace(line[:one])
	if d.Depth, err = ParseDepth(strings.TrimSpace(line[one+1 : two])); err != nil {
		return d, err
	}
	count := strings.TrimSpace(line[two+1:])
	if d.Expected, err = strconv.ParseUint(count, 10, 64); err != nil {
		return d, fmt.Errorf("the count is %q; it must be a whole number", notation.Clip(count))
	}
	return d, nil
}

// parse parses perft DEPTH COUNT in a block. The position of the block may omit the move counters. Then the
// full-move number is 1 for the block named start and 9 for others. It matters only in tri-dimensional chess,
// which forbids castling on the first move.
func (b block) parse(line string) (d differing, err error) {
	fields := strings.Fields(line)
	switch {
	case len(fields) != 3:
		return d, fmt.Errorf("%q is not perft DEPTH COUNT", notation.Clip(line))
	case b.epd == "":
		return d, errors.New("no epd line with the position comes before this count")
	}
	d, err = parseCheck(b.epd + " | " + fields[1] + " | " + fields[2])
	switch n := len(strings.Fields(b.epd)); {
	case n != 4 && n != 5: // the position already has counters, or is malformed
	case b.id == "start":
		d.Position += " 0 1"
	default:
		d.Position += " 0 9"
	}
	return d, err
}

// ParseDepth parses a depth in plies.
func ParseDepth(text string) (int, error) {
	depth, err := strconv.Atoi(text)
	if err != nil || depth < 0 || depth > maxDepth {
		return 0, fmt.Errorf("the depth is %q; it must be a whole number from 0 to %d", notation.Clip(text), maxDepth)
	}
	return depth, nil
}

// branch is the count below one root move.
type branch struct {
	Move  string `json:"move"`
	Count uint64 `json:"count"`
}

type counted struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Depth    int      `json:"depth"`
	Count    uint64   `json:"count"`
	Divide   []branch `json:"divide,omitempty"`
	Seconds  float64  `json:"seconds"`
}

var _ = cli.AddFormat[counted]("perft", 1)

// Count prints the perft count of a position and, with divide, the count of each root move.
func Count(c *cli.Console, counter perft.Counter, start *board.Position, depth int, divide bool) error {
	r := counter.Rules
	bar := c.Progress("perft "+strconv.Itoa(depth), false)
	began := time.Now()
	var branches []branch
	counter.Progress = func(done, total int) { bar.Set(int64(done), int64(total)) }
	if divide {
		counter.Divide = func(m board.Move, n uint64) {
			branches = append(branches, branch{r.Guide().FormatUCI(start, m), n})
		}
	}
	n, err := counter.Count(c.Context, start, depth)
	bar.Clear()
	if err != nil {
		return err
	}
	slices.SortFunc(branches, func(a, b branch) int { return cmp.Compare(a.Move, b.Move) })
	if c.JSON {
		return c.Document(counted{r.Info().Name, r.Guide().FormatPosition(start), depth, n, branches, time.Since(began).Seconds()})
	}
	for _, b := range branches {
		fmt.Fprintf(c.Out, "%s: %d\n", b.Move, b.Count)
	}
	fmt.Fprintln(c.Out, n)
	return nil
}
