package positions_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestGames walks twice with the same seed. The games must be the same, each position must
// follow from the previous one, and no game may be longer than requested.
func TestGames(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		var hashes []uint64
		var next board.Position
		for p, m := range positions.Games(t, r, 1, 2, 30, positions.Captures) {
			if len(hashes)%30 != 0 && !p.Equal(&next) {
				t.Fatalf("%s: %s does not follow from the position before", r.Info().Name, r.Guide().FormatPosition(p))
			}
			hashes = append(hashes, p.Hash)
			if m == board.NoMove {
				t.Fatalf("%s: the game ends in %s: choose another seed", r.Info().Name, r.Guide().FormatPosition(p))
			}
			next = positions.After(t, r, p, m)
		}
		if len(hashes) != 60 || hashes[0] != hashes[30] || hashes[29] == hashes[59] {
			t.Errorf("%s: %d positions, the games begin with %x and %x", r.Info().Name, len(hashes), hashes[0], hashes[30])
		}
		for p := range positions.Games(t, r, 1, 2, 30, positions.Captures) {
			if p.Hash != hashes[0] {
				t.Fatalf("%s: the same seed gives different games", r.Info().Name)
			}
			hashes = hashes[1:]
		}
	}
}

// TestWalkEnds checks that a walk stops at a position without legal moves, which it yields once with
// NoMove.
func TestWalkEnds(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	mate := positions.Play(t, r, positions.From(t, r, "start"), "f2f3", "e7e5", "g2g4", "d8h4")
	seen := 0
	for p, m := range positions.Walk(r, mate, positions.Dice(1, 1), 10, positions.Any) {
		if seen++; m != board.NoMove || *p != mate || positions.State(r, p) != "mate" {
			t.Errorf("the walk continues with %s", r.Guide().FormatUCI(p, m))
		}
	}
	if line := positions.Line(t, r, "", "f3", "e5", "g4", "Qh4#"); seen != 1 || line.Position() != mate || line.Outcome().Result != rules.BlackWins {
		t.Errorf("%d positions were visited, and the line ends in %s", seen, line.Outcome().Result)
	}
	if back := positions.Flip(new(positions.Flip(&mate))); back != mate {
		t.Errorf("flipping the position twice gives %s", r.Guide().FormatPosition(&back))
	}
}
