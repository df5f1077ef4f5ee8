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

// Config is what an engine is made of. The rule set that the game begins with
// is offered as normal.
type Config struct {
	protocol.Config
	// All offers every rule set, to a program that knows them itself. Without
	// it those that XBoard cannot be told of are left out.
	All bool
	// Game is gone on with until another is asked for; nil for the start of
	// the first rule set.
	Game *rules.Line
}

type mode int

const (
	force   mode = iota // watches
	playing             // plays one side
	analyse             // thinks about every position
)

// server is one conversation. Only the goroutine of Serve touches it, but for
// the two values that a search reads or writes.
type server struct {
	conf     Config
	ctx      context.Context
	out      *lines.Writer
	settings settings
	timing   timing

	rules   rules.Rules // nil after a variant was refused
	game    *rules.Line // nil after a position or a variant was refused
	refused protocol.Refused
	// chess960 has castling written O-O, as XBoard wants it in fischerandom.
	chess960 bool
	mode     mode
	side     board.Colour // the engine's own, if it plays
	over     bool         // the game was ended by agreement, claim or decree
	score    *int         // what the last search thought of its own side
	pongs    []string     // owed once the move is made

	engines engine.Pool
	job     *job // nil if none is running

	post   atomic.Bool                   // show what the search thinks
	latest atomic.Pointer[search.Report] // of the search that is running
}

type purpose int

const (
	think    purpose = iota // the engine's own move
	ponder                  // the engine's answer to the expected move
	analysis                // the user
)

// job is a search that runs beside the conversation.
type job struct {
	purpose   purpose
	stop      context.CancelFunc
	ended     chan ended // gets one value
	ponderHit func()     // tells that the expected move was played
	expected  board.Move // what ponder waits for
	began     time.Time
}

// ended is how a search ended.
type ended struct {
	result search.Result
	err    error
}

// settings are what can be set beside the clock.
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

// result is where the end of the running search is told; nil if none runs.
func (s *server) result() <-chan ended {
	if s.job == nil {
		return nil
	}
	return s.job.ended
}

// thinking reports whether the engine is about to move.
func (s *server) thinking() bool { return s.job != nil && s.job.purpose == think }

// cancel ends a search whose result nobody wants.
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

// setGame continues with another game.
func (s *server) setGame(game *rules.Line) {
	s.rules, s.game = game.Rules(), game
	s.over, s.score = false, nil
	s.timing.restart(s.turn())
}

// refuse leaves no position: the other side thinks of another one than the
// last that was taken, and no move of that one may be played.
func (s *server) refuse(why error) {
	s.cancel()
	s.game, s.refused = nil, protocol.Refused{Why: why}
	s.over, s.score = false, nil
}

// fault tells that a command could not be carried out.
func (s *server) fault(why, command string) { s.out.Linef("Error (%s): %s", why, lines.Clip(command)) }

// prepare returns the engine that the settings ask for, ready to search. It
// must not be called while a search is running.
func (s *server) prepare() (*engine.Engine, error) {
	v := &s.settings
	return s.engines.Engine(s.ctx, engine.Recipe{
		Rules: s.game.Rules(), HashMB: v.hash, Threads: v.threads, Level: v.level, Mode: v.evalMode, Book: v.ownBook,
	})
}

// book returns the book of the rule set in play, or nil.
func (s *server) book() engine.Book {
	if s.engines.Books == nil {
		return nil
	}
	return s.engines.Books(s.game.Rules())
}
