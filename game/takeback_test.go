package game

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestTakebackIsExact takes moves back in games of every rule set: pieces that
// appeared and boards that moved are where they were, and so is everything
// that follows from the past.
func TestTakebackIsExact(t *testing.T) {
	for _, r := range variant.All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 8))
			s := duel(t, r.Info().Name, &Control{Initial: 600_000, Increment: 3000})
			seen := []string{look(s)}
			for range 300 {
				if s.game.Over() {
					s = duel(t, r.Info().Name, &Control{Initial: 600_000, Increment: 3000})
					seen = []string{look(s)}
				}
				n := s.game.Ply()
				if n >= 2 && rng.IntN(3) == 0 {
					asker, other := anna, bert
					if rng.IntN(2) == 0 {
						asker, other = bert, anna
					}
					s.do(asker, Takeback{Ply: n, Do: Offer})
					s.do(other, Takeback{Ply: n, Do: Accept})
					seen = seen[:s.game.Ply()+1]
					if got := look(s); got != seen[s.game.Ply()] {
						t.Fatalf("after the takeback to %d:\n%s\nbefore:\n%s", s.game.Ply(), got, seen[s.game.Ply()])
					}
					continue
				}
				p := s.game.line.Position()
				moves := rules.LegalMoves(r, &p)
				s.play(int64(rng.IntN(2000)), r.Guide().FormatMove(&p, moves[rng.IntN(len(moves))]))
				seen = append(seen, look(s))
			}
		})
	}
}

// look writes down all that a takeback must restore.
func look(s *script) string {
	shot := s.game.snapshot(anna, present{}, s.game.since)
	if shot.Clocks != nil {
		shot.Clocks.At = 0
	}
	text, err := json.Marshal(struct {
		Snapshot
		Repetitions int
		Earlier     []uint64
	}{shot, s.game.line.Repetitions(), s.game.line.Earlier()})
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}
