// Package uci implements the Universal Chess Interface for every rule set.
//
// [Serve] reads lines while a search runs. uci.go dispatches commands, options.go sets options, position.go
// sets up and prints positions, search.go runs searches as background jobs, and server.go holds the state of
// the session. A failed command is reported in an info string and otherwise has no effect, with two
// exceptions: after a rejected position, there is no position until the next position command, so that no
// move is played in the wrong position; and go, unless it runs perft, always results in a bestmove.
package uci

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/notation"
)

// Serve runs a session until quit, the end of the input or the end of the context. At the end of the input,
// it waits for a limited search to finish. It returns any error from the context, the input or the output.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{conf: c, ctx: ctx, out: lines.NewWriter(out, cancel), engines: engine.Pool{Books: c.Book, Options: engine.Options{Tables: c.Tables}}}
	if err := s.reset(); err != nil {
		return err
	}
	incoming := lines.Lines(in, ctx.Done())
	for {
		select {
		case <-ctx.Done():
			s.end()
			return cmp.Or(s.out.Err(), ctx.Err())
		case <-s.freed():
			s.resume()
		case l, open := <-incoming:
			switch {
			case !open:
				s.finish()
				return cmp.Or(s.out.Err(), ctx.Err())
			case errors.Is(l.Err, lines.ErrTooLong):
				s.complain("%v; ignored", l.Err)
			case l.Err != nil:
				s.end()
				return l.Err
			case s.command(l.Text):
				s.end()
				return s.out.Err()
			}
		}
	}
}

// reset sets the default settings and the first game.
func (s *server) reset() error {
	if err := s.conf.Complete(); err != nil {
		return err
	}
	r := s.conf.first()
	s.settings = defaults(r)
	s.settings.ownBook = s.conf.OwnBook
	if s.conf.Game != nil {
		s.game = s.conf.Game
		return nil
	}
	return s.newGame(r)
}

// end stops the running job and executes the queued lines, stopping each job immediately. Each go command
// still gets its bestmove.
func (s *server) end() {
	s.halt()
	for _, line := range s.queue {
		s.obey(line)
		s.halt()
	}
	s.queue = nil
}

// finish waits for the running job and the queued jobs. It stops jobs that have no limit.
func (s *server) finish() {
	for s.job != nil {
		if s.job.infinite || s.job.ponderHit != nil {
			s.job.stop()
		}
		if <-s.job.done; len(s.queue) == 0 {
			return
		}
		s.resume()
	}
}

// maxQueue is the maximum number of queued lines.
const maxQueue = 10_000

// command handles a line and reports whether it was the quit command. During a limited search, a new search
// and all lines after it are queued, so that piped input is executed in order. Some commands are never
// queued.
func (s *server) command(line string) (quit bool) {
	line = s.skipUnknown(line)
	word, _ := cut(line)
	switch word {
	case "quit":
		return true
	case "", "uci", "isready":
		s.obey(line)
		return false
	case "stop":
		s.obey(line) // also queued, because it may be meant for a queued search
	}
	wait := (word == "go" || word == "bench") && s.busy() && !s.job.infinite && s.job.ponderHit == nil
	switch {
	case len(s.queue) == 0 && word == "stop":
	case len(s.queue) == 0 && !wait:
		s.obey(line)
	case len(s.queue) < maxQueue:
		s.queue = append(s.queue, line)
	default:
		s.complain("%d lines wait for the search to end; %q ignored", maxQueue, notation.Clip(line))
	}
	return false
}

// freed returns a channel that is closed when the queued lines can run, or nil if no lines are queued.
func (s *server) freed() <-chan struct{} {
	if len(s.queue) == 0 {
		return nil
	}
	return s.job.done
}

// resume executes queued lines until one has to wait again.
func (s *server) resume() {
	waiting := s.queue
	s.queue = nil
	for _, line := range waiting {
		s.command(line)
	}
}

// cut splits a line into its first word and the remainder.
func cut(line string) (word, rest string) {
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// words lists the commands.
var words = []string{"uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "debug", "register", "d", "eval", "bench"}

// skipUnknown removes the words before the first command, as the protocol requires: "joho debug on" means "debug
// on". A line without a command stays unchanged.
func (s *server) skipUnknown(line string) string {
	for rest := line; rest != ""; {
		word, after := cut(rest)
		if slices.Contains(words, word) {
			if rest != line {
				s.complain("unknown command %q; skipped", notation.Clip(strings.TrimSpace(line[:len(line)-len(rest)])))
			}
			return rest
		}
		rest = strings.TrimSpace(after)
	}
	return line
}

// obey executes a command.
func (s *server) obey(line string) {
	switch word, rest := cut(line); word {
	case "":
	case "uci":
		s.introduce()
	case "isready":
		s.ready()
	case "setoption":
		s.setOption(rest)
	case "ucinewgame":
		s.engines.Forget()
	case "position":
		s.position(rest)
	case "go":
		s.search(rest)
	case "stop":
		if s.busy() {
			s.job.stop()
		}
	case "ponderhit":
		s.ponderhit()
	case "d":
		s.display()
	case "eval":
		s.explain()
	case "bench":
		s.bench()
	case "debug", "register":
		// Debugging and registration are not supported.
	default:
		s.complain("unknown command %q; ignored", notation.Clip(line))
	}
}

func (s *server) introduce() {
	s.out.Linef("id name %s", s.conf.Name)
	s.out.Linef("id author %s", s.conf.Author)
	for _, o := range s.options() {
		s.out.Linef("%s", o.declare())
	}
	s.out.Linef("uciok")
}

// ready prepares the engine for the next search and prints readyok. During a search, it prints readyok
// immediately.
func (s *server) ready() {
	if !s.busy() {
		if _, err := s.prepare(); err != nil {
			s.complain("%v", err)
		}
	}
	s.out.Linef("readyok")
}
