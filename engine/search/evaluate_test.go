package search

import (
	"context"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// material is an evaluator that scores pieces by type and square, without incremental state.
type material struct{}

func (material) Evaluate(p *board.Position) int {
	var a accumulator
	a.Refresh(p)
	return a.Evaluate(p)
}

// squareValue returns the value of a piece on a square from White's point of
// view.
func squareValue(p board.Piece, s board.Square) int {
	value := pieceValue[p.Role()&7]%1000 + int(p)*int(s)%17
	if p.Colour() == board.Black {
		return -value
	}
	return value
}

// incrementalMaterial is material with an incremental sum. It counts refreshes and updates.
type incrementalMaterial struct {
	material
	refreshed, updated int
	wrong              int // updates that differ from a refresh
}

// NewState returns an empty accumulator.
func (e *incrementalMaterial) NewState() eval.State { return &accumulator{of: e} }

// accumulator holds the sum of White's pieces minus Black's.
type accumulator struct {
	of  *incrementalMaterial // nil if calls are not counted
	sum int
}

func (a *accumulator) Refresh(p *board.Position) {
	if a.of != nil {
		a.of.refreshed++
	}
	a.sum = 0
	for s := board.Square(0); s < 64; s++ {
		if piece := p.Piece(s); piece != board.NoPiece {
			a.sum += squareValue(piece, s)
		}
	}
}

// Update changes the sum only for the squares that differ.
func (a *accumulator) Update(from eval.State, before, after *board.Position) {
	a.of.updated++
	a.sum = from.(*accumulator).sum
	for c := board.White; c <= board.Black; c++ {
		for k := board.Pawn; k <= board.King; k++ {
			was, is := before.ByColour(c)&before.ByRole(k), after.ByColour(c)&after.ByRole(k)
			for gone := was &^ is; gone != 0; gone &= gone - 1 {
				a.sum -= squareValue(before.Piece(gone.First()), gone.First())
			}
			for come := is &^ was; come != 0; come &= come - 1 {
				a.sum += squareValue(after.Piece(come.First()), come.First())
			}
		}
	}
	var fresh accumulator
	if fresh.Refresh(after); fresh.sum != a.sum {
		a.of.wrong++
	}
}

// Evaluate returns the sum for the side to move.
func (a *accumulator) Evaluate(p *board.Position) int {
	if p.Side == board.Black {
		return -a.sum
	}
	return a.sum
}

// TestIncrementalEvaluator searches each rule set with the same evaluator, with and without incremental
// updates. It checks that the results are identical, that every updated state equals a refreshed one, and
// that only the root is refreshed.
func TestIncrementalEvaluator(t *testing.T) {
	const plies = 12
	for _, r := range variant.Builtin().All() {
		carried := &incrementalMaterial{}
		plain, incremental := New(r, material{}, Options{HashMB: 1}), New(r, carried, Options{HashMB: 1})
		// Reuse the searchers throughout a game, so that the stack contains stale states.
		for p := range positions.Games(t, r, 5, 1, plies, positions.Any) {
			for _, l := range []Limits{{Depth: 4}, {Nodes: 3000, MultiPV: 2}, {Nodes: 1}} {
				want := plain.Search(context.Background(), p, nil, l, nil)
				got := incremental.Search(context.Background(), p, nil, l, nil)
				if got.Best != want.Best || got.Nodes != want.Nodes || !slices.EqualFunc(got.Lines, want.Lines, sameLine) {
					t.Fatalf("%s: incremental search = %+v; want %+v", r.Info().Name, got, want)
				}
			}
		}
		if carried.wrong > 0 || carried.refreshed == 0 || carried.refreshed > plies {
			t.Errorf("%s: %d updates, %d of them wrong, and %d refreshes", r.Info().Name, carried.updated, carried.wrong, carried.refreshed)
		}
	}
}

func sameLine(a, b Report) bool {
	return a.Score == b.Score && a.Depth == b.Depth && slices.Equal(a.PV, b.PV)
}

// TestIncrementalStateIsCreatedOnce checks that states are allocated with the searcher, not for every node.
func TestIncrementalStateIsCreatedOnce(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	p := positions.From(t, r, "")
	s := New(r, &incrementalMaterial{}, Options{HashMB: 1})
	cost := func(nodes uint64) float64 {
		return testing.AllocsPerRun(2, func() {
			s.Clear()
			s.Search(context.Background(), &p, nil, Limits{Nodes: nodes}, nil)
		})
	}
	if little, much := cost(1_000), cost(20_000); much > little+100 {
		t.Errorf("1000 nodes allocate %.0f times, 20000 nodes %.0f times", little, much)
	}
}
