package term

import (
	"fmt"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// session is what both faces of the terminal share: the game, who plays it,
// and the engine.
type session struct {
	options Options
	game    *game
	people  [2]bool // the sides that persons play
	engine  *opponent
	notice  string // what is to be said at the beginning, if anything
}

func newSession(o Options) (*session, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	s := &session{options: o, people: o.People}
	if o.Game != nil {
		return s, s.adopt(o.Game)
	}
	s.game = newGame(o.Rules, o.Start, o.Control)
	s.meet(settings{level: o.Level, depth: o.Depth, moveTime: o.MoveTime, seed: o.Seed, book: o.Book, noBook: o.NoBook})
	return s, nil
}

// meet makes an engine for the game's rule set. Where there is none, people
// play both sides.
func (s *session) meet(how settings) {
	s.engine = newOpponent(s.game.rules, how)
	s.notice = ""
	if err := s.engine.absent(); err != nil && s.people != [2]bool{true, true} {
		s.people = [2]bool{true, true}
		s.notice = sentence(err.Error())
	}
}

// adopt goes on with a game that was read, in its own rule set.
func (s *session) adopt(from *notation.Game) error {
	g, err := resume(from, s.options.Control, s.now())
	if err != nil {
		return err
	}
	s.game = g
	how := settings{
		level: s.options.Level, depth: s.options.Depth, moveTime: s.options.MoveTime,
		seed: s.options.Seed, book: s.options.Book, noBook: s.options.NoBook,
	}
	if s.engine != nil {
		how = s.engine.settings
	}
	if s.engine == nil || s.engine.rules != g.rules {
		s.meet(how)
	}
	return nil
}

// restart begins a new game from a position.
func (s *session) restart(start board.Position) {
	s.game = newGame(s.game.rules, start, s.options.Control)
}

// fresh returns the position new games start from: that of the last game if it
// had one of its own, else the rule set's.
func (s *session) fresh() board.Position { return s.game.line.Start() }

func (s *session) now() time.Time { return s.options.Now() }

// rules returns the rule set in play.
func (s *session) rules() rules.Rules { return s.game.rules }

// engineToMove reports whether the engine has to move.
func (s *session) engineToMove() bool {
	return !s.people[s.game.toMove()] && !s.game.outcome().Over()
}

// seat lets people play the sides given and the engine the others. It fails if
// there is no engine for the rule set.
func (s *session) seat(people [2]bool) error {
	if people != [2]bool{true, true} {
		if err := s.engine.absent(); err != nil {
			return err
		}
	}
	s.people = people
	return nil
}

// setLevel changes how well the engine plays.
func (s *session) setLevel(n int) error {
	if n < 1 || n > engine.MaxLevel {
		return levelError(n)
	}
	how := s.engine.settings
	how.level = n
	s.engine = s.engine.with(how)
	return nil
}

// takeBack takes back moves until it is a person's turn, at least one. It says
// what was taken back, the last first, and nothing if there was nothing.
func (s *session) takeBack() (told string) {
	var what []string
	for {
		text, ok := s.game.undo(s.now())
		if !ok {
			break
		}
		what = append(what, text)
		if s.people[s.game.toMove()] || s.people == [2]bool{} {
			break
		}
	}
	if len(what) == 0 {
		return ""
	}
	told = "Took back " + strings.Join(what, " and ")
	if c := s.game.clock; c != nil && c.since.IsZero() && s.game.line.Ply() > 0 {
		told += "; the clock stands until the next move"
	}
	return told
}

// players names the players for a record.
func (s *session) players() (names [2]string) {
	for side := range names {
		if names[side] = s.engine.name(); s.people[side] {
			names[side] = "Person"
		}
	}
	return names
}

// seats says who plays.
func (s *session) seats() string {
	level := s.engine.level
	switch s.people {
	case [2]bool{true, true}:
		return "two people play"
	case [2]bool{}:
		return fmt.Sprintf("the engine plays itself at level %d", level)
	case [2]bool{true, false}:
		return fmt.Sprintf("you play White against level %d", level)
	}
	return fmt.Sprintf("you play Black against level %d", level)
}
