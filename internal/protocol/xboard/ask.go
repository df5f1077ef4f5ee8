package xboard

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// analyse begins to think about every position.
func (s *server) analyse() {
	s.cancel()
	s.mode = analyse
	s.post.Store(true) // an analysis that is not shown is of no use
	s.startAnalysis()
}

// startAnalysis thinks about the position on the board.
func (s *server) startAnalysis() {
	s.run(analysis, s.game, engine.Limits{Infinite: true}, board.NoMove)
}

// status answers a dot: hundredths of a second, nodes, depth, moves left to
// consider, moves in all.
func (s *server) status() {
	rep := s.latest.Load()
	if s.job == nil || s.job.purpose != analysis || rep == nil {
		return
	}
	p := s.game.Position()
	s.out.Linef("stat01: %d %d %d 0 %d", time.Since(s.job.began).Milliseconds()/10, rep.Nodes, rep.Depth,
		len(rules.LegalMoves(s.game.Rules(), &p)))
}

// drawOffer accepts or is silent, which declines, as the computer does wherever
// it plays. A position that was set up counts from its own move number.
func (s *server) drawOffer() {
	if s.mode != playing || s.over || s.score == nil {
		return
	}
	p := s.game.Position()
	if game.TakesDraw(2*(int(p.FullmoveNumber)-1)+int(p.Side), *s.score) {
		s.out.Linef("offer draw")
	}
}

// hint tells a move for the side to move, from what is known or from a short
// look.
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

// showBook tells what the book would play; an empty line ends the answer.
func (s *server) showBook() {
	text := "no move in the book"
	r, p := s.game.Rules(), s.game.Position()
	if m, ok := engine.BookMove(s.book(), r, &p, 0); ok {
		text = r.Guide().FormatSAN(&p, m)
	}
	s.out.Linef(" %s", text)
	s.out.Linef("")
}
