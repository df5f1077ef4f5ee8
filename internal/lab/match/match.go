// Package match lets players play each other: our engine in different
// settings, and any program that speaks UCI or the XBoard protocol.
//
// A match goes its way through the files from the end: [Run] (match.go) takes
// two players ([ParseSpec], spec.go) and [Openings] (openings.go), and starts an
// arbiter or several that play games, two from each opening with colours
// reversed. An arbiter (arbiter.go) asks its players for moves in turn, checks
// every one by the rules, keeps their clocks (limit.go) and ends what is decided
// (adjudication.go). A player (player.go) is our engine in this process
// (selfplayer.go) or a program in another (uciplayer.go and xboardplayer.go,
// over external.go and process.go). Programs may die, hang or cheat: that
// forfeits the game, is counted (fault.go), and the program is started anew. What
// the machine itself had to do with it is told (host.go).
// Finished games (game.go) are written to a file (record.go), counted (tally.go)
// and weighed (stats.go); a [Summary] (summary.go) tells how the match stands.
//
// The files, each using only those before it: fault.go, host.go, stats.go,
// limit.go, openings.go, openings960.go, spec.go, player.go, process.go, external.go, uciplayer.go,
// xboardplayer.go, selfplayer.go, game.go, adjudication.go, arbiter.go,
// program.go, tally.go, summary.go, record.go, task.go, match.go.
package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
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
	Book    string  // file of the opening book of our engines that have none of their own; empty for none
	// Margin is how late a move may come before it loses on time: the way from
	// one program to the other costs time that is nobody's.
	Margin time.Duration
	// Patience is how long to wait for what no clock bounds.
	Patience    time.Duration
	Games       int
	Concurrency int
	Openings    Openings
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
	// Elsewhere, if it is not nil, plays games in place of this process, by [Task.Play].
	// Both players are our own engine then.
	Elsewhere func(ctx context.Context, t Task) (Played, error)
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
	m := &match{Config: c, id: c.id(), began: time.Now(), cancel: cancel, started: map[int]bool{}, host: newHost(ctx)}
	if c.PGN != "" {
		rec, done, err := openRecord(c.PGN, m.id, c.Rules, c.Resume)
		if err != nil {
			return nil, err
		}
		defer rec.file.Close()
		m.record = rec
		for _, g := range done {
			m.started[g.Number] = true
			m.tally.add(g)
		}
	}
	first, err := m.firstArbiter(ctx)
	if err != nil {
		return nil, err
	}
	m.report(nil)
	m.testSPRT()
	var arbiters sync.WaitGroup
	for i := range c.Concurrency {
		arbiters.Go(func() {
			t := first
			switch {
			case i == 0:
			case c.Elsewhere != nil:
				t = nil
			default:
				var err error
				if t, err = m.newArbiter(); err != nil {
					m.fail(err)
					return
				}
			}
			m.playGames(ctx, t)
		})
	}
	arbiters.Wait()
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
		if s.Kind == Self && s.Book == "" {
			s.Book = c.Book
		}
		if s.Limit.None() {
			return refuse("match.no-limit", locale.Args{"player": name})
		}
		if s.Kind == XBoard {
			if _, err := xboardLimit(s.Limit); err != nil {
				return err
			}
		}
	}
	if c.Elsewhere != nil {
		for i := range c.Players {
			if s := &c.Players[i]; s.Kind != Self || s.Weights != "" || s.Net != "" || s.Book != "" {
				return refuse("match.not-elsewhere", locale.Args{"player": "ab"[i : i+1]})
			}
		}
	}
	switch {
	case c.Rules == nil || c.Openings == nil:
		return errors.New("match: no rule set or no openings")
	case c.Games < 1:
		return refuse("match.no-games", locale.Args{"count": c.Games})
	case c.Concurrency < 1:
		return refuse("match.at-a-time", locale.Args{"count": c.Concurrency})
	case c.Resume && c.PGN == "":
		return refuse("match.no-file", nil)
	case c.Margin < 0 || c.Patience <= 0:
		return refuse("match.margin", nil)
	}
	c.Concurrency = min(c.Concurrency, c.Games)
	return nil
}

// id names the match by all that bears on its games, so that games of two
// matches are never mixed up.
func (c *Config) id() string {
	text := fmt.Sprintf("%s; a=%s; b=%s; openings=%s; seed=%d; %s",
		c.Rules.Info().Name, c.Players[0], c.Players[1], c.Openings, c.Seed, c.Adjudication)
	if c.Once {
		text += "; once"
	}
	if files := c.Players[0].contents("a") + c.Players[1].contents("b"); files != "" {
		text += filesMark + files
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
	host   *host

	mu       sync.Mutex
	record   *record // nil if games are not written
	started  map[int]bool
	lowest   int // all games up to this one have been started
	tally    tally
	forfeits [2]int // games forfeited in a row
	stopped  Stop
	err      error
}

// newArbiter makes an arbiter with two players of its own.
func (m *match) newArbiter() (*arbiter, error) {
	return newArbiter(arbiter{rules: m.Rules, margin: m.Margin, patience: m.Patience, adjudication: m.Adjudication, host: m.host}, m.Players, m.Seed)
}

// firstArbiter makes the first arbiter. Both players are started here, so that one that
// cannot be is found before anything is played, and tell their names.
func (m *match) firstArbiter(ctx context.Context) (*arbiter, error) {
	t, err := m.newArbiter()
	if err != nil {
		return nil, err
	}
	for i, p := range t.players {
		if program, ok := p.(interface{ start(context.Context) error }); ok {
			if err := program.start(ctx); err != nil {
				t.quit()
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				var f *Fault
				if errors.As(err, &f) {
					err = refuse("match.not-up", locale.Args{"player": "ab"[i : i+1], "why": f.words()})
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

// playGames has an arbiter play games until there are none left; it needs none to have
// them played elsewhere.
func (m *match) playGames(ctx context.Context, t *arbiter) {
	if t != nil {
		defer t.quit()
	}
	for {
		n, ok := m.next()
		if !ok || ctx.Err() != nil {
			return
		}
		number := (n - 1) / 2
		if m.Once {
			number = n - 1
		}
		o, err := m.Openings.Opening(ctx, number)
		var g *Game
		if err == nil {
			g, err = m.play(ctx, t, n, o)
		}
		if err != nil {
			m.fail(err)
			return
		}
		m.finish(g)
	}
}

// play plays a game with an arbiter, or has it played elsewhere.
func (m *match) play(ctx context.Context, t *arbiter, n int, o Opening) (*Game, error) {
	if m.Elsewhere == nil {
		return t.play(ctx, n, o)
	}
	played, err := m.Elsewhere(ctx, m.task(n, o))
	if err != nil {
		return nil, err
	}
	return played.game(m.Rules, n, o)
}

// task returns a game of the match for whoever plays it elsewhere.
func (m *match) task(number int, o Opening) Task {
	return Task{
		Variant: m.Rules.Info().Ref(), Players: m.Players, Margin: m.Margin, Patience: m.Patience, Adjudication: m.Adjudication, Seed: m.Seed,
		Number: number, Start: m.Rules.Guide().FormatPosition(&o.Start), Moves: movesText(m.Rules, o.Start, o.Moves),
	}
}

// next returns the lowest game that has not been started.
func (m *match) next() (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stopped != "" || m.err != nil {
		return 0, false
	}
	for m.started[m.lowest+1] {
		m.lowest++
	}
	if m.lowest >= m.Games {
		return 0, false
	}
	m.lowest++
	m.started[m.lowest] = true
	return m.lowest, true
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
	m.countForfeits(g)
	m.mu.Unlock()
	m.testSPRT()
	m.report(g)
}

// countForfeits ends the match when a player only ever fails.
func (m *match) countForfeits(g *Game) {
	loser := 0
	if g.Points() == 1 {
		loser = 1
	}
	if g.Fault == nil {
		m.forfeits = [2]int{}
		return
	}
	m.forfeits[loser]++
	m.forfeits[1-loser] = 0
	if m.GiveUp > 0 && m.forfeits[loser] >= m.GiveUp {
		m.err = because(errors.Join(ErrGaveUp, g.Fault), "match.gave-up", locale.Args{
			"name": m.names[loser], "count": m.forfeits[loser], "ending": Ending(g.Fault.Kind).said(), "why": g.Fault.words(),
		})
		m.stopped = StopGaveUp
		m.cancel()
	}
}

// testSPRT ends the match when the test has its answer.
func (m *match) testSPRT() {
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

// report tells the state of the match.
func (m *match) report(g *Game) {
	if m.Progress == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Progress(m.summary(), g)
}

// summary says how the match stands; the lock is held.
func (m *match) summary() *Summary {
	t := &m.tally
	s := &Summary{
		Variant: m.Rules.Info().Name, Games: t.all.Games(), Planned: m.Games, Score: t.all,
		A:     PlayerSummary{m.names[0], m.Players[0].String(), t.faults[0]},
		B:     PlayerSummary{m.names[1], m.Players[1].String(), t.faults[1]},
		White: t.byColour[board.White], Black: t.byColour[board.Black], Pairs: t.pairs,
		Endings: map[Ending]int{}, Plies: t.plies, Seconds: time.Since(m.began).Seconds(), Stopped: m.stopped,
	}
	maps.Copy(s.Endings, t.endings)
	if t.highest > m.Games {
		for number := range m.started { // none beyond the plan is started, so all of these are finished
			if number > m.Games {
				s.beyond++
			}
		}
	}
	if n := s.Games; n > 0 {
		s.Percent = finite(100 * (float64(t.all.Wins) + float64(t.all.Draws)/2) / float64(n))
	}
	if e, ok := t.sample().estimate(); ok {
		s.estimate = &e
		s.Elo, s.EloLow, s.EloHigh, s.LOS = finite(e.Elo), finite(e.Low), finite(e.High), finite(e.LOS)
	}
	if m.SPRT != nil {
		llr, v := m.SPRT.judge(t.sample())
		lower, upper := m.SPRT.Bounds()
		s.SPRT = &TestSummary{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.Alpha, m.SPRT.Beta, llr, lower, upper, v}
	}
	return s
}
