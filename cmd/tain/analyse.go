package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	xterm "golang.org/x/term"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
)

type analyseCmd struct {
	Variant  string   `arg:"" optional:"" complete:"variants" help:"Rule set, or a file of positions (.epd)."`
	Position []string `arg:"" optional:"" sep:"none" help:"Position (default: the starting position), or a file of positions (.epd)."`

	MultiPV  int    `name:"multipv" default:"1" placeholder:"N" help:"Number of principal variations (default: 1)."`
	Infinite bool   `help:"Run until interrupted."`
	PGN      string `name:"pgn" placeholder:"FILE" complete:"files" help:"PGN file to annotate; - for standard input."`
	Output   string `short:"o" placeholder:"FILE" complete:"files" help:"Output file for annotated games, or for positions with results."`
	limitFlags
	engineFlags
	Book string `placeholder:"FILE" complete:"files" help:"Opening book whose moves are printed first."`
	kingless
}

func (analyseCmd) Help() string {
	return `A line tells the depth and the selective depth, the score in pawns for White (or +M3: White mates in three), the nodes searched, the time, and the principal variation. It stops after ten seconds if no limit is given. On a terminal the lines are drawn over each other, else each is written as it is found. With --json each line is a JSON object, scores again for White; the last object has "best". With --book the book's moves come first.

With --pgn every game of a file is written again with the score after each move, as in {[%eval 0.31,14]}, and its three worst moves, if they are mistakes, get a ? or ?? and the better line. The rule set is that of each game, the limits count for each position: half a second if none is given. Ctrl-C stops it, and the games that are done are kept.

A file whose name ends in .epd is a test suite: each position is searched, half a second if no limit is given, and solved if the best move is one of its bm, none of its am, and a mate no longer than its dm. The last line is the score; -o writes the positions with pm, ce, acd, acn and pv.

Examples:

    $ tain analyse suite.epd --time 5s
    $ tain analyse mirrorsquare
    $ tain analyse triboard "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" --depth 12 --multipv 3
    $ tain analyse chess --nodes 100000 --json
    $ tain analyse --pgn games.pgn --time 1s -o annotated.pgn`
}

// The times that are taken if no limit is given.
const (
	usualAnalysis = 10 * time.Second
	usualPosition = 500 * time.Millisecond // of a game
)

func (a *analyseCmd) Run(c *console) error {
	options, err := a.engineFlags.options(c)
	if err != nil {
		return err
	}
	switch {
	case a.MultiPV < 1 || a.MultiPV > 500:
		return fmt.Errorf("--multipv is %v; it must be from 1 to 500", a.MultiPV)
	case a.PGN != "":
		return a.annotate(c, options)
	}
	if variant, file := a.suiteFile(); file != "" {
		return a.suite(c, options, variant, file)
	}
	switch {
	case a.Output != "":
		return errors.New("-o needs --pgn or an EPD file")
	case a.Variant == "":
		return errors.New("no rule set; name one, for example tain analyse chess, or use --pgn FILE")
	}
	r, err := c.Choose(a.Variant)
	if err != nil {
		return err
	}
	p, err := c.Position(r, a.Position, a.kingless.options())
	if err != nil {
		return err
	}
	l, err := a.limits(usualAnalysis)
	if err != nil {
		return err
	}
	if l.MultiPV = a.MultiPV; a.Infinite {
		if l.Infinite, l.MoveTime = true, 0; a.given() {
			return errors.New("--infinite and a limit cannot be combined")
		}
	}
	e, err := engine.New(r, options)
	if err != nil {
		return err
	}
	if a.Book != "" {
		opened, err := book.Load(r, a.Book)
		if err != nil {
			return err
		}
		if err := c.showBook(bookMoves(opened, &p)); err != nil {
			return err
		}
	}
	return a.watch(c, e, rules.NewLine(r, p), l)
}

// showBook tells in one line what a book knows.
func (c *console) showBook(moves []known) error {
	if c.JSON {
		text, err := cli.OneLine(map[string][]known{"book": moves})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Out, "%s\n", text)
		return c.Out.Flush()
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

// watch shows an analysis while it goes on.
func (a *analyseCmd) watch(c *console, e *engine.Engine, game *rules.Line, l engine.Limits) error {
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
	if err := c.Context.Err(); err != nil && !a.Infinite {
		return err
	}
	return show.end(game, best, e.Tables())
}

// lines shows lines of play: drawn over each other, one by one, or as JSON.
type lines struct {
	con    *console
	rules  rules.Rules
	start  *board.Position
	width  int      // of the terminal; 0 if it is none
	screen []pvLine // what it shows
}

// pvLine is a line on the screen.
type pvLine struct {
	text string
	move board.Move // its first
}

// newLines shows so many lines; what does not fit the screen is not drawn over
// itself.
func newLines(c *console, r rules.Rules, p *board.Position, n int) *lines {
	s := &lines{con: c, rules: r, start: p}
	if width, height := terminalSize(); !c.JSON && n < height {
		s.width = width
	}
	return s
}

// found is a line of play as JSON. Of CP and Mate one is there.
type found struct {
	Line     int      `json:"line"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	CP       *int     `json:"cp,omitempty"`   // for White
	Mate     *int     `json:"mate,omitempty"` // moves; negative if Black mates
	Bound    string   `json:"bound,omitempty"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	MS       int64    `json:"ms"`
	HashFull int      `json:"hashfull"`
	SAN      []string `json:"san"`
	Moves    []string `json:"moves"`
}

// chosen is the end of an analysis as JSON.
type chosen struct {
	Best    string        `json:"best"` // empty if there is no move
	SAN     string        `json:"san"`
	Outcome rules.Outcome `json:"outcome"`
	Tables  *tabled       `json:"tables,omitempty"` // what endgame tables know of the position
}

// forWhite turns a score of the side to move into White's.
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
			Nodes: i.Nodes, NPS: rate(i.Nodes, i.Time), MS: i.Time.Milliseconds(), HashFull: i.HashFull,
			SAN: i.SAN, Moves: engine.UCI(s.rules, s.start, i.PV),
		}
		if n, mate := search.MateIn(score); mate {
			f.Mate = &n
		} else {
			f.CP = &score
		}
		return s.object(f)
	}
	text := fmt.Sprintf("%3d/%-3d %7s%1s %8s %8s  %s", i.Depth, i.SelDepth, engine.FormatScore(score), sign(s.bound(i.Report)),
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

// put changes a line on the screen. Another that shows the same move is out of
// date; it stays empty until it is told anew.
func (s *lines) put(at int, line pvLine) {
	for i, other := range s.screen {
		if other.move == line.move {
			s.screen[i] = pvLine{}
		}
	}
	s.screen[at] = line
}

// bound tells what a score that is not exact means, for White.
func (s *lines) bound(r search.Report) string {
	switch black := s.start.Side == board.Black; {
	case r.Lower && !black, r.Upper && black:
		return "lower"
	case r.Upper, r.Lower:
		return "upper"
	}
	return ""
}

func sign(bound string) string {
	switch bound {
	case "lower":
		return "≥"
	case "upper":
		return "≤"
	}
	return ""
}

// object writes a JSON object on a line of its own.
func (s *lines) object(v any) error {
	text, err := cli.OneLine(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.con.Out, "%s\n", text)
	return s.con.Out.Flush()
}

// draw writes the lines where they stood.
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

// end says what to play, or why there is nothing to play.
func (s *lines) end(game *rules.Line, best search.Report, tables search.Tables) error {
	outcome := s.con.Outcome(game.Outcome())
	doc := chosen{Outcome: outcome}
	if len(best.PV) > 0 {
		doc.Best, doc.SAN = s.rules.Guide().FormatUCI(s.start, best.PV[0]), s.rules.Guide().FormatSAN(s.start, best.PV[0])
	}
	known, sentence := askTables(tables, s.start)
	doc.Tables = known
	switch {
	case s.con.JSON:
		return s.object(doc)
	case outcome.Over():
		fmt.Fprintln(s.con.Out, outcome.Sentence())
	case doc.SAN != "":
		fmt.Fprintf(s.con.Out, "best: %s (%s)\n", s.con.SAN(doc.SAN), s.con.Text(rules.TellMessage(s.rules, s.start, best.PV[0])))
		if known != nil {
			fmt.Fprintln(s.con.Out, sentence)
		}
	}
	return nil
}

// amount writes a count in few characters.
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

// terminalSize is how wide and high standard output is, nothing if it is no
// terminal.
func terminalSize() (width, height int) {
	out := tty(os.Stdout)
	if out == nil || os.Getenv("TERM") == "dumb" {
		return 0, 0
	}
	if width, height, err := xterm.GetSize(int(out.Fd())); err == nil && width > 10 {
		return width, height
	}
	return 80, 24
}
