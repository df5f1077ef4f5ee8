package game

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var find = variant.Builtin().Find

var (
	anna = HashOf("anna's secret")
	bert = HashOf("bert's secret")
	cora = HashOf("cora's secret")
)

// script is a game that a test drives step by step, with its own clock.
type script struct {
	t      *testing.T
	game   *Game
	events []Event
	at     int64
}

func begin(t *testing.T, s Start) *script {
	t.Helper()
	r, ok := find(s.Variant)
	if !ok {
		t.Fatalf("find(%q): unknown rule set", s.Variant)
	}
	s.ID = "abcdefghijkl"
	if s.Position == "" {
		s.Position = r.Info().Start
	}
	events := []Event{{Type: Created, At: 1_000_000, Start: &s}}
	g, err := Fold(find, events)
	if err != nil {
		t.Fatalf("Fold: %v", err)
	}
	return &script{t, g, events, 1_000_000}
}

// seats fills both seats with people.
func seats(s Start) Start {
	s.White, s.Black = Seat{Session: anna, Name: "Anna"}, Seat{Session: bert, Name: "Bert"}
	return s
}

func duel(t *testing.T, variant string, c *clock.Control) *script {
	return begin(t, seats(Start{Variant: variant, Control: c}))
}

// wait advances the time.
func (s *script) wait(ms int64) { s.at += ms }

// try carries out a command as a room does, and returns its error.
func (s *script) try(by Hash, c Command) error {
	s.t.Helper()
	s.add(s.game.Due(s.at))
	events, err := s.game.Decide(s.game.Seat(by), c, s.at)
	s.add(events)
	return err
}

func (s *script) add(events []Event) {
	s.t.Helper()
	for _, e := range events {
		if err := s.game.Apply(e); err != nil {
			s.t.Fatalf("apply %+v: %v", e, err)
		}
		s.events = append(s.events, e)
	}
}

func (s *script) do(by Hash, c Command) {
	s.t.Helper()
	if err := s.try(by, c); err != nil {
		s.t.Fatalf("%T%+v: %v", c, c, err)
	}
}

// refused tries a command and checks that it fails with a code and causes no events except those due.
func (s *script) refused(code Code, by Hash, c Command) {
	s.t.Helper()
	before := len(s.events)
	err := s.try(by, c)
	if got := codeOf(err); got != code {
		s.t.Fatalf("%T%+v: got %q (%v), want %q", c, c, got, err, code)
	}
	for _, e := range s.events[before:] {
		if e.Type != Flagged && e.Type != Aborted {
			s.t.Fatalf("refused %T caused event %+v", c, e)
		}
	}
}

// silent repeats a command that was already carried out and checks that it causes no events.
func (s *script) silent(by Hash, c Command) {
	s.t.Helper()
	before := len(s.events)
	s.do(by, c)
	if len(s.events) != before {
		s.t.Fatalf("repeated %T caused events %+v, want none", c, s.events[before:])
	}
}

func codeOf(err error) Code {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// next returns a command that plays a move in the current position.
func (s *script) next(text string) Move {
	p := s.game.line.Position()
	return Move{Ply: s.game.Ply(), Takebacks: s.game.takebacks, Key: KeyText(p.Hash), Move: text}
}

// play plays moves for the side to move, each after a pause.
func (s *script) play(each int64, moves ...string) {
	s.t.Helper()
	for _, m := range moves {
		s.wait(each)
		s.do(s.mover(), s.next(m))
	}
}

func (s *script) mover() Hash {
	for _, b := range []Hash{anna, bert, cora} {
		if s.game.seats[s.game.Turn()].Session == b {
			return b
		}
	}
	s.t.Fatal("mover: no person is to move")
	return Hash{}
}

// ends checks that the game is over with the given result and reason.
func (s *script) ends(result rules.Result, reason string) {
	s.t.Helper()
	if s.game.result == nil {
		s.t.Fatalf("the game is in play, want %s by %s", result, reason)
	}
	if got := s.game.result; got.Result != result || string(got.Reason) != reason || got.String() == "" {
		s.t.Fatalf("result: got %+v, want %s by %s", *got, result, reason)
	}
}

func (s *script) clocks(white, black int64, running Side) {
	s.t.Helper()
	got := s.game.Clocks(s.at)
	if got == nil || got.White != white || got.Black != black || got.Running != running {
		s.t.Fatalf("Clocks: got %+v, want %d and %d with %q running", got, white, black, running)
	}
}
