// Package match plays matches between players: Tain's engine with different
// settings, and programs that speak UCI or the XBoard protocol.
//
// [Run] (match.go) takes two players ([player.Spec]) and [Openings] (openings.go) and starts one or more
// arbiters, which play two games from each opening, with colours reversed. An arbiter (arbiter.go) requests
// moves from its players in turn, checks every move against the rules, runs the clocks and ends games that
// are decided ([adjudication.Judge]). A player that fails forfeits the game. If the hypervisor withheld CPU
// time, the fault mentions it (host.go). Finished games (game.go) are written to a file (record.go) and
// evaluated statistically ([stats.Sample]). A [Summary] (summary.go) is the state of the match. A [Task] is
// one game for another process to play (task.go).
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
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// filesMark precedes the checksums of the players' files in the match ID.
const filesMark = "; files:"

// Config describes a match.
type Config struct {
	Rules   rules.Rules
	Players [2]player.Spec // a and b
	Limit   player.Limit   // default for players that do not set a limit
	HashMB  int            // default for players that do not set it; 0 means the player's own default
	Threads int            // default for players that do not set it; 0 means the player's own default
	Book    string         // default book file for our engines; empty means none
	// Margin is the time by which a move may be late without losing on time, to allow for communication
	// delays.
	Margin time.Duration
	// Patience is the timeout for replies that no clock limits.
	Patience    time.Duration
	Games       int
	Concurrency int
	Openings    Openings
	// Once makes Run play each opening only once, instead of twice with colours reversed. Between identical
	// players, the second game would repeat the first.
	Once         bool
	Adjudication adjudication.Policy
	SPRT         *stats.SPRT // nil means none
	Seed         uint64
	PGN          string // file to write games to; empty means none
	Resume       bool   // continue the match in PGN
	// GiveUp is the number of consecutive forfeits by a player after which the match ends; 0 means no limit.
	GiveUp int
	// Elsewhere, if not nil, plays games in other processes with [Task.Play]. Both players must then be our
	// own engine.
	Elsewhere func(ctx context.Context, t Task) (Played, error)
	// Progress, if not nil, is called when the match starts, with a nil game, and after every game. Calls are
	// serialised.
	Progress func(*Summary, *Game)
}

// DefaultAdjudication returns the default adjudication policy for a rule set. In games with reflections, the
// material balance often swings by a queen or two, so a win requires a larger lead.
func DefaultAdjudication(r rules.Rules) adjudication.Policy {
	p := adjudication.Policy{ResignScore: 1000, ResignPlies: 6, DrawScore: 10, DrawPlies: 16, DrawAfter: 120,
		MaxPlies: 600}
	if r.Info().Reflects {
		p.ResignScore, p.ResignPlies = 3000, 8
	}
	return p
}

// ErrGaveUp means that a player failed too often.
var ErrGaveUp = errors.New("a player failed too often")

// Run plays a match. It returns a summary even on error, once the match has started.
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

// prepare checks the settings and fills in defaults.
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
		if s.Kind == player.Self && s.Book == "" {
			s.Book = c.Book
		}
		if s.Limit.None() {
			return fmt.Errorf("match: player %v has no limit: give a time control, a time, nodes or a depth", name)
		}
		if s.Kind == player.XBoard {
			if err := player.CheckXBoardLimit(s.Limit); err != nil {
				return err
			}
		}
	}
	if c.Elsewhere != nil {
		for i := range c.Players {
			if s := &c.Players[i]; s.Kind != player.Self || s.Weights != "" || s.Net != "" || s.Book != "" {
				return fmt.Errorf("match: player %s needs a program or a file on this machine; workers play with their "+
					"own engine", "ab"[i:i+1])
			}
		}
	}
	switch {
	case c.Rules == nil || c.Openings == nil:
		return errors.New("match: no rule set or no openings")
	case c.Games < 1:
		return fmt.Errorf("match: invalid number of games %v", c.Games)
	case c.Concurrency < 1:
		return fmt.Errorf("match: invalid concurrency %v", c.Concurrency)
	case c.Resume && c.PGN == "":
		return errors.New("match: --resume needs the match's PGN file")
	case c.Margin < 0 || c.Patience <= 0:
		return errors.New("match: the margin must not be negative and the patience must be above 0")
	}
	c.Concurrency = min(c.Concurrency, c.Games)
	return nil
}

// id identifies the match by all settings that may change a game, so that games of different matches are not
// mixed.
func (c *Config) id() string {
	text := fmt.Sprintf("%s; a=%s; b=%s; openings=%s; seed=%d; margin=%v; patience=%v; %s",
		c.Rules.Info().Name, c.Players[0], c.Players[1], c.Openings, c.Seed, c.Margin, c.Patience, c.Adjudication)
	if c.Once {
		text += "; once"
	}
	if files := c.Players[0].Checksums("a") + c.Players[1].Checksums("b"); files != "" {
		text += filesMark + files
	}
	var tidy pgn.Game
	if err := tidy.SetTag(tagMatch, strings.Join(strings.Fields(text), " ")); err != nil {
		return text // cannot happen: the tag is valid
	}
	return tidy.Tag(tagMatch)
}

// match is a running match. The mutex guards the fields that follow it.
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
	lowest   int // all games up to this number have been started
	tally    tally
	forfeits [2]int // consecutive forfeits
	stopped  Stop
	err      error
}

// newArbiter returns an arbiter with two new players.
func (m *match) newArbiter() (*arbiter, error) {
	return newArbiter(arbiter{rules: m.Rules, margin: m.Margin, patience: m.Patience,
		adjudication: m.Adjudication, host: m.host}, m.Players, m.Seed)
}

// firstArbiter returns the first arbiter and starts both of its players. This provides the players' names
// and, before any game is played, reveals a player that cannot start.
func (m *match) firstArbiter(ctx context.Context) (*arbiter, error) {
	t, err := m.newArbiter()
	if err != nil {
		return nil, err
	}
	for i, p := range t.players {
		if err := p.Start(ctx); err != nil {
			t.quit()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			var f *player.Fault
			if errors.As(err, &f) {
				err = fmt.Errorf("match: player %s does not start: %v", "ab"[i:i+1], f.Msg)
			}
			return nil, err
		}
		m.names[i] = m.Players[i].Label(p.Name())
	}
	if m.names[0] == m.names[1] {
		m.names[0], m.names[1] = m.names[0]+" (a)", m.names[1]+" (b)"
	}
	return t, nil
}

// playGames plays games until there are no more, with an arbiter or, if t is nil, in other processes.
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

// play plays a game with an arbiter or in another process.
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

// task returns the game with the given number as a task for another process.
func (m *match) task(number int, o Opening) Task {
	return Task{
		Variant: m.Rules.Info().Ref(), Players: m.Players, Margin: m.Margin, Patience: m.Patience,
		Adjudication: m.Adjudication, Seed: m.Seed,
		Number: number, Start: m.Rules.Guide().FormatPosition(&o.Start), Moves: movesText(m.Rules, o.Start, o.Moves),
	}
}

// next returns the number of the first game that has not been started, and marks it as started. It returns
// false if no game remains or the match has ended.
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

// fail ends the match with an error. Only the first error is returned.
func (m *match) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil && m.stopped == "" {
		m.err = err
	}
	m.cancel()
}

func (m *match) finish(g *Game) {
	m.mu.Lock()
	if m.err != nil || m.stopped != "" {
		m.mu.Unlock()
		return // the game ended too late to count
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

// countForfeits counts consecutive forfeits, and ends the match if a player has too many.
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
		m.err = fmt.Errorf("match: %w: %s has forfeited %d games in a row, the last by %s: %s", ErrGaveUp,
			m.names[loser], m.forfeits[loser], g.Fault.Kind, g.Fault.Msg)
		m.stopped = StopGaveUp
		m.cancel()
	}
}

// testSPRT ends the match when the SPRT is decided.
func (m *match) testSPRT() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.SPRT == nil || m.stopped != "" {
		return
	}
	if _, v := m.SPRT.Judge(stats.Pairs(m.tally.pairs)); v != stats.Undecided {
		m.stopped = StopDecided
		m.cancel()
	}
}

func (m *match) report(g *Game) {
	if m.Progress == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Progress(m.summary(), g)
}

// summary returns the state of the match. The caller must hold the mutex.
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
		for number := range m.started { // games beyond the plan are never started, so all of these are finished
			if number > m.Games {
				s.beyond++
			}
		}
	}
	if n := s.Games; n > 0 {
		s.Percent = new(100 * (float64(t.all.Wins) + float64(t.all.Draws)/2) / float64(n))
	}
	if e, ok := stats.Pairs(t.pairs).Estimate(); ok {
		s.estimate = &e
		s.Elo, s.EloLow, s.EloHigh, s.LOS = &e.Elo, &e.Low, &e.High, &e.LOS
	}
	if m.SPRT != nil {
		llr, v := m.SPRT.Judge(stats.Pairs(t.pairs))
		lower, upper := m.SPRT.Bounds()
		s.SPRT = &TestSummary{m.SPRT.Elo0, m.SPRT.Elo1, m.SPRT.Alpha, m.SPRT.Beta, llr, lower, upper, v}
	}
	return s
}
