package variant_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestPlans plays plans in every rule set. After each step the same side must be to move and the hash must be
// correct.
func TestPlans(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 12))
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			g := r.Guide()
			start, err := g.ParsePosition(r.Info().Start, rules.ParseOptions{})
			if err != nil {
				t.Fatalf("g.ParsePosition(%q): %v", r.Info().Start, err)
			}
			for game := range 20 {
				p, texts, moves := start, []string(nil), []board.Move(nil)
				if game%2 == 1 { // a plan by Black
					played, err := rules.Play(r, &p, rules.LegalMoves(r, &p)[0])
					if err != nil {
						t.Fatalf("rules.Play: %v", err)
					}
					p = played.Next
				}
				now := p
				for range 12 {
					legal := rules.LegalMoves(r, &now)
					if len(legal) == 0 {
						break
					}
					m := legal[random.IntN(len(legal))]
					text := g.FormatUCI(&now, m)
					steps, err := notation.Plan(r, &now, text)
					var illegal *rules.IllegalMove
					if errors.As(err, &illegal) && illegal.Code == rules.CodeKingCapture {
						continue // in a plan the other side does not move, so its king may be attacked
					} else if err != nil {
						t.Fatalf("playing a step of the plan: %v", err)
					}
					texts, moves, now = append(texts, text), append(moves, m), steps[0].Next
				}
				steps, err := notation.Plan(r, &p, strings.Join(texts, ";"))
				if err != nil || len(steps) != len(moves) {
					t.Fatalf("%s: %d steps, %v", strings.Join(texts, ";"), len(steps), err)
				}
				for i, s := range steps {
					full := p.FullmoveNumber + uint32(i) + 1
					if s.Move != moves[i] || s.Next.Side != p.Side || s.Next.FullmoveNumber != full ||
						s.Next.EnPassant() != board.NoSquare || s.Next.Hash != g.Zobrist(&s.Next) {
						t.Fatalf("%s: step %d leads to %s", strings.Join(texts, ";"), i+1, g.FormatPosition(&s.Next))
					}
				}
			}
		})
	}
}
