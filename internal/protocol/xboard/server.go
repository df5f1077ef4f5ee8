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
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Config configures an engine. XBoard's variant "normal" is the rule set that [protocol.Config.First]
// returns.
type Config struct {
	protocol.Config
	// All offers every rule set, for a client that knows the rules itself. Otherwise, rule sets that XBoard
	// cannot display are omitted.
	All bool
	// Game is the first game. If it is nil, the first game starts from the starting position of
	// [protocol.Config.First].
	Game *rules.Line
}

type mode int

const (
	force   mode = iota // the engine only follows the game
	playing             // the engine plays one side
	analyse             // the engine analyses every position
)

// server is one session. Only the goroutine of Serve uses it, except for the two atomic values, which
// searches also use.
type server struct {
	conf     Config
	ctx      context.Context
	out      *lines.Writer
	settings settings
	timing   timing

	rules   rules.Rules // nil after a rejected variant
	game    *rules.Line // nil after a rejected position or variant
	refused protocol.Refused
	// chess960 makes the engine write castling as O-O, as XBoard expects in fischerandom.
	chess960 bool
	mode     mode
	side     board.Colour // side that the engine plays, in mode playing
	over     bool         // whether the game has ended, possibly by agreement or claim
	score    *int         // score of the last search, for the engine's side
	pongs    []string     // numbers of pings to answer after the engine's move

	engines engine.Pool
	job     *job // nil if no search is running

	post   atomic.Bool                   // whether to print thinking output
	latest atomic.Pointer[search.Report] // latest report of the running search
}

type purpose int

const (
	think    purpose = iota // search to choose the engine's move
	ponder                  // search for the engine's reply to the expected move
	analysis                // search to show lines to the user
)

// job is a background search.
type job struct {
	purpose   purpose
	stop      context.CancelFunc
	ended     chan ended // receives exactly one value: the result of the search
	ponderHit func()     // called when the expected move has been played
	expected  board.Move // expected move of the opponent, when pondering
	began     time.Time
}

// ended is the result of a search, or its error.
type ended struct {
	result search.Result
	err    error
}

// settings are the values of the options, except for the time control.
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

// result returns the channel for the result of the running search, or nil if none is running.
func (s *server) result() <-chan ended {
	if s.job == nil {
		return nil
	}
	return s.job.ended
}

// thinking reports whether the engine is searching for its own move.
func (s *server) thinking() bool { return s.job != nil && s.job.purpose == think }

// cancel stops the running search, if any, and discards its result.
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

// setGame switches to another game and resets the clock.
func (s *server) setGame(game *rules.Line) {
	s.rules, s.game = game.Rules(), game
	s.over, s.score = false, nil
	s.timing.restart(s.turn())
}

// refuse cancels the search and leaves the session without a position. See [protocol.Refused].
func (s *server) refuse(why error) {
	s.cancel()
	s.game, s.refused = nil, protocol.Refused{Why: why}
	s.over, s.score = false, nil
}

// fault reports an error in a command.
func (s *server) fault(why, command string) {
	s.out.Linef("Error (%s): %s", why, notation.Clip(command))
}

// prepare returns an engine configured with the settings. It must not be called
// during a search.
func (s *server) prepare() (*engine.Engine, error) {
	v := &s.settings
	return s.engines.Engine(s.ctx, engine.Recipe{
		Rules: s.game.Rules(), HashMB: v.hash, Threads: v.threads, Level: v.level, Mode: v.evalMode, Book: v.ownBook,
	})
}

// book returns the book for the current rule set, or nil if there is none.
func (s *server) book() engine.Book {
	if s.engines.Books == nil {
		return nil
	}
	return s.engines.Books(s.game.Rules())
}
