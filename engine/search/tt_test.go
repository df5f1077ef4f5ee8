package search

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestTableKeeps stores entries and finds them as they were; scores of mates
// are kept from the position's point of view.
func TestTableKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := newTranspositionTable(1)
	for range 20_000 {
		key, ply := rng.Uint64(), rng.IntN(maxPly)
		e := ttEntry{
			move: board.Move(rng.Uint32N(1 << 18)), score: rng.IntN(2*mateInMaxPly+1) - mateInMaxPly,
			depth: rng.IntN(maxPly), bound: bound(1 + rng.IntN(3)),
		}
		switch rng.IntN(3) {
		case 0:
			e.score = Mate - ply - rng.IntN(maxPly)
		case 1:
			e.score = ply + rng.IntN(maxPly) - Mate
		}
		table.store(key, ply, e)
		if got, ok := table.probe(key, ply); !ok || got != e {
			t.Fatalf("stored %+v, found %+v, %t", e, got, ok)
		}
		if _, mate := MateIn(e.score); mate && ply > 0 {
			up, _ := table.probe(key, ply-1)
			if from, to := MateDistance(e.score), MateDistance(up.score); to != from-1 {
				t.Fatalf("the mate of score %d at ply %d is %d half moves off one ply up", e.score, ply, to)
			}
		}
		if _, ok := table.probe(key^1<<63, ply); ok {
			t.Fatal("found a position that was never stored")
		}
	}
	if table.hashfull() == 0 {
		t.Error("the table counts itself empty")
	}
	table.clear()
	if table.hashfull() != 0 {
		t.Error("the cleared table is not empty")
	}
}

// MateDistance returns the half moves to mate, whoever mates.
func MateDistance(score int) int { return Mate - max(score, -score) }

// TestTablePrefersTheUseful keeps a deep entry of this search against shallow
// ones, and lets an old one go.
func TestTablePrefersTheUseful(t *testing.T) {
	table := transpositionTable{buckets: make([]bucket, 1)}
	table.newGeneration()
	table.store(1, 0, ttEntry{depth: 20, bound: boundExact})
	for key := uint64(2); key < 50; key++ {
		table.store(key, 0, ttEntry{depth: 3, bound: boundExact})
	}
	if _, ok := table.probe(1, 0); !ok {
		t.Error("shallow entries drove out a deep one")
	}
	for range 6 {
		table.newGeneration()
	}
	for key := uint64(50); key < 60; key++ {
		table.store(key, 0, ttEntry{depth: 3, bound: boundExact})
	}
	if _, ok := table.probe(1, 0); ok {
		t.Error("an entry of long ago is kept against fresh ones")
	}
}

// TestTableTornWrites lets threads write and read the same few slots. Whatever
// is found must be what was stored for that key.
func TestTableTornWrites(t *testing.T) {
	table := transpositionTable{buckets: make([]bucket, 2)}
	table.newGeneration()
	of := func(key uint64) ttEntry {
		return ttEntry{
			move: board.Move(key * 7 & (1<<18 - 1)), score: int(key*13%20_000) - 10_000,
			depth: int(key % 100), bound: bound(1 + key%3),
		}
	}
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 0))
			for range 50_000 {
				key := 1 + rng.Uint64N(64)
				if rng.IntN(2) == 0 {
					table.store(key, 0, of(key))
				} else if got, ok := table.probe(key, 0); ok && got != of(key) {
					t.Errorf("key %d: found %+v, stored %+v", key, got, of(key))
					return
				}
			}
		})
	}
	wg.Wait()
	// A half written slot is another position's.
	torn := &table.buckets[0][0]
	torn.data.Store(torn.data.Load() ^ 1<<20)
	for key := range uint64(65) {
		if got, ok := table.probe(key, 0); ok && got != of(key) {
			t.Errorf("a torn slot answers for key %d", key)
		}
	}
}

// TestLyingTable fills the table with moves that cannot be played, scores and
// depths of chance, for the very positions the search will reach. It may be
// misled, but every move it answers is legal.
func TestLyingTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range variant.All() {
		e, err := eval.New(r, eval.Learnt)
		if err != nil {
			continue
		}
		start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s := New(r, e, Options{HashMB: 1})
		for range 4 {
			for i := range s.tt.buckets {
				for j := range s.tt.buckets[i] {
					s.tt.buckets[i][j].data.Store(rng.Uint64())
					s.tt.buckets[i][j].key.Store(rng.Uint64())
				}
			}
			s.lie(rng, &start, 2)
			res := s.Search(context.Background(), &start, nil, Limits{Nodes: 20_000, MultiPV: 2}, nil)
			for _, line := range append(res.Lines, Report{PV: []board.Move{res.Best}}) {
				at := start
				for _, m := range line.PV {
					played, err := rules.Play(r, &at, m)
					if err != nil {
						t.Fatalf("%s: %v", r.Info().Name, err)
					}
					at = played.Next
				}
			}
		}
	}
}

// lie stores nonsense about a position and those that follow from it.
func (s *Searcher) lie(rng *rand.Rand, p *board.Position, plies int) {
	s.tt.store(p.Hash, 0, ttEntry{
		move: board.Move(rng.Uint32N(1 << 18)), score: rng.IntN(2*Mate) - Mate,
		depth: rng.IntN(256), bound: bound(rng.IntN(4)),
	})
	if plies == 0 {
		return
	}
	for _, m := range rules.LegalMoves(s.rules, p) {
		var next board.Position
		s.rules.Apply(p, m, &next)
		s.lie(rng, &next, plies-1)
	}
}
