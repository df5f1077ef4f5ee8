// Package matches parses match flags (flags.go) and prints a match's standing and result
// (table.go).
package matches

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/match"
)

// Table prints the standing of a match. If standard error is a terminal, Table updates a table there in
// place. Otherwise it prints one line per game, or nothing with --json.
type Table struct {
	con   *cli.Console
	mu    sync.Mutex
	drawn int // lines on the screen
	width int // screen width; 0 without a terminal
	stop  chan struct{}

	last *match.Summary
	game *match.Game
	at   time.Time // time of the last update
}

// New returns a table for a console. The caller must clear it.
func New(con *cli.Console) *Table {
	t := &Table{con: con, stop: make(chan struct{})}
	if screen := cli.Terminal(con.Errs); screen != nil {
		t.width, _ = cli.TerminalSize(screen)
		go t.tick()
	}
	return t
}

// tick updates the displayed time every second.
func (t *Table) tick() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.stop:
			return
		case <-tick.C:
			t.mu.Lock()
			t.draw()
			t.mu.Unlock()
		}
	}
}

// Show prints the standing after a game. g may be nil if no game has just ended.
func (t *Table) Show(s *match.Summary, g *match.Game) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.width > 0:
		t.last, t.game, t.at = s, g, time.Now()
		t.draw()
	case t.con.JSON || g == nil:
	default:
		fmt.Fprintln(t.con.Out, cli.Printable(s.GameText(g)))
		_ = t.con.Out.Flush() // an error is reported when the command ends
	}
}

// lines formats the standing of a match as printable lines.
func lines(s *match.Summary) []string {
	table := strings.Split(strings.TrimSuffix(s.Table(), "\n"), "\n")
	for i := range table {
		table[i] = cli.Printable(table[i])
	}
	return table
}

// draw updates the table in place.
func (t *Table) draw() {
	if t.last == nil || t.width == 0 {
		return
	}
	now := *t.last
	now.Seconds += time.Since(t.at).Seconds()
	table := lines(&now)
	if t.game != nil {
		table = append(table, cli.Printable("  last: "+now.GameText(t.game)))
	}
	var b strings.Builder
	b.WriteString(t.up())
	for _, line := range table {
		if utf8.RuneCountInString(line) >= t.width {
			line = string([]rune(line)[:t.width-1]) // a wrapped line could not be updated in place
		}
		b.WriteString(line + "\n")
	}
	t.drawn = len(table)
	fmt.Fprint(t.con.Errs, b.String())
}

// up returns the escape sequence that moves the cursor up to the top of the table and clears it.
func (t *Table) up() string {
	if t.drawn == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\x1b[J", t.drawn)
}

// Clear removes the table.
func (t *Table) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.stop)
	fmt.Fprint(t.con.Errs, t.up())
	t.drawn, t.width = 0, 0
}

var _ = cli.AddFormat[match.Summary]("match", 1)

// Report prints the result of a match that ended with err, which may be nil, and returns the
// command's error. A self-check fails on any fault.
func Report(con *cli.Console, sum *match.Summary, pgn string, selfCheck bool, err error) error {
	if sum == nil {
		return err
	}
	if con.JSON {
		if bad := con.Document(sum); bad != nil {
			return bad
		}
		if err != nil {
			err = cli.Reported{Err: err}
		}
	} else {
		table := lines(sum)
		if text := sum.EndingsText(); text != "" {
			table = append(table, cli.Printable("  endings: "+text))
		}
		fmt.Fprintln(con.Out, strings.Join(table, "\n"))
	}
	if err != nil {
		if pgn != "" && errors.Is(err, con.Context.Err()) && !con.JSON {
			con.Note(fmt.Sprintf("finished games are saved in %v; continue with --resume", pgn))
		}
		return err
	}
	if !selfCheck {
		return nil
	}
	if n := sum.A.Faults.Total() + sum.B.Faults.Total(); n > 0 {
		return cli.Reported{Err: fmt.Errorf("the self-check found %s in %s", cli.Plural(n, "fault"), cli.Plural(sum.Games, "game"))}
	}
	if !con.JSON {
		fmt.Fprintf(con.Out, "self-check: %s, no illegal move, time loss, crash or hang\n", cli.Plural(sum.Games, "game"))
	}
	return nil
}
