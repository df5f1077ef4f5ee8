package search

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestTTProbe checks that probe returns stored entries unchanged, and that mate scores are stored relative to
// the position.
func TestTTProbe(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tt := newTranspositionTable(1)
	for range 20_000 {
		hash, ply := rng.Uint64(), rng.IntN(maxPly)
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
		tt.store(hash, ply, e)
		if got, ok := tt.probe(hash, ply); !ok || got != e {
			t.Fatalf("stored %+v, found %+v, %t", e, got, ok)
		}
		if _, mate := MateIn(e.score); mate && ply > 0 {
			up, _ := tt.probe(hash, ply-1)
			if from, to := mateDistance(e.score), mateDistance(up.score); to != from-1 {
				t.Fatalf("score %d stored at ply %d and probed one ply earlier: mate in %d plies; want %d", e.score, ply, to, from-1)
			}
		}
		if _, ok := tt.probe(hash^1<<63, ply); ok {
			t.Fatal("probe found a position that was not stored")
		}
	}
	if tt.hashfull() == 0 {
		t.Error("hashfull() = 0 after 20,000 entries")
	}
	tt.clear()
	if tt.hashfull() != 0 {
		t.Error("hashfull() is not 0 after clear")
	}
}

// mateDistance returns the number of plies until one side is mated.
func mateDistance(score int) int { return Mate - max(score, -score) }

// TestTTReplacement checks that a deep entry from this search is kept, and that shallow and old entries are
// replaced.
func TestTTReplacement(t *testing.T) {
	tt := transpositionTable{buckets: make([]bucket, 1)}
	tt.newGeneration()
	tt.store(1, 0, ttEntry{depth: 20, bound: boundExact})
	for hash := uint64(2); hash < 50; hash++ {
		tt.store(hash, 0, ttEntry{depth: 3, bound: boundExact})
	}
	if _, ok := tt.probe(1, 0); !ok {
		t.Error("shallow entries replaced a deep one")
	}
	tt.store(1, 0, ttEntry{score: 7, bound: boundLower})
	if e, _ := tt.probe(1, 0); e.depth != 20 {
		t.Errorf("a shallow bound of the same position replaced a deep score: %+v", e)
	}
	tt.store(1, 0, ttEntry{score: 7, depth: 17, bound: boundLower})
	if e, _ := tt.probe(1, 0); e.depth != 17 {
		t.Errorf("a bound of similar depth was not stored: %+v", e)
	}
	tt.store(1, 0, ttEntry{score: 8, depth: 2, bound: boundExact})
	if e, _ := tt.probe(1, 0); e.score != 8 {
		t.Errorf("an exact score was not stored: %+v", e)
	}
	tt.store(1, 0, ttEntry{depth: 20, bound: boundExact})
	tt.newGeneration()
	tt.store(1, 0, ttEntry{score: 9, depth: 1, bound: boundLower})
	if e, _ := tt.probe(1, 0); e.score != 9 {
		t.Errorf("an entry of an earlier search was not replaced: %+v", e)
	}
	tt.store(1, 0, ttEntry{depth: 20, bound: boundExact})
	for range 6 {
		tt.newGeneration()
	}
	for hash := uint64(50); hash < 60; hash++ {
		tt.store(hash, 0, ttEntry{depth: 3, bound: boundExact})
	}
	if _, ok := tt.probe(1, 0); ok {
		t.Error("a very old entry was not replaced")
	}
}

// TestTTTornWrites writes and reads a few slots concurrently, and checks that each hit returns an entry
// stored for that hash.
func TestTTTornWrites(t *testing.T) {
	tt := transpositionTable{buckets: make([]bucket, 2)}
	tt.newGeneration()
	of := func(hash uint64) ttEntry {
		return ttEntry{
			move: board.Move(hash * 7 & (1<<18 - 1)), score: int(hash*13%20_000) - 10_000,
			depth: int(hash % 100), bound: bound(1 + hash%3),
		}
	}
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 0))
			for range 50_000 {
				hash := 1 + rng.Uint64N(64)
				if rng.IntN(2) == 0 {
					tt.store(hash, 0, of(hash))
				} else if got, ok := tt.probe(hash, 0); ok && got != of(hash) {
					t.Errorf("hash %d: found %+v, stored %+v", hash, got, of(hash))
					return
				}
			}
		})
	}
	wg.Wait()
	// A half-written slot must appear to belong to another position.
	torn := &tt.buckets[0][0]
	torn.data.Store(torn.data.Load() ^ 1<<20)
	for hash := range uint64(65) {
		if got, ok := tt.probe(hash, 0); ok && got != of(hash) {
			t.Errorf("probe(%d) hits a torn slot", hash)
		}
	}
}

// TestCorruptTT fills the table with random moves and scores, also for positions that the search reaches. The
// search may choose badly, but must return only legal moves.
func TestCorruptTT(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range variant.Builtin().All() {
		e, err := eval.New(r, eval.Learnt)
		if err != nil {
			continue
		}
		start := positions.From(t, r, "")
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
						t.Fatalf("%s: illegal move in the result: %v", r.Info().Name, err)
					}
					at = played.Next
				}
			}
		}
	}
}

// lie stores random entries for a position and its successors.
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
