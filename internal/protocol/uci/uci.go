// Package uci speaks the Universal Chess Interface, by which chess programs
// talk to engines, for every rule set.
//
// The way of a command: [Serve] takes lines as they come and never waits for a
// search; uci.go tells the commands apart, options.go keeps the settings,
// position.go follows the game and answers people who type, search.go thinks
// about it in a job of its own. What cannot be understood is told in an
// info string and changes nothing, but for a position that is refused: then
// there is none until the next, so that no move of another one is played.
package uci

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol/lines"
)

// Serve holds a conversation until quit, the end of the input, or the end of
// the context. At the end of the input a search that ends by itself is waited
// for. The error is the context's, or that of the stream that broke.
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

// reset sets everything to its default.
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

// end halts the job and whatever waits for its turn: each go has its bestmove.
func (s *server) end() {
	s.halt()
	for _, line := range s.queue {
		s.obey(line)
		s.halt()
	}
	s.queue = nil
}

// finish lets what is running, and what waits, come to its end, if it has one.
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

// maxQueue is how many lines may wait.
const maxQueue = 10_000

// command takes a line and reports whether it was the last. Some lines are
// never kept waiting. A new search waits for one that ends by itself, and so
// does all that follows it: what is piped in is carried out in order.
func (s *server) command(line string) (quit bool) {
	word, _ := cut(line)
	switch word {
	case "quit":
		return true
	case "", "uci", "isready":
		s.obey(line)
		return false
	case "stop":
		s.obey(line) // and again for the search it may be meant for
	}
	wait := (word == "go" || word == "bench") && s.busy() && !s.job.infinite && s.job.ponderHit == nil
	switch {
	case len(s.queue) == 0 && word == "stop":
	case len(s.queue) == 0 && !wait:
		s.obey(line)
	case len(s.queue) < maxQueue:
		s.queue = append(s.queue, line)
	default:
		s.complain("%d lines wait for the search to end; %q ignored", maxQueue, lines.Clip(line))
	}
	return false
}

// freed tells when lines that wait may go on; nil if none do.
func (s *server) freed() <-chan struct{} {
	if len(s.queue) == 0 {
		return nil
	}
	return s.job.done
}

// resume carries out the lines that have waited, up to one that must wait
// again.
func (s *server) resume() {
	waiting := s.queue
	s.queue = nil
	for _, line := range waiting {
		s.command(line)
	}
}

// cut separates the first word of a line.
func cut(line string) (word, rest string) {
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// obey carries out a line.
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
		// There is nothing to debug by lines, and nothing to pay.
	default:
		s.complain("unknown command %q; ignored", lines.Clip(line))
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

// ready makes what the next search needs, unless one is running: then the
// answer is due at once.
func (s *server) ready() {
	if !s.busy() {
		if _, err := s.prepare(); err != nil {
			s.complain("%v", err)
		}
	}
	s.out.Linef("readyok")
}
