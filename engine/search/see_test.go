package search

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// exchange returns the gain of the side to move if both sides capture on a square with their least valuable piece
// and may stop at any time. It moves the pieces on the board.
func exchange(r rules.Rules, values *[256]int, p *board.Position, to board.Square) int {
	var moves board.MoveList
	r.PseudoLegal(p, &moves)
	from := board.NoSquare
	for _, m := range moves.All() {
		better := func() bool {
			value, least := values[p.Piece(m.From()).Role()], values[p.Piece(from).Role()]
			return value < least || value == least && m.From() < from
		}
		if m.To() == to && p.Piece(m.From()).Colour() == p.Side && (from == board.NoSquare || better()) {
			from = m.From()
		}
	}
	if from == board.NoSquare {
		return 0
	}
	gain := values[p.Piece(to).Role()]
	next, landing := capture(r, p, from, to)
	if values[next.Piece(landing).Role()] >= royalValue && exchange(r, values, &next, landing) > 0 {
		return 0 // a royal piece cannot capture a defended piece
	}
	return max(0, gain-exchange(r, values, &next, landing))
}

// capture returns the position after a piece has captured on a square, without other effects than passing to the other
// plane, and the square of that piece.
func capture(r rules.Rules, p *board.Position, from, to board.Square) (next board.Position, landing board.Square) {
	next, landing = *p, to
	if shape := r.Info().Shape; shape.Planes > 1 {
		size := board.Square(shape.Files * shape.Ranks)
		landing = (to + size) % (2 * size)
	}
	next.Set(from, board.NoPiece)
	next.Set(to, board.NoPiece)
	next.Set(landing, p.Piece(from))
	next.Pass()
	return next, landing
}

// TestExchanges compares static exchange evaluation with captures on the board, in games with pieces that need
// hurdles, riders of knight's leaps, links and joined edges, and on wide boards.
func TestExchanges(t *testing.T) {
	for _, text := range []string{
		`{"name":"a","pieces":{"r":"mRcpR","q":"gQ"}}`,
		`{"name":"b","pieces":{"n":"NN","a":"BN"},"promotes":"qa","start":"rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w - - 0 1"}`,
		`{"name":"c","seam":{"crossing":"twist","kinds":"pnbrqk"},"links":["d4 n - g4 e"]}`,
		`{"name":"e","board":{"planes":2},"passing":{"to":"other"}}`,
		`{"name":"f","board":{"files":10,"ranks":8},"pieces":{"a":"BN","c":"RN"},"promotes":"qacrbn","start":"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"}`,
		`{"name":"g","board":{"files":16,"ranks":16},"seam":{"crossing":"wrap","kinds":"rqk"},"pieces":{"c":"mRcpR"},"promotes":"qc","castling":false,"start":"16/16/16/16/3rqck3nq4/3pppp3pp4/16/16/16/3PPPP3PP4/3RQCK3NQ4/16/16/16/16/16 w - - 0 1"}`,
		`{"name":"d","board":{"files":6,"ranks":7},"pieces":{"c":"mBcpB"},"start":"rnckbr/pppppp/6/6/6/PPPPPP/RNCKBR w - - 0 1"}`,
	} {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("Choose(%s): %v", text, err)
		}
		e, err := eval.New(r, eval.Derived)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		w := New(r, e, Options{HashMB: 1}).workers[0]
		count := 0
		for p := range positions.Games(t, r, 6, 12, 80, positions.Captures) {
			for _, m := range rules.LegalMoves(r, p) {
				if p.Piece(m.To()) == board.NoPiece || m.Promotion() != board.NoRole || p.Piece(m.To()).Colour() == p.Side {
					continue
				}
				next, landing := capture(r, p, m.From(), m.To())
				want := w.s.traits.values[p.Piece(m.To()).Role()] - exchange(r, w.s.traits.values, &next, landing)
				for _, threshold := range []int{want - 1, want, want + 1} {
					if got := w.seeAtLeast(p, m, threshold); got != (want >= threshold) {
						t.Errorf("%s: %s gains %d, but seeAtLeast(%d) = %v in %s", text, r.Guide().FormatUCI(p, m), want, threshold, got, r.Guide().FormatPosition(p))
					}
				}
				count++
			}
			if t.Failed() {
				return
			}
		}
		if count < 100 {
			t.Errorf("%s: only %d captures", text, count)
		}
	}
}
