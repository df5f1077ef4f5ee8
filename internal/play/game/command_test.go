package game

import "testing"

// TestStaleCommandMessage checks that the error for a stale command counts half-moves and names the unit.
func TestStaleCommandMessage(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(0, "e4", "e5", "Nf3")
	err := s.try(anna, Draw{Ply: 2, Do: Offer})
	if want := "the game has moved on: it is at half-move 3, not 2"; err == nil || err.Error() != want {
		t.Errorf("stale draw offer: got %v, want %q", err, want)
	}
}
