package definition_test

import (
	"context"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/flat"
)

// sorts lists a definition for each case that the move generator distinguishes.
var sorts = []string{
	`{"name":"portal","seam":{"crossing":"hop","kinds":"pnbrqk"}}`,
	`{"name":"portal-riders","seam":{"crossing":"hop","kinds":"brq"}}`,
	`{"name":"wrap-bishops","seam":{"crossing":"wrap","kinds":"b"}}`,
	`{"name":"hop-rooks","seam":{"crossing":"hop","kinds":"pr","en_passant":"home"}}`,
	`{"name":"rotate","reflection":{"map":"rotate","makes":{"p":"n","n":"p","b":"q","r":"k"},"goes_on":"qk"}}`,
	`{"name":"files","reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}}`,
	`{"name":"ranks","reflection":{"map":"ranks","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"captures":true}}`,
	`{"name":"own","reflection":{"map":"rotate","makes":{"p":"p","n":"k"},"colour":"own","goes_on":"bk","captures":true}}`,
	`{"name":"mixture","seam":{"crossing":"hop","kinds":"bqk"},"reflection":{"map":"files","makes":{"p":"p","n":"b","b":"r"},"goes_on":"q"}}`,
}

// TestAllocations checks that playing, counting and searching with a compiled definition do not allocate per
// node.
func TestAllocations(t *testing.T) {
	for _, text := range sorts {
		d := read(t, text)
		v := d.Compile().(*flat.Rules)
		t.Run(d.Name, func(t *testing.T) {
			for _, fen := range []string{"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"} {
				p := positions.From(t, v, fen)
				list, next := new(board.MoveList), new(board.Position)
				none := func(what string, work func()) {
					t.Helper()
					if n := testing.AllocsPerRun(10, work); n != 0 {
						t.Errorf("%s allocates %v times", what, n)
					}
				}
				none("playing", func() {
					list.Reset()
					v.PseudoLegal(&p, list)
					for _, m := range list.All() {
						v.Apply(&p, m, next)
					}
					v.Kings(&p, p.Side)
					v.Dead(&p)
				})
				none("finding legal moves", func() {
					list.Reset()
					v.Legal(&p, list)
					for _, m := range list.All() {
						v.Make(&p, m, next)
					}
					v.Count(&p)
				})
				short := testing.AllocsPerRun(5, func() { perft.Count(v, &p, 2) })
				long := testing.AllocsPerRun(5, func() { perft.Count(v, &p, 3) })
				if long > short+2 { // goroutines cause small differences
					t.Errorf("counting allocates %v times to depth 3 and %v times to depth 2", long, short)
				}
			}
			searchAllocations(t, v)
		})
	}
}

// searchAllocations compares a short search with a search of twenty times as many nodes. Only the reports for
// the additional depths may allocate.
func searchAllocations(t *testing.T, r rules.Rules) {
	const perDepth = 4
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	s := search.New(r, e, search.Options{HashMB: 1})
	p := positions.From(t, r, "")
	cost := func(nodes uint64) (allocations float64, depth int) {
		allocations = testing.AllocsPerRun(2, func() {
			s.Clear()
			if res := s.Search(context.Background(), &p, nil, search.Limits{Nodes: nodes}, nil); len(res.Lines) > 0 {
				depth = res.Lines[0].Depth
			}
		})
		return allocations, depth
	}
	little, shallow := cost(1_000)
	much, deep := cost(20_000)
	if much > little+float64(perDepth*(deep-shallow)+20) {
		t.Errorf("a search of 1000 nodes to depth %d allocates %.0f times, a search of 20000 nodes to depth %d allocates %.0f times", shallow, little, deep, much)
	}
}
