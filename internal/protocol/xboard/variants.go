package xboard

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/rules"
)

// XBoard keeps a board of its own, judges every move on it and forfeits the
// game of whoever plays one it does not know. So it must be told how the pieces
// move, and it can be told only of games on its own board where a move changes
// what it changes in chess.

// shown reports whether XBoard can follow a game by what it is told.
func shown(info *rules.Info) bool { return info.Chessboard() && !info.Reflects }

// offered are the rule sets to choose from, by the names XBoard has for them.
func (s *server) offered() (names []string) {
	for _, r := range s.conf.Rules.All() {
		switch info := r.Info(); {
		case r == s.conf.First():
			names = append([]string{"normal"}, names...)
		case s.conf.All || shown(info):
			names = append(names, info.Name)
		}
	}
	return names
}

// named returns the rule set of a name, nil if there is none.
func (s *server) named(name string) rules.Rules {
	if name == "normal" {
		return s.conf.First()
	}
	r, _ := s.conf.Rules.Find(name)
	return r
}

// variant chooses another rule set and its start.
func (s *server) variant(name string) {
	r := s.named(name)
	if r == nil || !s.conf.All && !shown(r.Info()) {
		if r != nil {
			name = r.Info().Name
			s.out.Linef("tellusererror XBoard cannot show %s: play it with tain play %s, in the browser with tain serve, or in a program that knows it over UCI", name, name)
		}
		s.rules = nil
		s.refuse(fmt.Errorf("unsupported variant %q", lines.Clip(name)))
		s.fault("unsupported variant", name)
		return
	}
	s.cancel()
	if err := s.newGame(r); err != nil {
		s.fault(err.Error(), "variant "+name)
		return
	}
	if r != s.conf.First() {
		s.describe(r.Info())
	}
	if s.mode == analyse {
		s.startAnalysis()
	}
}

// describe tells XBoard what a rule set looks like: the start, unless it knows
// a game of that name, and in Betza's notation how the pieces move on a board
// that goes round (o), of which it knows nothing.
func (s *server) describe(info *rules.Info) {
	if !info.Chessboard() {
		return
	}
	if info.Name != "cylinder" {
		s.out.Linef("setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s", info.Start)
	}
	if info.Wraps {
		s.out.Linef("piece P& fmWfceoFifmnD") // ahead, captures and en passant over the seam, two squares from home
		for _, letter := range "NBRQK" {
			s.out.Linef("piece %c& o%c", letter, letter)
		}
	}
}

// tellable are the legal moves that XBoard can be told, nil if they all are:
// it takes en passant one rank ahead, and has no word for a capture that lands
// on the pawn's home. Where nothing else is left all are.
func tellable(game *rules.Line) (moves []board.Move) {
	p := game.Position()
	r := game.Rules()
	guide := r.Guide()
	all := rules.LegalMoves(r, &p)
	for _, m := range all {
		ahead := m.To().Rank() - m.From().Rank()
		if guide.Class(&p, m)&rules.EnPassant == 0 || ahead*ahead == 1 {
			moves = append(moves, m)
		}
	}
	if len(moves) == len(all) {
		return nil
	}
	return moves
}
