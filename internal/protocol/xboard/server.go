package xboard

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/rules"
)

// Config configures an engine. The rule set of the first game is the variant
// normal.
type Config struct {
	protocol.Config
	// All offers every rule set, for a client that knows them itself. Otherwise
	// those that XBoard cannot display are omitted.
	All bool
	// Game is the first game; nil means the starting position of the first rule
	// set.
	Game *rules.Line
}

type mode int

const (
	force   mode = iota // the engine only follows the game
	playing             // the engine plays one side
	analyse             // the engine analyses every position
)

// server is one session. Only Serve's goroutine uses it, except for the two
// atomic values, which a search uses too.
type server struct {
	conf     Config
	ctx      context.Context
	out      *lines.Writer
	settings settings
	timing   timing

	rules   rules.Rules // nil after a rejected variant
	game    *rules.Line // nil after a rejected position or variant
	refused protocol.Refused
	// chess960 makes castling be written as O-O, as XBoard expects in
	// fischerandom.
	chess960 bool
	mode     mode
	side     board.Colour // the engine's side, if it plays
	over     bool         // the game has ended, possibly by agreement or claim
	score    *int         // score of the last search, for the engine's side
	pongs    []string     // responses due after the engine's move

	engines engine.Pool
	job     *job // nil if none is running

	post   atomic.Bool                   // whether to print thinking output
	latest atomic.Pointer[search.Report] // latest report of the running search
}

type purpose int

const (
	think    purpose = iota // for the engine's own move
	ponder                  // for the engine's reply to the expected move
	analysis                // for the user
)

// job is a background search.
type job struct {
	purpose   purpose
	stop      context.CancelFunc
	ended     chan ended // receives one value
	ponderHit func()     // reports that the expected move was played
	expected  board.Move // the opponent's expected move, when pondering
	began     time.Time
}

// ended is the result of a search.
type ended struct {
	result search.Result
	err    error
}

// settings are the values of the options, except for the clock.
type settings struct {
	hash, threads  int
	level, multiPV int
	evalMode       eval.Mode
	ownBook        bool
	ponder         bool
}

func (s *server) defaults() settings {
	return settings{hash: protocol.DefaultHashMB, threads: 1, level: engine.MaxLevel, multiPV: 1, evalMode: eval.Learnt, ownBook: s.conf.OwnBook}
}

// result returns the running search's channel, or nil if none is running.
func (s *server) result() <-chan ended {
	if s.job == nil {
		return nil
	}
	return s.job.ended
}

// thinking reports whether the engine is searching for its move.
func (s *server) thinking() bool { return s.job != nil && s.job.purpose == think }

// cancel stops the search and discards its result.
func (s *server) cancel() {
	if s.job == nil {
		return
	}
	s.job.stop()
	<-s.job.ended
	s.job = nil
	s.answerPings()
}

func (s *server) answerPings() {
	for _, number := range s.pongs {
		s.out.Linef("pong %s", number)
	}
	s.pongs = nil
}

func (s *server) turn() board.Colour {
	p := s.game.Position()
	return p.Side
}

func (s *server) newGame(r rules.Rules) error {
	game, err := protocol.NewGame(r)
	if err == nil {
		s.setGame(game)
	}
	return err
}

// setGame switches to another game.
func (s *server) setGame(game *rules.Line) {
	s.rules, s.game = game.Rules(), game
	s.over, s.score = false, nil
	s.timing.restart(s.turn())
}

// refuse leaves the session without a position. See [protocol.Refused].
func (s *server) refuse(why error) {
	s.cancel()
	s.game, s.refused = nil, protocol.Refused{Why: why}
	s.over, s.score = false, nil
}

// fault reports a command's error.
func (s *server) fault(why, command string) { s.out.Linef("Error (%s): %s", why, lines.Clip(command)) }

// prepare returns an engine configured with the settings. It must not be called
// during a search.
func (s *server) prepare() (*engine.Engine, error) {
	v := &s.settings
	return s.engines.Engine(s.ctx, engine.Recipe{
		Rules: s.game.Rules(), HashMB: v.hash, Threads: v.threads, Level: v.level, Mode: v.evalMode, Book: v.ownBook,
	})
}

// book returns the book of the current rule set, or nil.
func (s *server) book() engine.Book {
	if s.engines.Books == nil {
		return nil
	}
	return s.engines.Books(s.game.Rules())
}
