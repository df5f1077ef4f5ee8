package game

import (
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

func TestIncrement(t *testing.T) {
	s := duel(t, "chess", &clock.Control{Initial: 60_000, Increment: 2000})
	s.clocks(60_000, 60_000, Nobody)
	s.play(30_000, "e4", "e5") // the first move of each side costs no time
	s.clocks(60_000, 60_000, White)
	s.wait(1500)
	s.clocks(58_500, 60_000, White)
	s.play(3500, "Nf3")
	s.clocks(57_000, 60_000, Black)
	if got := *s.game.moves[2].Clock; got != 57_000 {
		t.Errorf("clock after the third move: %d ms, want 57000", got)
	}
	s.play(59_999, "Nc6")
	s.clocks(57_000, 2001, White)
	s.wait(57_000)
	s.refused(CodeOver, anna, s.next("a3"))
	s.ends(rules.BlackWins, string(rules.Time))
	s.clocks(0, 2001, Nobody)
	s.wait(5000)
	s.clocks(0, 2001, Nobody)
}

func TestDelay(t *testing.T) {
	s := duel(t, "chess", &clock.Control{Initial: 10_000, Delay: 3000})
	s.play(0, "e4", "e5")
	s.wait(1000)
	s.clocks(10_000, 10_000, White)
	if got := s.game.Clocks(s.at); got.At != s.at+2000 {
		t.Errorf("Clocks.At is %d ms ahead, want 2000", got.At-s.at)
	}
	s.play(1500, "Nf3") // 2.5 s in total, within the delay
	s.clocks(10_000, 10_000, Black)
	s.play(5000, "Nc6")
	s.clocks(10_000, 8000, White)
	s.wait(12_999)
	if events := s.game.Due(s.at); len(events) > 0 {
		t.Fatalf("Due 1 ms before the flag = %+v, want nothing", events)
	}
	s.wait(1)
	s.add(s.game.Due(s.at))
	s.ends(rules.BlackWins, string(rules.Time))
}

// TestFlagAgainstBareKing checks the result when a flag falls and the opponent has only a king: a draw,
// unless moves spawn pieces.
//
// Holds: chess 1.11; mirrorsquare 1.11; nachfolger 1.10; alice 4.8.
func TestFlagAgainstBareKing(t *testing.T) {
	for name, want := range map[string]rules.Result{"chess": rules.Draw, "nachfolger": rules.BlackWins, "mirrorsquare": rules.BlackWins, "alice": rules.Draw} {
		board, moves := "4k3/8/8/8/7R/8/8/K7", []string{"Kb1", "Kd8"}
		if name == "alice" {
			board, moves = board+"|8/8/8/8/8/8/8/8", []string{"Kb1A", "Kd8A"}
		}
		s := begin(t, seats(Start{Variant: name, Position: board + " w - - 0 1", Control: &clock.Control{Initial: 10_000}}))
		s.play(0, moves...)
		s.wait(10_000)
		s.add(s.game.Due(s.at))
		s.ends(want, string(rules.Time))
		s.clocks(0, 10_000, Nobody)
	}
}

func TestDays(t *testing.T) {
	s := duel(t, "trid", &clock.Control{Days: 3})
	s.wait(13 * day)
	moves := rules.LegalMoves(s.game.rules, ptr(s.game.line.Position()))
	if len(moves) == 0 {
		t.Fatal("LegalMoves of the start: none")
	}
	for range 2 {
		p := s.game.line.Position()
		s.play(day/2, s.game.rules.Guide().FormatUCI(&p, rules.LegalMoves(s.game.rules, &p)[0]))
	}
	s.clocks(3*day, 3*day, White)
	s.wait(2 * day)
	s.clocks(day, 3*day, White)
	p := s.game.line.Position()
	s.play(0, s.game.rules.Guide().FormatUCI(&p, rules.LegalMoves(s.game.rules, &p)[0]))
	s.clocks(3*day, 3*day, Black)
	s.wait(3 * day)
	s.add(s.game.Due(s.at))
	s.ends(rules.WhiteWins, string(rules.Time))
}

func ptr[T any](v T) *T { return &v }

func TestNoClock(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(1000, "e4", "e5")
	if s.game.Clocks(s.at) != nil || s.game.moves[1].Clock != nil {
		t.Error("Clocks is not nil in a game without a clock")
	}
}

func TestInactiveGames(t *testing.T) {
	token := "a token"
	for name, test := range map[string]struct {
		start Start
		plies int
		after int64
	}{
		"an open challenge":          {Start{Variant: "chess", White: Seat{Session: anna}, Open: true}, 0, lapseOpen},
		"an invitation":              {Start{Variant: "chess", White: Seat{Session: anna}, Invite: HashOf(token)}, 0, lapseFriend},
		"no first move":              {seats(Start{Variant: "chess", Control: &clock.Control{Initial: 60_000}}), 0, lapseClock},
		"no second move":             {seats(Start{Variant: "chess", Control: &clock.Control{Initial: 60_000}}), 1, lapseClock},
		"no first move by days":      {seats(Start{Variant: "chess", Control: &clock.Control{Days: 1}}), 0, lapseDays},
		"no clock and no third move": {seats(Start{Variant: "chess"}), 2, lapseIdle},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, test.start)
			s.play(0, []string{"e4", "e5"}[:test.plies]...)
			s.wait(test.after - 1)
			if events := s.game.Due(s.at); len(events) > 0 {
				t.Fatalf("Due 1 ms before the deadline = %+v, want nothing", events)
			}
			s.wait(1)
			s.add(s.game.Due(s.at))
			s.ends("", string(rules.Aborted))
			if s.game.Deadline() != 0 {
				t.Errorf("Deadline after the abort = %d, want 0", s.game.Deadline())
			}
		})
	}
}

// TestControlIsChecked checks that unplayable time controls are rejected.
func TestControlIsChecked(t *testing.T) {
	r, _ := find("chess")
	for _, c := range []clock.Control{{Initial: 999}, {Days: 31}, {Initial: 60_000, Moves: 40}, {Increment: 1000}} {
		if _, err := NewLocalStart(r, LocalGame{Control: &c}, true); codeOf(err) != CodeInvalid {
			t.Errorf("NewLocalStart with %+v: got error %v, want %q", c, err, CodeInvalid)
		}
	}
	for _, c := range []*clock.Control{nil, {}, {Initial: 1000}, {Days: 30}} {
		if s, err := NewLocalStart(r, LocalGame{Control: c}, true); err != nil || (s.Control == nil) != (c == nil || c.None()) {
			t.Errorf("NewLocalStart with %+v: got control %+v, error %v", c, s.Control, err)
		}
	}
}

// TestTakebackClock checks that a takeback restores both clocks.
func TestTakebackClock(t *testing.T) {
	s := duel(t, "chess", &clock.Control{Initial: 60_000, Increment: 1000})
	s.play(0, "e4", "e5")
	s.play(5000, "Nf3", "Nc6") // 56 s each
	s.play(10_000, "Bc4")      // 47 s
	s.wait(7000)
	s.do(anna, Takeback{Ply: 5, Do: Offer})
	s.refused(CodeTooSoon, bert, Takeback{Ply: 5, Do: Offer})
	s.wait(1000)
	s.do(bert, Takeback{Ply: 5, Do: Accept})
	s.clocks(56_000, 56_000, White)
	s.wait(500)
	s.clocks(55_500, 56_000, White)
	s.do(anna, Takeback{Ply: 4, Takebacks: 1, Do: Offer})
	s.do(bert, Takeback{Ply: 4, Takebacks: 1, Do: Accept})
	s.clocks(60_000, 60_000, White)
	if s.game.Ply() != 2 {
		t.Errorf("after the takebacks: %d moves, want 2", s.game.Ply())
	}
	s.do(bert, Takeback{Ply: 2, Takebacks: 2, Do: Offer})
	s.do(anna, Takeback{Ply: 2, Takebacks: 2, Do: Accept})
	s.clocks(60_000, 60_000, Nobody) // the clock has not started at this ply
}
