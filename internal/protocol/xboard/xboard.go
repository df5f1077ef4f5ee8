// Package xboard implements the Chess Engine Communication Protocol, version 2,
// for every rule set.
//
// [Serve] reads lines while a search runs. xboard.go dispatches commands, settings.go announces and sets
// options, variants.go describes rule sets to XBoard, play.go plays the game and runs background searches,
// clock.go limits them, and server.go holds the state of the session.
package xboard

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/rules"
)

// Serve runs a session until quit, the end of the input or the end of the context. At the end of the input,
// it waits for the engine's move. It returns any error from the context, the input or the output.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{conf: c, ctx: ctx, out: lines.NewWriter(out, cancel), engines: engine.Pool{Books: c.Book, Options: engine.Options{Tables: c.Tables}}}
	if err := s.reset(); err != nil {
		return err
	}
	defer s.cancel()
	incoming := lines.Lines(in, ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return cmp.Or(s.out.Err(), ctx.Err())
		case end := <-s.result():
			s.finishSearch(end)
		case l, open := <-incoming:
			switch {
			case !open:
				s.finish()
				return cmp.Or(s.out.Err(), ctx.Err())
			case errors.Is(l.Err, lines.ErrTooLong):
				s.fault(l.Err.Error(), "")
			case l.Err != nil:
				return l.Err
			case s.command(l.Text):
				return s.out.Err()
			}
		}
	}
}

// reset sets the default settings and starts the first game.
func (s *server) reset() error {
	if err := s.conf.Complete(); err != nil {
		return err
	}
	s.settings, s.timing = s.defaults(), newTiming()
	if s.conf.Game != nil {
		s.setGame(s.conf.Game)
		return nil
	}
	return s.newGame(s.conf.First())
}

// command handles a line and reports whether it was quit.
func (s *server) command(line string) (quit bool) {
	word, rest := line, ""
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		word, rest = line[:i], strings.TrimSpace(line[i:])
	}
	switch {
	case word == "quit":
		return true
	case ignored[word]:
	case s.gameCommand(word, rest), s.settingCommand(word, rest):
	default:
		s.other(line)
	}
	return false
}

// ignored lists commands that have no effect: greetings, responses to features, and commands that the
// features exclude but old clients send anyway.
var ignored = map[string]bool{
	"": true, "xboard": true, "accepted": true, "rejected": true, "random": true, "computer": true,
	"name": true, "rating": true, "ics": true, "white": true, "black": true, "egtpath": true, "nps": true,
}

// needsGame lists the commands that need a position.
var needsGame = map[string]bool{
	"go": true, "playother": true, "undo": true, "remove": true, "analyze": true, "hint": true, "bk": true,
}

// gameCommand handles a command about the game. It returns false if the command is not one of these.
func (s *server) gameCommand(word, rest string) bool {
	if s.game == nil && needsGame[word] {
		s.fault(s.refused.Error(), word)
		return true
	}
	switch word {
	case "new":
		s.newCommand()
	case "variant":
		s.variant(rest)
	case "setboard":
		s.setBoard(rest)
	case "force":
		s.forceMode()
	case "go":
		s.play(s.turn())
	case "playother":
		s.play(s.turn().Other())
	case "usermove":
		s.userMove(rest)
	case "?":
		if s.thinking() {
			s.job.stop()
		}
	case "undo":
		s.undo(word, 1)
	case "remove":
		s.undo(word, 2)
	case "analyze":
		s.analyse()
	case "exit":
		if s.mode == analyse {
			s.forceMode()
		}
	case ".":
		s.status()
	case "draw":
		s.drawOffer()
	case "result":
		s.forceMode()
		s.over = true
	case "hint":
		s.hint()
	case "bk":
		s.showBook()
	case "ping":
		s.ping(rest)
	case "edit":
		s.fault("not supported, use setboard", word)
	default:
		return false
	}
	return true
}

// ping responds once all earlier commands are done, including the engine's move.
func (s *server) ping(number string) {
	if s.thinking() {
		s.pongs = append(s.pongs, number)
		return
	}
	s.out.Linef("pong %s", number)
}

// other handles an unknown command, which may be a move from a client that rejected the usermove feature.
func (s *server) other(line string) {
	if s.game == nil {
		s.fault(s.refused.Error(), line)
		return
	}
	p := s.game.Position()
	_, err := s.game.Rules().Guide().ParseMove(&p, line)
	var illegal *rules.IllegalMove
	if err != nil && !errors.As(err, &illegal) {
		s.fault("unknown command", line)
		return
	}
	s.userMove(line)
}

// analyse starts analysis mode.
func (s *server) analyse() {
	s.cancel()
	s.mode = analyse
	s.post.Store(true) // the lines of an analysis must be visible
	s.startAnalysis()
}

// status responds to a dot during analysis with the time in centiseconds, the nodes, the depth, 0 as the number
// of moves still to search, and the total number of moves.
func (s *server) status() {
	rep := s.latest.Load()
	if s.job == nil || s.job.purpose != analysis || rep == nil {
		return
	}
	p := s.game.Position()
	s.out.Linef("stat01: %d %d %d 0 %d", time.Since(s.job.began).Milliseconds()/10, rep.Nodes, rep.Depth,
		len(rules.LegalMoves(s.game.Rules(), &p)))
}

// drawOffer accepts a draw offer by offering a draw, or declines it by not responding. It decides by the same
// rule as the computer on the server.
func (s *server) drawOffer() {
	if s.mode != playing || s.over || s.score == nil {
		return
	}
	p := s.game.Position()
	if game.TakesDraw(2*(int(p.FullmoveNumber)-1)+int(p.Side), *s.score) {
		s.out.Linef("offer draw")
	}
}

// hint prints a move for the side to move, from the running search or from a short one.
func (s *server) hint() {
	p := s.game.Position()
	var best board.Move
	switch {
	case s.thinking() || s.game.Outcome().Over():
		return
	case s.job != nil && s.job.purpose == ponder:
		best = s.job.expected
	case s.job != nil:
		if rep := s.latest.Load(); rep != nil && len(rep.PV) > 0 {
			best = rep.PV[0]
		}
	default:
		e, err := s.prepare()
		if err != nil {
			s.out.Linef("telluser %v", err)
			return
		}
		res, err := e.Choose(s.ctx, s.game, engine.Limits{MoveTime: 100 * time.Millisecond}, nil)
		if err != nil {
			return
		}
		best = res.Best
	}
	if best != board.NoMove {
		s.out.Linef("Hint: %s", s.moveText(&p, best))
	}
}

// showBook prints the book move, followed by an empty line, which ends the response.
func (s *server) showBook() {
	text := "no move in the book"
	r, p := s.game.Rules(), s.game.Position()
	if m, ok := engine.BookMove(s.book(), r, &p, 0); ok {
		text = r.Guide().FormatSAN(&p, m)
	}
	s.out.Linef(" %s", text)
	s.out.Linef("")
}
