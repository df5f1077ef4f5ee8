package game

import "testing"

// TestStaleCountsHalfMoves refuses an offer meant for an earlier position in
// words that nobody can take for the numbers of moves.
func TestStaleCountsHalfMoves(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(0, "e4", "e5", "Nf3")
	err := s.try(anna, Draw{Ply: 2, Do: Offer})
	if want := "the game has moved on: it is at half-move 3, not 2"; err == nil || err.Error() != want {
		t.Errorf("an old offer is refused with %q, want %q", err, want)
	}
}
