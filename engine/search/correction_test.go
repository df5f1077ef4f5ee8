package search

import (
	"context"
	"testing"
)

// TestCorrection checks that a positive correction raises the evaluation up to a limit, and that Clear resets
// it.
func TestCorrection(t *testing.T) {
	s, p := begin(t)
	s.Search(context.Background(), p, nil, Limits{Depth: 1}, nil)
	s.Clear()
	w := s.workers[0]
	before := w.evaluateCorrected(0)
	if raw := w.evaluate(0); before != raw {
		t.Errorf("evaluateCorrected = %d after Clear; want evaluate = %d", before, raw)
	}
	w.correct(0, 10, 80)
	once := w.evaluateCorrected(0)
	for range 1000 {
		w.correct(0, 10, 1<<20)
	}
	most := w.evaluateCorrected(0)
	if once <= before || most <= once || most > before+4*correctionMax/correctionUnit {
		t.Errorf("evaluateCorrected = %d, after one correction %d, after many %d; want a bounded increase", before, once, most)
	}
	s.Clear()
	if again := w.evaluateCorrected(0); again != before {
		t.Errorf("evaluateCorrected = %d after Clear; want %d", again, before)
	}
}

// TestEvalEntry packs and unpacks scores of both signs, and checks that an entry does not match other hashes.
func TestEvalEntry(t *testing.T) {
	const hash = 0xFEDCBA9876543210
	for _, score := range []int{0, 1, -1, mateInMaxPly, -mateInMaxPly} {
		e := newEvalEntry(hash, score)
		if e.score() != score || !e.matches(hash) || e.matches(hash^1<<16) || e.matches(hash^1<<63) {
			t.Errorf("newEvalEntry(%d).score() = %d, or it matches another hash", score, e.score())
		}
	}
}
