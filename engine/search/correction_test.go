package search

import (
	"context"
	"testing"
)

// TestCorrection has searches find a position better than it looked: it looks better
// from then on, by no more than the bounds, and as before once all is forgotten.
func TestCorrection(t *testing.T) {
	s, p := begin(t)
	s.Search(context.Background(), p, nil, Limits{Depth: 1}, nil)
	s.Clear()
	w := s.workers[0]
	before := w.evaluateCorrected(0)
	if raw := w.evaluate(0); before != raw {
		t.Errorf("%d with nothing learnt, and %d without correction", before, raw)
	}
	w.correct(0, 10, 80)
	once := w.evaluateCorrected(0)
	for range 1000 {
		w.correct(0, 10, 1<<20)
	}
	most := w.evaluateCorrected(0)
	if once <= before || most <= once || most > before+4*correctionMax/correctionUnit {
		t.Errorf("it looks like %d, then %d, at most %d", before, once, most)
	}
	s.Clear()
	if again := w.evaluateCorrected(0); again != before {
		t.Errorf("%d when all is forgotten, and %d before", again, before)
	}
}

// TestEvalEntry keeps scores of both signs apart by position.
func TestEvalEntry(t *testing.T) {
	const hash = 0xFEDCBA9876543210
	for _, score := range []int{0, 1, -1, mateInMaxPly, -mateInMaxPly} {
		e := newEvalEntry(hash, score)
		if e.score() != score || !e.matches(hash) || e.matches(hash^1<<16) || e.matches(hash^1<<63) {
			t.Errorf("%d is kept as %d", score, e.score())
		}
	}
}
