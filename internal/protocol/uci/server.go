package uci

import (
	"context"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/rules"
)

// Config configures an engine.
type Config struct {
	protocol.Config
	Author string
	// Draw draws a position as text. It may be nil.
	Draw func(rules.Rules, *board.Position) string
	// Game is the first game. If it is nil, the first game starts from the starting position of
	// [protocol.Config.First].
	Game *rules.Line
}

// first returns the rule set of the first game.
func (c *Config) first() rules.Rules {
	if c.Game != nil {
		return c.Game.Rules()
	}
	return c.First()
}

// server is one session. Only the goroutine of Serve uses it; a search has copies of the fields that it
// needs.
type server struct {
	conf     Config
	ctx      context.Context
	out      *lines.Writer
	settings settings
	game     *rules.Line // nil after a rejected position
	refused  protocol.Refused

	engines engine.Pool
	netOf   rules.Rules // rule set of EvalFile's net, or nil
	job     *job        // latest job, which may have ended; nil before the first
	queue   []string    // lines waiting for the job to end
}

// settings are the values of the options.
type settings struct {
	rules         rules.Rules
	hash          int
	threads       int
	multiPV       int
	analyseMode   bool
	limitStrength bool
	elo           int
	skill         int
	ownBook       bool
	evalMode      eval.Mode
	overhead      int // milliseconds
	showWDL       bool
	chess960      bool
}

func defaults(r rules.Rules) settings {
	return settings{
		rules: r, hash: protocol.DefaultHashMB, threads: 1, multiPV: 1,
		elo: engine.MaxElo, skill: engine.MaxLevel, evalMode: eval.Learnt, overhead: defaultOverhead,
	}
}

// Default and maximum values of the Move Overhead option, in milliseconds.
const defaultOverhead, maxOverhead = 15, 5000

// job is background work.
type job struct {
	stop      context.CancelFunc
	done      chan struct{} // closed after the job's last output
	ponderHit func()        // handles ponderhit; nil if not pondering
	infinite  bool          // whether the job runs until it is stopped
}

// busy reports whether a job is running.
func (s *server) busy() bool {
	if s.job == nil {
		return false
	}
	select {
	case <-s.job.done:
		return false
	default:
		return true
	}
}

// start starts a job, after stopping the running job and waiting for its last output.
func (s *server) start(endless bool, hit func(), work func(ctx context.Context)) {
	s.halt()
	ctx, stop := context.WithCancel(s.ctx)
	j := &job{stop: stop, done: make(chan struct{}), ponderHit: hit, infinite: endless}
	s.job = j
	go func() {
		defer close(j.done)
		defer stop()
		work(ctx)
	}()
}

// halt stops the job and waits for its last output.
func (s *server) halt() {
	if s.job != nil {
		s.job.stop()
		<-s.job.done
	}
}

// complain prints an error or a note.
func (s *server) complain(format string, a ...any) { s.out.Linef("info string "+format, a...) }

func (s *server) newGame(r rules.Rules) (err error) {
	s.game, err = protocol.NewGame(r)
	return err
}

// noPosition prints why there is no position.
func (s *server) noPosition() { s.complain("%v", s.refused) }

func (v *settings) recipe() engine.Recipe {
	r := engine.Recipe{Rules: v.rules, HashMB: v.hash, Threads: v.threads, Level: v.skill, Mode: v.evalMode, Book: v.ownBook}
	if v.limitStrength {
		r.Level = engine.LevelOf(v.elo)
	}
	if v.analyseMode {
		r.Level, r.Book = engine.MaxLevel, false
	}
	return r
}

// prepare returns an engine configured with the settings.
func (s *server) prepare() (*engine.Engine, error) {
	return s.engines.Engine(s.ctx, s.settings.recipe())
}
