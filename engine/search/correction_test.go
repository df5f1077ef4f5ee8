package search

import (
	"context"
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
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

// TestWideCorrection checks that positions on a wide board that differ in one piece have different corrections, also
// beyond the first 64 squares.
func TestWideCorrection(t *testing.T) {
	r, err := variant.Builtin().Choose(`{"name":"wide","board":{"files":10,"ranks":8},"castling":false,"start":"rnbqkqbnrr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKQBNRR w - - 0 1"}`)
	if err != nil {
		t.Fatalf("Choose: %v", err)
	}
	e, err := eval.New(r, eval.Derived)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	w := New(r, e, Options{HashMB: 1}).workers[0]
	start := positions.From(t, r, r.Info().Start)
	w.stack[0].position = start
	same := w.correctionsAt(0)
	for s, pc := range start.All() {
		other := start
		other.Set(s, board.NoPiece)
		w.stack[0].position = other
		changed := 1 + int(pc.Colour())
		if pc.Role() == board.Pawn {
			changed = 0
		}
		for i, slot := range w.correctionsAt(0) {
			if (slot != same[i]) != (i == changed) {
				t.Errorf("without %s on square %d, slot %d changes: %v", pc, s, i, slot != same[i])
			}
		}
	}
}
