package xboard

import (
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// XBoard checks every move on its own board, and a player whose move it considers illegal forfeits the game.
// It therefore has to know how the pieces move. It supports only games on its own board whose moves have the
// same effects as chess moves.

// shown reports whether XBoard can display a game. XBoard does not support lines that hop over the edge, or
// games in which stalemate is not a draw.
func shown(r rules.Rules) bool {
	info := r.Info()
	if !info.Chessboard() || info.Reflects {
		return false
	}
	d, ok := definition.Of(r)
	return !ok || d.Plain() && d.Seam.Crossing != definition.Hop && d.Stalemate == rules.StalemateDraws
}

// offered lists the available rule sets by their XBoard names.
func (s *server) offered() (names []string) {
	for _, r := range s.conf.Rules.All() {
		switch info := r.Info(); {
		case r == s.conf.First() && info.Chess960:
			names = append([]string{"normal", fischerandom}, names...)
		case r == s.conf.First():
			names = append([]string{"normal"}, names...)
		case s.conf.All || shown(r):
			names = append(names, info.Name)
		}
	}
	return names
}

// fischerandom is XBoard's name for Chess960, in which castling is written as O-O or O-O-O.
const fischerandom = "fischerandom"

// find returns the rule set with the given XBoard name, or nil if there is none.
func (s *server) find(name string) rules.Rules {
	if first := s.conf.First(); name == "normal" || name == fischerandom && first.Info().Chess960 {
		return first
	}
	r, _ := s.conf.Rules.Find(name)
	return r
}

// variant starts a game of another rule set, or reports that the rule set is not supported.
func (s *server) variant(name string) {
	r := s.find(name)
	if r == nil || !s.conf.All && !shown(r) {
		if r != nil {
			name = r.Info().Name
			s.out.Linef("tellusererror XBoard cannot display %s: play it with tain play %s, in the browser with tain serve, or in a program that knows it over UCI", name, name)
		}
		s.rules = nil
		s.refuse(fmt.Errorf("unsupported variant %q", notation.Clip(name)))
		s.fault("unsupported variant", name)
		return
	}
	s.cancel()
	s.chess960 = name == fischerandom
	if err := s.newGame(r); err != nil {
		s.fault(err.Error(), "variant "+name)
		return
	}
	if r != s.conf.First() {
		s.describe(r)
	}
	if s.mode == analyse {
		s.startAnalysis()
	}
}

// describe sends XBoard a description of a rule set: the starting position, unless XBoard has a variant with
// that name, and the moves of each piece in Betza notation, in which o means a cylinder.
func (s *server) describe(r rules.Rules) {
	info := r.Info()
	if !info.Chessboard() {
		return
	}
	if info.Name != "cylinder" {
		s.out.Linef("setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s", info.Start)
	}
	d, ok := definition.Of(r)
	if !ok || !d.Plain() || d.Seam.Crossing == definition.Hop {
		return
	}
	over := func(k board.Role) string {
		if d.Seam.Crossing == definition.Wrap && d.Seam.Kinds.Has(k.Letter()|0x20) {
			return "o"
		}
		return ""
	}
	if over(board.Pawn) != "" || !d.DoublePush {
		pawn := "fmWfce" + over(board.Pawn) + "F" // pushes, captures and en passant, over the seam
		if d.DoublePush {
			pawn += "ifmnD" // double push from the home square
		}
		s.out.Linef("piece P& %s", pawn)
	}
	for k := board.Knight; k <= board.King; k++ {
		if over(k) != "" {
			s.out.Linef("piece %c& o%c", k.Letter(), k.Letter())
		}
	}
}
