package main

import (
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

// liveTable shows how a match goes: to a person a table that is drawn over
// itself, else a line for each game, unless a program wants JSON.
type liveTable struct {
	con   *console
	mu    sync.Mutex
	drawn int // lines on the screen
	width int // of the screen; 0 if nobody watches
	stop  chan struct{}

	last *match.Summary
	game *match.Game
	at   time.Time // when they were told
}

func newLiveTable(con *console) *liveTable {
	t := &liveTable{con: con, stop: make(chan struct{})}
	if f, ok := con.Errs.(*os.File); ok && con.Interactive() {
		t.width = 80 // if the terminal does not say
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			t.width = width
		}
		go t.tick()
	}
	return t
}

// tick keeps the time running on the screen while games last.
func (t *liveTable) tick() {
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

func (t *liveTable) show(s *match.Summary, g *match.Game) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.width > 0:
		t.last, t.game, t.at = s, g, time.Now()
		t.draw()
	case t.con.JSON || g == nil:
	default:
		fmt.Fprintln(t.con.Out, cli.Printable(s.GameText(g)))
		_ = t.con.Out.Flush() // if it cannot be written, the end of the command will tell
	}
}

// tableLines writes how a match stands, whatever its players call themselves.
func tableLines(s *match.Summary) []string {
	lines := strings.Split(strings.TrimSuffix(s.Table(), "\n"), "\n")
	for i := range lines {
		lines[i] = cli.Printable(lines[i])
	}
	return lines
}

// draw writes the table where it stood.
func (t *liveTable) draw() {
	if t.last == nil || t.width == 0 {
		return
	}
	now := *t.last
	now.Seconds += time.Since(t.at).Seconds()
	lines := tableLines(&now)
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
func (t *liveTable) up() string {
	if t.drawn == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\x1b[J", t.drawn)
}

// clear removes the table.
func (t *liveTable) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.stop)
	fmt.Fprint(t.con.Errs, t.up())
	t.drawn, t.width = 0, 0
}
