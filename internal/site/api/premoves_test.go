package api_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// TestPremoves compares premoves with the legal moves after each reply of the other side, in every rule set.
func TestPremoves(t *testing.T) {
	service := api.NewService(variant.Builtin())
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			g, n, castled := r.Guide(), 0, false
			for p := range positions.Games(t, r, 7, 2, 40, positions.Any) {
				if n++; n%8 != 0 {
					continue
				}
				got, err := service.Premoves(wire.PremovesRequest{Variant: r.Info().Name, Position: g.FormatPosition(p), Study: true})
				if err != nil {
					t.Fatalf("Premoves: %v", err)
				}
				want := map[string]map[string]bool{}
				for _, m := range rules.LegalMoves(r, p) {
					var next board.Position
					r.Apply(p, m, &next)
					for _, mine := range rules.LegalMoves(r, &next) {
						info := describe.Move(r, &next, mine)
						if info.From == "" || info.To == "" {
							continue // a board moves
						}
						if want[info.From] == nil {
							want[info.From] = map[string]bool{}
						}
						want[info.From][info.To] = true
						for _, c := range info.Changes {
							if c.Effect == describe.Castled && c.From != info.From {
								want[info.From][c.From], castled = true, true
							}
						}
					}
				}
				for from, to := range want {
					if len(got.To[from]) != len(to) || !slices.IsSorted(got.To[from]) {
						t.Fatalf("%s: from %s to %v, want %v", g.FormatPosition(p), from, got.To[from], to)
					}
					for _, one := range got.To[from] {
						if !to[one] {
							t.Errorf("%s: from %s to %s", g.FormatPosition(p), from, one)
						}
					}
				}
				if len(got.To) != len(want) {
					t.Errorf("%s: %d pieces, want %d", g.FormatPosition(p), len(got.To), len(want))
				}
			}
			t.Logf("castling occurred: %v", castled)
		})
	}
	if _, err := service.Premoves(wire.PremovesRequest{Variant: "chess", Position: "nonsense"}); err == nil {
		t.Error("an invalid position has premoves")
	}
}

// TestPremoveCastles drops the king on either rook, in every rule set on a flat board
// of 64 squares that has castling.
func TestPremoveCastles(t *testing.T) {
	service := api.NewService(variant.Builtin())
	n := 0
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		if !info.Castling || len(info.Levels) > 0 || info.Wide() {
			continue
		}
		n++
		got, err := service.Premoves(wire.PremovesRequest{Variant: info.Name, Position: "4k3/p7/8/8/8/8/4P3/R3K2R b KQ - 0 1"})
		if err != nil {
			t.Fatalf("Premoves: %v", err)
		}
		for _, to := range []string{"a1", "c1", "g1", "h1"} {
			if !slices.Contains(got.To["e1"], to) {
				t.Errorf("%s: premoves of the king = %v, want %s among them", info.Name, got.To["e1"], to)
			}
		}
	}
	if n < 4 {
		t.Errorf("only %d rule sets have castling", n)
	}
}
