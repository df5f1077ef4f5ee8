package game

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestTakebackIsExact takes moves back in games of every rule set, and checks that this restores
// spawned pieces, moved boards and all state that depends on earlier moves.
func TestTakebackIsExact(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 8))
			s := duel(t, r.Info().Name, &clock.Control{Initial: 600_000, Increment: 3000})
			seen := []string{look(s)}
			for range 300 {
				if s.game.Over() {
					s = duel(t, r.Info().Name, &clock.Control{Initial: 600_000, Increment: 3000})
					seen = []string{look(s)}
				}
				n := s.game.Ply()
				if n >= 2 && rng.IntN(3) == 0 {
					asker, other := anna, bert
					if rng.IntN(2) == 0 {
						asker, other = bert, anna
					}
					back := s.game.takebacks
					s.do(asker, Takeback{Ply: n, Takebacks: back, Do: Offer})
					s.do(other, Takeback{Ply: n, Takebacks: back, Do: Accept})
					seen = seen[:s.game.Ply()+1]
					if got := look(s); got != seen[s.game.Ply()] {
						t.Fatalf("after the takeback to %d moves:\n%s\nwant:\n%s", s.game.Ply(), got, seen[s.game.Ply()])
					}
					continue
				}
				p := s.game.line.Position()
				moves := rules.LegalMoves(r, &p)
				s.play(int64(rng.IntN(2000)), r.Guide().FormatUCI(&p, moves[rng.IntN(len(moves))]))
				seen = append(seen, look(s))
			}
		})
	}
}

// TestRepeatsAfterTakeback repeats commands from before a takeback. They are stale even though the position
// is the same, unless the move has been played again.
func TestRepeatsAfterTakeback(t *testing.T) {
	s := duel(t, "chess", nil)
	s.play(0, "e4", "e5")
	taken := s.next("Nf3")
	s.do(anna, taken)
	offer, grant := Takeback{Ply: 3, Do: Offer}, Takeback{Ply: 3, Do: Accept}
	s.do(anna, offer)
	s.do(bert, grant)
	s.refused(CodeStale, anna, taken)
	for _, c := range []Command{Draw{Ply: 2, Do: Offer}, Claim{Ply: 2}, Takeback{Ply: 2, Do: Offer}} {
		s.refused(CodeStale, anna, c)
	}
	again := s.next("Nf3")
	s.do(anna, again)
	s.silent(anna, again)
	s.silent(anna, taken) // already played
	s.refused(CodeStale, anna, offer)
	s.refused(CodeStale, bert, grant)
	if s.game.Ply() != 3 || s.game.Snapshot(s.game.Seat(anna), s.at).Takebacks != 1 {
		t.Errorf("after the repeats: %+v", s.game.Snapshot(s.game.Seat(anna), s.at))
	}
}

// look returns the state that a takeback must restore, as text.
func look(s *script) string {
	shot := s.game.Snapshot(s.game.Seat(anna), s.game.updated)
	shot.Takebacks, shot.Rules, shot.Moves = 0, nil, append([]PlayedMove{}, shot.Moves...)
	if shot.Clocks != nil {
		shot.Clocks.At = 0
	}
	text, err := json.Marshal(struct {
		Snapshot
		Text        string
		Repetitions int
		Earlier     []uint64
	}{shot, s.game.rules.Guide().FormatPosition(&shot.Position), s.game.line.Repetitions(), s.game.line.EarlierHashes()})
	if err != nil {
		s.t.Fatalf("json.Marshal: %v", err)
	}
	return string(text)
}
