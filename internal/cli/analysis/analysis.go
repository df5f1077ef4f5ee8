// Package analysis prints engine lines, book moves, endgame-table verdicts, benchmarks and test suites,
// as text or as JSON.
package analysis

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/suite"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// BookList holds the book moves of a position as JSON.
type BookList struct {
	Book []BookMove `json:"book"`
}

// The formats of the lines that analyse prints: book moves, lines of the engine, and finally the result.
var (
	_ = cli.AddFormat[BookList]("book show", 1, "book show", "analyse")
	_ = cli.AddFormat[found]("analyse line", 1, "analyse")
	_ = cli.AddFormat[chosen]("analyse", 1)
)

// ShowBook prints book moves on one line, as text or as JSON.
func ShowBook(c *cli.Console, moves []BookMove) error {
	if c.JSON {
		return c.Line(BookList{moves})
	}
	var texts []string
	for _, k := range moves {
		texts = append(texts, fmt.Sprintf("%v (%s, %.0f%%)", k.SAN, cli.Plural(k.Games, "game"), 100*k.Share))
	}
	if len(texts) == 0 {
		texts = []string{"nothing"}
	}
	fmt.Fprintf(c.Out, "book: %s\n", strings.Join(texts, ", "))
	return c.Out.Flush()
}

// Watch analyses a position and prints lines as the engine reports them. Interrupting an infinite
// analysis is not an error.
func Watch(c *cli.Console, e *engine.Engine, game *rules.Line, l engine.Limits) error {
	p := game.Position()
	show := newLines(c, e.Rules(), &p, l.MultiPV)
	var best search.Report
	for info, err := range e.Analyse(c.Context, game, l) {
		if err != nil {
			return err
		}
		if info.Line == 1 && !info.Lower && !info.Upper {
			best = info.Report
		}
		if err := show.line(info); err != nil {
			return err
		}
	}
	if err := c.Context.Err(); err != nil && !l.Infinite {
		return err
	}
	return show.end(game, best, e.Tables())
}

// lines prints principal variations: updated in place on a terminal, otherwise one per line or as JSON.
type lines struct {
	con    *cli.Console
	rules  rules.Rules
	start  *board.Position
	width  int      // terminal width; 0 if lines are not updated in place
	screen []pvLine // lines on the terminal
}

type pvLine struct {
	text string
	move board.Move // first move of the line
}

// newLines returns a printer for n lines. It updates them in place if they fit on the terminal.
func newLines(c *cli.Console, r rules.Rules, p *board.Position, n int) *lines {
	s := &lines{con: c, rules: r, start: p}
	if out := cli.Terminal(os.Stdout); out != nil && os.Getenv("TERM") != "dumb" && !c.JSON {
		if width, height := cli.TerminalSize(out); n < height {
			s.width = width
		}
	}
	return s
}

// found is a principal variation as JSON. Exactly one of CP and Mate is set.
type found struct {
	Line     int      `json:"line"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	CP       *int     `json:"cp,omitempty"`   // for White
	Mate     *int     `json:"mate,omitempty"` // number of moves; negative if Black mates
	Bound    string   `json:"bound,omitempty"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	MS       int64    `json:"ms"`
	HashFull int      `json:"hashfull"`
	SAN      []string `json:"san"`
	Moves    []string `json:"moves"`
}

// chosen is the result of an analysis as JSON.
type chosen struct {
	Best    string       `json:"best"` // empty if there is no move
	SAN     string       `json:"san"`
	Outcome wire.Outcome `json:"outcome"`
	Tables  *tabled      `json:"tables,omitempty"` // verdict of the endgame tables
}

// forWhite converts a score for the side to move into a score for White.
func (s *lines) forWhite(score int) int {
	if s.start.Side == board.Black {
		return -score
	}
	return score
}

func (s *lines) line(i engine.Info) error {
	score := s.forWhite(i.Score)
	if s.con.JSON {
		f := found{
			Line: i.Line, Depth: i.Depth, SelDepth: i.SelDepth, Bound: s.bound(i.Report),
			Nodes: i.Nodes, NPS: engine.NodesPerSecond(i.Nodes, i.Time), MS: i.Time.Milliseconds(), HashFull: i.HashFull,
			SAN: i.SAN, Moves: engine.UCI(s.rules, s.start, i.PV),
		}
		if n, mate := search.MateIn(score); mate {
			f.Mate = &n
		} else {
			f.CP = &score
		}
		return s.con.Line(f)
	}
	text := fmt.Sprintf("%3d/%-3d %7s%1s %8s %8s  %s", i.Depth, i.SelDepth, engine.FormatScore(score), signs[s.bound(i.Report)],
		amount(i.Nodes), fmt.Sprintf("%.2fs", i.Time.Seconds()), strings.Join(i.SAN, " "))
	if s.width == 0 {
		fmt.Fprintln(s.con.Out, text)
		return s.con.Out.Flush()
	}
	for len(s.screen) < i.Line {
		s.screen = append(s.screen, pvLine{})
		fmt.Fprintln(s.con.Out)
	}
	s.put(i.Line-1, pvLine{text, i.PV[0]})
	return s.draw()
}

// put replaces a line on the screen. Another line with the same move is out of date, so put clears it.
func (s *lines) put(at int, line pvLine) {
	for i, other := range s.screen {
		if other.move == line.move {
			s.screen[i] = pvLine{}
		}
	}
	s.screen[at] = line
}

// bound returns "lower" or "upper" if White's score is only a bound, or "" if it is exact.
func (s *lines) bound(r search.Report) string {
	switch black := s.start.Side == board.Black; {
	case r.Lower && !black, r.Upper && black:
		return "lower"
	case r.Upper, r.Lower:
		return "upper"
	}
	return ""
}

// signs maps the results of bound to the symbols that are printed after a score.
var signs = map[string]string{"lower": "≥", "upper": "≤"}

// draw updates the lines in place.
func (s *lines) draw() error {
	fmt.Fprintf(s.con.Out, "\x1b[%dA", len(s.screen))
	for _, line := range s.screen {
		text := line.text
		if short := []rune(text); len(short) >= s.width {
			text = string(short[:s.width-1])
		}
		fmt.Fprintf(s.con.Out, "\r\x1b[2K%s\n", text)
	}
	return s.con.Out.Flush()
}

// end prints the best move, or the outcome if there is none.
func (s *lines) end(game *rules.Line, best search.Report, tables search.Tables) error {
	outcome := game.Outcome()
	doc := chosen{Outcome: wire.NewOutcome(s.con.Language, outcome)}
	if len(best.PV) > 0 {
		doc.Best, doc.SAN = s.rules.Guide().FormatUCI(s.start, best.PV[0]), s.rules.Guide().FormatSAN(s.start, best.PV[0])
	}
	known, sentence := askTables(s.rules, tables, s.start)
	doc.Tables = known
	switch {
	case s.con.JSON:
		return s.con.Line(doc)
	case outcome.Over():
		fmt.Fprintln(s.con.Out, s.con.Text(outcome.Message))
	case doc.SAN != "":
		fmt.Fprintf(s.con.Out, "best: %s (%s)\n", s.con.SAN(doc.SAN), s.con.Text(describe.Sentence(s.rules, s.start, best.PV[0])))
		if known != nil {
			fmt.Fprintln(s.con.Out, sentence)
		}
	}
	return nil
}

// amount formats a count compactly.
func amount(n uint64) string {
	switch {
	case n >= 10_000_000_000:
		return fmt.Sprintf("%dG", n/1_000_000_000)
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

// tabled is the endgame tables' verdict on a position, as JSON.
type tabled struct {
	Winner string `json:"winner"` // white, black, or empty for a draw
	Moves  int    `json:"moves"`
	Plies  int    `json:"plies"`
	// Fifty reports whether the fifty-move rule may draw the game before the mate.
	Fifty bool `json:"fifty,omitempty"`
}

// askTables returns the tables' verdict on a position and a sentence about it. The verdict is nil if no
// table contains the position.
func askTables(r rules.Rules, t search.Tables, p *board.Position) (known *tabled, sentence string) {
	if t == nil {
		return nil, ""
	}
	sign, plies, ok := t.Mate(p)
	switch {
	case !ok:
		return nil, ""
	case sign == 0:
		return &tabled{}, "tables: draw"
	}
	winner := p.Side
	if sign < 0 {
		winner = winner.Other()
	}
	known = &tabled{Winner: winner.String(), Moves: (plies + 1) / 2, Plies: plies, Fifty: plies+int(p.HalfmoveClock) > 100}
	if known.Fifty {
		return known, fmt.Sprintf("tables: %v %s in %v, unless the fifty-move rule comes first", winner.Name(), tablebase.Verb(r), known.Moves)
	}
	return known, fmt.Sprintf("tables: %v %s in %v", winner.Name(), tablebase.Verb(r), known.Moves)
}

// BookMove is a book move as JSON.
type BookMove struct {
	Move  string  `json:"move"`
	SAN   string  `json:"san"`
	Games int     `json:"games"`
	Share float64 `json:"share"`
}

// BookMoves returns a book's moves in a position, most played first.
func BookMoves(b *book.Book, p *board.Position) []BookMove {
	list, guide := []BookMove{}, b.Rules().Guide()
	weights := 0
	for _, e := range b.Entries(p) {
		weights += e.Points
	}
	for _, e := range b.Entries(p) {
		m, err := guide.ParseMove(p, e.Move)
		if err != nil {
			continue // another position has the same hash
		}
		share := float64(e.Points) / float64(max(1, 2*e.Games))
		if b.Weighted() {
			share = float64(e.Points) / float64(max(1, weights))
		}
		list = append(list, BookMove{guide.FormatUCI(p, m), guide.FormatSAN(p, m), e.Games, share})
	}
	return list
}

// benched is the benchmark of one rule set as JSON.
type benched struct {
	Variant   string               `json:"variant"`
	Nodes     uint64               `json:"nodes"`
	Seconds   float64              `json:"seconds"`
	PerSecond uint64               `json:"nps"`
	Positions []engine.BenchResult `json:"positions"`
}

// allBenched is the benchmark of all rule sets as JSON.
type allBenched struct {
	Signature uint64    `json:"signature"`
	Seconds   float64   `json:"seconds"`
	PerSecond uint64    `json:"nps"`
	Variants  []benched `json:"variants"`
}

var _ = cli.AddFormat[allBenched]("bench", 1)

// Bench searches the benchmark positions of rule sets and prints the node counts. Their sum is the search
// signature.
func Bench(c *cli.Console, list []rules.Rules, l engine.Limits) error {
	doc := allBenched{Variants: []benched{}}
	var took time.Duration
	for _, r := range list {
		one, t, err := measure(c, r, l)
		if err != nil {
			return err
		}
		doc.Variants = append(doc.Variants, one)
		doc.Signature += one.Nodes
		took += t
	}
	doc.Seconds, doc.PerSecond = took.Seconds(), engine.NodesPerSecond(doc.Signature, took)
	return c.Result(doc, "signature %d\n%d nodes/s, %.2f s\n", doc.Signature, doc.PerSecond, doc.Seconds)
}

// measure searches the positions of a rule set and prints the results.
func measure(c *cli.Console, r rules.Rules, l engine.Limits) (one benched, took time.Duration, err error) {
	one = benched{Variant: r.Info().Name, Positions: []engine.BenchResult{}}
	bar := c.Progress(fmt.Sprintf("bench %v", one.Variant), false)
	defer bar.Clear()
	err = engine.Bench(c.Context, r, l, func(p engine.BenchResult) {
		one.Positions = append(one.Positions, p)
		one.Nodes += p.Nodes
		took += p.Time
		bar.Set(int64(len(one.Positions)), -1)
	})
	if err != nil {
		return one, took, err
	}
	one.Seconds, one.PerSecond = took.Seconds(), engine.NodesPerSecond(one.Nodes, took)
	if c.JSON {
		return one, took, nil
	}
	bar.Clear()
	for _, p := range one.Positions {
		fmt.Fprintf(c.Out, "%9d  depth %-3d %-8s %s\n", p.Nodes, p.Depth, p.Best, p.Position)
	}
	fmt.Fprintf(c.Out, "%v: %d nodes, %d nodes/s, %.2f s\n\n", one.Variant, one.Nodes, one.PerSecond, one.Seconds)
	return one, took, c.Out.Flush()
}

// solved is the result of a test suite as JSON.
type solved struct {
	Positions []suite.Result `json:"positions"`
	Asked     int            `json:"asked"` // positions with a known solution
	Solved    int            `json:"solved"`
	Errors    []cli.Problem  `json:"errors"` // lines that could not be read as positions
}

var _ = cli.AddFormat[solved]("analyse suite", 1, "analyse")

// RunSuite searches every position of an EPD file, and prints the results and the final score. If
// output is not empty, it writes the positions with their results to that file.
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
	// Read the whole file first, so that bad lines are reported before a long search.
	tasks, bad, err := suite.Read(r, in, name)
	if err != nil {
		return err
	}
	problems := []cli.Problem{}
	for _, b := range bad {
		problems = append(problems, c.NewProblem(b))
		c.PrintError(b)
	}
	all := []suite.Result{}
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
	err = c.Result(solved{all, asked, right, problems}, "%v of %v solved\n", right, asked)
	if err == nil && len(bad) > 0 {
		return cli.ErrFound
	}
	return err
}
