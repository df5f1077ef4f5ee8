// Package matches shows a match and its result, and reads the flags of its players
// and openings.
package matches

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/match"
)

// Table shows the standing of a match: on a terminal a table that is drawn over
// itself, otherwise a line per game, unless the output is JSON.
type Table struct {
	con   *cli.Console
	mu    sync.Mutex
	drawn int // lines on the screen
	width int // of the screen; 0 if nobody watches
	stop  chan struct{}

	last *match.Summary
	game *match.Game
	at   time.Time // when they were shown
}

// New returns a table for a console. It must be cleared.
func New(con *cli.Console) *Table {
	t := &Table{con: con, stop: make(chan struct{})}
	if f, ok := con.Errs.(*os.File); ok && con.Interactive() {
		t.width = 80 // if the terminal does not say
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			t.width = width
		}
		go t.tick()
	}
	return t
}

// tick updates the time on the screen between games.
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

// Show shows the standing after a game.
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
		_ = t.con.Out.Flush() // if it cannot be written, the end of the command reports it
	}
}

// Lines returns the standing of a match, safe to print whatever names its players
// have.
func Lines(s *match.Summary) []string {
	lines := strings.Split(strings.TrimSuffix(s.Table(), "\n"), "\n")
	for i := range lines {
		lines[i] = cli.Printable(lines[i])
	}
	return lines
}

// draw writes the table where it stood.
func (t *Table) draw() {
	if t.last == nil || t.width == 0 {
		return
	}
	now := *t.last
	now.Seconds += time.Since(t.at).Seconds()
	lines := Lines(&now)
	if t.game != nil {
		lines = append(lines, cli.Printable("  "+fmt.Sprintf("last: %v", now.GameText(t.game))))
	}
	var b strings.Builder
	b.WriteString(t.up())
	for _, line := range lines {
		if utf8.RuneCountInString(line) >= t.width {
			line = string([]rune(line)[:t.width-1]) // a line that wraps could not be drawn over
		}
		b.WriteString(line + "\n")
	}
	t.drawn = len(lines)
	fmt.Fprint(t.con.Errs, b.String())
}

// up returns what brings the cursor to the table's beginning and wipes it out.
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

// Report prints the result of a match that ended with an error or nil, and returns
// the error of the command. A self-check fails on any fault.
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
		lines := Lines(sum)
		if text := sum.EndingsText(); text != "" {
			lines = append(lines, cli.Printable("  endings: "+text))
		}
		fmt.Fprintln(con.Out, strings.Join(lines, "\n"))
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
