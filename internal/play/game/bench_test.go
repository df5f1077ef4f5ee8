package game

import (
	"fmt"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// long returns the events of a game with a deterministic choice of legal moves.
func long(t testing.TB, variant string, plies int) []Event {
	r, _ := find(variant)
	s := seats(Start{ID: "abcdefghijkl", Variant: variant, Position: r.Info().Start, Control: &clock.Control{Initial: 600_000}})
	events := []Event{{Type: Created, Start: &s}}
	g, err := Fold(find, events)
	if err != nil {
		t.Fatalf("Fold: %v", err)
	}
	for !g.Over() && g.Ply() < plies {
		p := g.line.Position()
		moves := rules.LegalMoves(r, &p)
		e := Event{Type: Moved, At: int64(g.Ply()), Move: r.Guide().FormatUCI(&p, moves[len(moves)*3/7])}
		if err := g.Apply(e); err != nil {
			t.Fatalf("Apply: %v", err)
		}
		events = append(events, e)
	}
	return events
}

// BenchmarkFold measures how long it takes to load a game of 60 half-moves from its events.
func BenchmarkFold(b *testing.B) {
	for _, r := range variant.Builtin().All() {
		events := long(b, r.Info().Name, 60)
		b.Run(fmt.Sprint(r.Info().Name, "-", len(events)-1), func(b *testing.B) {
			for b.Loop() {
				if _, err := Fold(find, events); err != nil {
					b.Fatalf("Fold: %v", err)
				}
			}
		})
	}
}
