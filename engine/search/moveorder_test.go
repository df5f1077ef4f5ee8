package search

import (
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// plainScore computes the ordering score of a move without lazy evaluation.
func plainScore(w *worker, ply int, m board.Move) int {
	f := &w.stack[ply]
	p := &f.position
	price := 0
	if c := w.s.traits.coster; c != nil {
		price = c.Cost(p, m)
	}
	if tactical(p, m) {
		score := 16*pieceValue[p.Piece(m.To()).Role()] - pieceValue[p.Piece(m.From()).Role()]/8 + 16*pieceValue[m.Promotion()]
		if w.seeAtLeast(p, m, price) {
			return 2<<20 + score
		}
		return -2<<20 + score
	}
	switch m {
	case f.killers[0]:
		return 1<<20 + 1
	case f.killers[1]:
		return 1 << 20
	}
	h := w.historyAt(ply)
	score := h.score(p, m) - 24*price
	if mover := p.Piece(m.From()).Role(); w.s.traits.attackers != nil && m.Type() < board.BoardShift && mover < board.King && takenByLesser(w, p, m.From()) {
		score += 10 * pieceValue[mover]
	}
	return score
}

// takenByLesser reports whether a less valuable enemy piece could capture the
// piece on a square.
func takenByLesser(w *worker, p *board.Position, at board.Square) bool {
	next := *p
	next.Pass()
	var moves board.MoveList
	w.s.rules.PseudoLegal(&next, &moves)
	for _, m := range moves.All() {
		taker := p.Piece(m.From()).Role()
		minor := taker == board.Knight && p.Piece(at).Role() == board.Bishop
		if m.Type() == board.Step && m.To() == at && taker < p.Piece(at).Role() && !minor {
			return true
		}
	}
	return false
}

// TestMoveOrder checks that nextMove returns every move, and never a better move after a worse one, with and
// without a TT move.
func TestMoveOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"chess", "triboard", "mirrorsquare", "nachfolger", "trid"} {
		r := positions.Rules(t, variant.Builtin(), name)
		e, err := eval.New(r, eval.Learnt)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		w := New(r, e, Options{HashMB: 1}).workers[0]
		for side := range w.history.butterfly {
			for i := range w.history.butterfly[side] {
				w.history.butterfly[side][i] = int16(rng.IntN(2*historyMax) - historyMax)
			}
		}
		losing := 0
		for p := range positions.Games(t, r, 8, 6, 60, positions.Any) {
			f := &w.stack[0]
			f.position = *p
			f.moves.Reset()
			r.PseudoLegal(p, &f.moves)
			all := map[board.Move]int{}
			for _, m := range f.moves.All() {
				all[m]++
			}
			any := func() board.Move { return f.moves.At(rng.IntN(f.moves.Len())) }
			f.killers = [2]board.Move{any(), any()}
			ttMove := board.NoMove
			if rng.IntN(2) == 0 {
				ttMove = any()
			}
			ttFirst, last := f.moveToFront(ttMove), 1<<30
			for i := range f.moves.Len() {
				m := w.nextMove(0, i, ttFirst)
				all[m]--
				if m == ttMove {
					if i > 0 {
						t.Fatalf("%s: the TT move is number %d; want 1", name, i+1)
					}
					continue
				}
				score := plainScore(w, 0, m)
				if score > last {
					t.Fatalf("%s: %s: %s (score %d) comes after a move with score %d", name, r.Guide().FormatPosition(p), r.Guide().FormatUCI(p, m), score, last)
				}
				if last = score; score < -1<<20 {
					losing++
				}
			}
			for m, left := range all {
				if left != 0 {
					t.Fatalf("%s: %s: %d generated but not returned", name, r.Guide().FormatUCI(p, m), left)
				}
			}
		}
		if losing == 0 {
			t.Errorf("%s: no losing capture was tested", name)
		}
	}
}
