// Package match lets players play each other: our engine in different
// settings, and any program that speaks UCI or the XBoard protocol.
//
// The way of a match: [ParseSpec] says who plays (spec.go) and a [Book] where
// games begin (openings.go). [Run] seats both players at one table or several
// and deals out games, two from each opening with colours reversed. At each
// table the arbiter (game.go) asks the players for moves in turn, checks every
// one by the rules, keeps their clocks (clock.go) and ends what is decided. A
// player (player.go) is our engine in this process (selfplayer.go) or a
// program in another (uciplayer.go, xboardplayer.go, over external.go and
// process.go). Programs may die, hang or cheat: that forfeits the game, is
// counted, and the program is started anew. Finished games are written down
// The files, each using only those before it: stats.go, clock.go, player.go, process.go, openings.go, spec.go, external.go, uciplayer.go, xboardplayer.go, selfplayer.go, game.go, record.go, summary.go, match.go.
// (record.go), added up (summary.go) and weighed (stats.go).
package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Config is a match to be played.
type Config struct {
	Rules   rules.Rules
	Players [2]Spec // a and b
	Limit   Limit   // of players that have none of their own
	HashMB  int     // of players that have none of their own; 0 leaves it to them
	Threads int     // the same
	// Margin is how late a move may come before it loses on time: the way from
	// one program to the other costs time that is nobody's.
	Margin time.Duration
	// Patience is how long to wait for what no clock bounds.
	Patience    time.Duration
	Games       int
	Concurrency int
	Book        Book
	// Once plays each opening once, not twice with colours reversed: a player
	// against itself would play the same game again.
	Once         bool
	Adjudication Adjudication
	SPRT         *SPRT // nil for none
	Seed         uint64
	PGN          string // file to write games to; empty for none
	Resume       bool   // go on with the match in PGN
	// GiveUp ends the match when a player has forfeited so many games in a
	// row; 0 for never.
	GiveUp int
	// Progress, if not nil, is told when the match begins, with no game, and of
	// every finished game, one call at a time.
	Progress func(*Summary, *Game)
}

// ErrGaveUp says that a player failed too often for the match to go on.
var ErrGaveUp = errors.New("a player failed too often")

// Run plays a match. It returns how it stands whenever it has begun, also when
// it did not reach its end.
func Run(ctx context.Context, c Config) (*Summary, error) {
	if err := c.prepare(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := &match{Config: c, id: c.id(), began: time.Now(), cancel: cancel, taken: map[int]bool{}}
	if c.PGN != "" {
		rec, done, err := openRecord(c.PGN, m.id, c.Rules, c.Resume)
		if err != nil {
			return nil, err
		}
		defer rec.file.Close()
		m.record = rec
		for _, g := range done {
			m.taken[g.Number] = true
			m.tally.add(g)
		}
	}
	first, err := m.seat(ctx)
	if err != nil {
		return nil, err
	}
	m.tell(nil)
	m.decide()
	var tables sync.WaitGroup
	for i := range c.Concurrency {
		tables.Go(func() {
			t := first
			if i > 0 {
				var err error
				if t, err = m.table(); err != nil {
					m.fail(err)
					return
				}
			}
			m.serve(ctx, t)
		})
	}
	tables.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil && m.stopped == "" && ctx.Err() != nil {
		m.err = ctx.Err()
	}
	return m.summary(), m.err
}

// prepare checks the settings and fills in what follows from others.
func (c *Config) prepare() error {
	for i := range c.Players {
		s, name := &c.Players[i], "ab"[i:i+1]
		if s.Limit.None() {
			s.Limit = c.Limit
		}
		if s.HashMB == 0 {
			s.HashMB = c.HashMB
		}
		if s.Threads == 0 {
			s.Threads = c.Threads
		}
		if s.Limit.None() {
			return fmt.Errorf("match: player %s has no limit: give a time control, a time, nodes or a depth", name)
		}
		if s.Kind == XBoard {
			if _, err := xboardLimit(s.Limit); err != nil {
				return err
			}
		}
	}
	switch {
	case c.Rules == nil || c.Book == nil:
		return errors.New("match: no rule set or no openings")
	case c.Games < 1:
		return fmt.Errorf("match: %d games are none to play", c.Games)
	case c.Concurrency < 1:
		return fmt.Errorf("match: %d games at a time cannot be played", c.Concurrency)
	case c.Resume && c.PGN == "":
		return errors.New("match: to go on with a match its file of games is needed")
	case c.Margin < 0 || c.Patience <= 0:
		return errors.New("match: the margin must not be negative and the patience must be above 0")
	}
	c.Concurrency = min(c.Concurrency, c.Games)
	return nil
}

// id names the match by all that bears on its games, so that games of two
// matches are never mixed up.
func (c *Config) id() string {
	text := fmt.Sprintf("%s; a=%s; b=%s; openings=%s; seed=%d; %s",
		c.Rules.Info().Name, c.Players[0], c.Players[1], c.Book, c.Seed, c.Adjudication)
	if c.Once {
		text += "; once"
	}
	var tidy notation.Game
	if err := tidy.SetTag(tagMatch, strings.Join(strings.Fields(text), " ")); err != nil {
		return text // the tag is a good one, so this cannot be
	}
	return tidy.Tag(tagMatch)
}

// match is a match in play. The lock guards everything below it.
type match struct {
	Config
	id     string
	names  [2]string
	began  time.Time
	cancel func()

	mu      sync.Mutex
	record  *record // nil if games are not written
	taken   map[int]bool
	dealt   int // all games up to this one are taken
	tally   tally
	row     [2]int // games forfeited in a row
	stopped Stop
	err     error
}

// table makes both players anew.
func (m *match) table() (*table, error) {
	t := &table{rules: m.Rules, margin: m.Margin, patience: m.Patience, ends: m.Adjudication}
	for i, s := range m.Players {
		p, err := s.player(m.Rules, m.Seed+uint64(i), m.Patience)
		if err != nil {
			return nil, err
		}
		t.players[i], t.limits[i] = p, s.Limit
	}
	return t, nil
}

// seat makes the first table. Both players are started here, so that one that
// cannot be is found before anything is played, and tell their names.
func (m *match) seat(ctx context.Context) (*table, error) {
	t, err := m.table()
	if err != nil {
		return nil, err
	}
	for i, p := range t.players {
		if program, ok := p.(interface{ start(context.Context) error }); ok {
			if err := program.start(ctx); err != nil {
				t.leave()
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				var f *Fault
				if errors.As(err, &f) {
					err = fmt.Errorf("match: player %s does not come up: %s", "ab"[i:i+1], f.Msg)
				}
				return nil, err
			}
		}
		m.names[i] = m.Players[i].label(p.title())
	}
	if m.names[0] == m.names[1] {
		m.names[0], m.names[1] = m.names[0]+" (a)", m.names[1]+" (b)"
	}
	return t, nil
}

// leave ends both players.
func (t *table) leave() {
	for _, p := range t.players {
		p.quit()
	}
}

// serve plays games at a table until there are none left.
func (m *match) serve(ctx context.Context, t *table) {
	defer t.leave()
	for {
		n, ok := m.next()
		if !ok || ctx.Err() != nil {
			return
		}
		number := (n - 1) / 2
		if m.Once {
			number = n - 1
		}
		o, err := m.Book.Opening(ctx, number)
		var g *Game
		if err == nil {
			g, err = t.play(ctx, n, o)
		}
		if err != nil {
			m.fail(err)
			return
		}
		m.finish(g)
	}
}

// next deals out the lowest game that nobody has.
func (m *match) next() (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stopped != "" || m.err != nil {
		return 0, false
	}
	for m.taken[m.dealt+1] {
		m.dealt++
	}
	if m.dealt >= m.Games {
		return 0, false
	}
	m.dealt++
	m.taken[m.dealt] = true
	return m.dealt, true
}

// fail ends the match with an error; the first one counts.
func (m *match) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil && m.stopped == "" {
		m.err = err
	}
	m.cancel()
}

// finish adds a game to the match.
func (m *match) finish(g *Game) {
	m.mu.Lock()
	if m.err != nil || m.stopped != "" {
		m.mu.Unlock()
		return // it came too late to count
	}
	if m.record != nil {
		if err := m.record.add(g.document(m.Rules, m.id, m.names)); err != nil {
			m.err = err
			m.cancel()
			m.mu.Unlock()
			return
		}
	}
	m.tally.add(g)
	m.count(g)
	m.mu.Unlock()
	m.decide()
	m.tell(g)
}

// count ends the match when a player only ever fails.
func (m *match) count(g *Game) {
	loser := 0
	if g.Points() == 1 {
		loser = 1
	}
	if g.Fault == nil {
		m.row = [2]int{}
		return
	}
	m.row[loser]++
	m.row[1-loser] = 0
	if m.GiveUp > 0 && m.row[loser] >= m.GiveUp {
		m.err = fmt.Errorf("match: %w: %s has forfeited %d games in a row, the last by %w", ErrGaveUp, m.names[loser], m.row[loser], g.Fault)
		m.stopped = StopGaveUp
		m.cancel()
	}
}

// decide ends the match when the test has its answer.
func (m *match) decide() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.SPRT == nil || m.stopped != "" {
		return
	}
	if _, v := m.SPRT.judge(m.tally.sample()); v != Undecided {
		m.stopped = StopDecided
		m.cancel()
	}
}

// tell reports the state of the match.
func (m *match) tell(g *Game) {
	if m.Progress == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Progress(m.summary(), g)
}
