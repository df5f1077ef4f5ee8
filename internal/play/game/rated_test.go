package game

import (
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
)

// TestRatedStart checks which games can be rated.
func TestRatedStart(t *testing.T) {
	r, _ := find("chess")
	blitz := &clock.Control{Initial: 180_000, Increment: 2000}
	p, err := startingPosition(r, "960:5")
	if err != nil {
		t.Fatal(err)
	}
	account := Creation{ID: "abcdefghijkl", Session: anna, Account: true, Plays: true}
	guest := account
	guest.Account = false
	for name, test := range map[string]struct {
		request Request
		by      Creation
		want    Code
	}{
		"friend":         {Request{Opponent: Friend, Control: blitz}, account, ""},
		"open":           {Request{Opponent: Anybody, Control: blitz}, account, ""},
		"correspondence": {Request{Opponent: Anybody, Control: &clock.Control{Days: 3}}, account, ""},
		"usual start":    {Request{Opponent: Friend, Control: blitz, Position: r.Info().Start}, account, ""},
		"shuffled":       {Request{Opponent: Friend, Control: blitz, Position: p}, account, ""},
		"guest":          {Request{Opponent: Friend, Control: blitz}, guest, CodeAccount},
		"computer":       {Request{Opponent: Computer, Level: 3, Control: blitz}, account, CodeInvalid},
		"one screen":     {Request{Opponent: Oneself, Control: blitz}, account, CodeInvalid},
		"no clock":       {Request{Opponent: Friend}, account, CodeInvalid},
		"position":       {Request{Opponent: Friend, Control: blitz, Position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, account, CodeInvalid},
		"last move":      {Request{Opponent: Friend, Control: blitz, LastMove: "e2e4"}, account, CodeInvalid},
	} {
		test.request.Rated = true
		start, err := NewStart(r, test.request, test.by)
		if codeOf(err) != test.want || err == nil && !start.Rated {
			t.Errorf("%s: %+v, %v; want the code %q", name, start, err, test.want)
		}
		test.request.Rated = false
		if start, err := NewStart(r, test.request, test.by); err != nil || start.Rated {
			t.Errorf("%s, casual: %+v, %v", name, start, err)
		}
	}
}

// TestRatedTakeback checks that no move can be taken back in a rated game, and that the rematch is rated too.
func TestRatedTakeback(t *testing.T) {
	s := begin(t, seats(Start{Variant: "chess", Control: &clock.Control{Initial: 60_000}, Rated: true}))
	s.do(anna, s.next("e2e4"))
	s.do(bert, s.next("e7e5"))
	for _, by := range []Hash{anna, bert} {
		s.refused(CodeInvalid, by, Takeback{Ply: 2, Do: Offer})
		s.refused(CodeInvalid, by, Takeback{Ply: 2, Do: Accept})
	}
	if shot := s.game.Snapshot(White, s.at); shot.Undo != (Undo{-1, -1}) || !shot.Rated {
		t.Errorf("snapshot with undo %v, rated %v", shot.Undo, shot.Rated)
	}
	s.do(anna, Resign{})
	if event := s.game.Record(s.at).Tag("Event"); event != "Rated game" {
		t.Errorf("the record of a rated game has the event %q", event)
	}
	if next := s.game.RematchStart("mnopqrstuvwx"); !next.Rated {
		t.Error("the rematch of a rated game is casual")
	}
}
