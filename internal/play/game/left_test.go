package game

import (
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// TestAbsenceLimit checks how long a player may be absent with each time control.
func TestAbsenceLimit(t *testing.T) {
	for want, c := range map[int64]*clock.Control{
		15_000: {Initial: 15_000}, 30_000: {Initial: 300_000, Increment: 3000}, 90_000: {Initial: 900_000}, 120_000: {Initial: 7_200_000}, 0: {Days: 3}, day: nil,
	} {
		if got := duel(t, "chess", c).game.Patience(); got != want {
			t.Errorf("Patience with %+v = %d ms, want %d", c, got, want)
		}
	}
}

// TestClaimAbsent checks that claims depend on how long the opponent has been absent.
func TestClaimAbsent(t *testing.T) {
	s := duel(t, "chess", &clock.Control{Initial: 300_000})
	gone := s.at
	s.wait(60_000)
	s.refused(CodeNothing, anna, ClaimLeft{Gone: gone}) // not allowed before both sides have moved
	s.play(0, "e4", "e5")
	s.refused(CodeNothing, anna, ClaimLeft{Ply: 2})
	s.refused(CodeStale, anna, ClaimLeft{Ply: 1, Gone: gone})
	s.refused(CodeTooSoon, anna, ClaimLeft{Ply: 2, Gone: s.at - 29_999})
	s.refused(CodeNoSeat, cora, ClaimLeft{Ply: 2, Gone: gone})
	s.do(bert, ClaimLeft{Ply: 2, Gone: gone, Draw: true})
	s.ends(rules.Draw, "abandoned")
	if got := s.game.Result().String(); got != "draw: White left the game" {
		t.Errorf("result: got %q", got)
	}
	s.silent(bert, ClaimLeft{Ply: 2, Gone: gone, Draw: true})
	s.refused(CodeOver, anna, ClaimLeft{Ply: 2, Gone: gone})
	if again, err := Fold(find, s.events); err != nil || *again.Result() != *s.game.Result() {
		t.Errorf("result after loading: got %+v (error %v), want %+v", again.Result(), err, s.game.Result())
	}
}

// TestClaimWithBareKing checks that a side that cannot mate gets a draw instead of a win.
func TestClaimWithBareKing(t *testing.T) {
	for by, want := range map[Hash]rules.Result{anna: rules.WhiteWins, bert: rules.Draw} {
		s := begin(t, seats(Start{Variant: "chess", Position: "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", Control: &clock.Control{Initial: 60_000}}))
		s.play(0, "Kf1", "Kf8")
		s.wait(20_000)
		s.do(by, ClaimLeft{Ply: 2, Gone: 1_000_000})
		s.ends(want, "abandoned")
	}
}

// TestClaimUntimed checks that the day counts from the later of the player's departure and the last move, and
// only while it is their turn.
func TestClaimUntimed(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(0, "e4", "e5")
	gone := s.at
	s.wait(2 * day)
	s.refused(CodeNothing, anna, ClaimLeft{Ply: 2, Gone: gone})
	s.play(0, "Nf3")
	s.wait(day - 1)
	s.refused(CodeTooSoon, anna, ClaimLeft{Ply: 3, Gone: gone})
	s.wait(1)
	s.do(anna, ClaimLeft{Ply: 3, Gone: gone})
	s.ends(rules.WhiteWins, "abandoned")
}
