package tablebase_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestGrid builds the tables of small games with other boards and pieces: pieces that cannot return, that jump or
// that need a piece to jump over, pawns that move diagonally, boards without symmetry, en passant, and any number and kinds of royal pieces. It compares
// every position, with either colour, with its successors: since distances decrease from each won or lost position
// to the mate, tables that agree everywhere are right. Unless TAIN_LONG is set, it compares every seventh position.
func TestGrid(t *testing.T) {
	for _, c := range []struct {
		name, text string
		four       []tablebase.Material // compared, besides all tables with three pieces
	}{
		{"generals", `{"name":"generals","start":"gkcs/pppp/4/PPPP/GKCS w - - 0 1","board":{"files":4,"ranks":5},` +
			`"pieces":{"g":"fRsWbF","c":"mRcpR","s":"gQ"},"pawn":{"double":1,"promotes":"gs"}}`, nil},
		{"berolina", `{"name":"berolina","start":"rk1/ppp/3/3/PPP/RK1 w - - 0 1","board":{"files":3,"ranks":6},` +
			`"pieces":{"p":"mfFcefWimfF2"},"pawn":{"promotes":"r"}}`, []tablebase.Material{"KRRK", "KRKR", "KRKP", "KPKP"}},
		{"steps", `{"name":"steps","start":"kr1/ppp/3/1*1/PPP/KR1 w - - 0 1","board":{"files":3,"ranks":6,"holes":"b3"},` +
			`"links":["a1 w - c4 w"],"pawn":{"zone":2,"must":false,"promotes":"r"}}`, []tablebase.Material{"KRKR", "KRKP", "KPKP"}},
		{"strip", `{"name":"strip","start":"rknr/pppp/4/PPPP/RKNR w - - 0 1","board":{"files":4,"ranks":5},` +
			`"seam":{"crossing":"twist","kinds":"krn"},"pawn":{"double":1,"promotes":"r"}}`, nil},
		{"hill", `{"name":"hill","start":"rkn1/pppp/4/4/PPPP/RKN1 w - - 0 1","board":{"files":4,"ranks":6},` +
			`"pawn":{"promotes":"rn"},"goal":{"reach":{"k":"b3 c4"}}}`, nil},
		{"race", `{"name":"race","start":"kn1/pp1/3/1PP/1NK w - - 0 1","board":{"files":3,"ranks":5},` +
			`"pawn":{"promotes":"rn"},"goal":{"reach":{"n":"a3 c5"},"stalemate":"loss"}}`, []tablebase.Material{"KRKR", "KRKN", "KNKN", "KRKP", "KNKP", "KPKP"}},
		{"trapped", `{"name":"trapped","start":"kr1/pp1/3/1PP/1RK w - - 0 1","board":{"files":3,"ranks":5},` +
			`"pawn":{"promotes":"r"},"stalemate":"win"}`, []tablebase.Material{"KRKR", "KRKP", "KPKP"}},
		{"couples", `{"name":"couples","start":"qkr1/pppp/4/PPPP/1RKQ w - - 0 1","royal":"kq","board":{"files":4,"ranks":5},` +
			`"pawn":{"double":1,"promotes":"r"}}`, []tablebase.Material{"KQvKQ"}},
		{"twins", `{"name":"twins","start":"kkn1/4/4/1NKK w - - 0 1","board":{"files":4,"ranks":4},"stalemate":"loss"}`,
			[]tablebase.Material{"KKvKK"}},
		{"trio", `{"name":"trio","start":"1r1k/4/4/KKK1 w - - 0 1","board":{"files":4,"ranks":4},"stalemate":"loss"}`,
			[]tablebase.Material{"KKKvK"}},
		{"regents", `{"name":"regents","start":"kr1/pp1/3/1PP/1KK w - - 0 1","board":{"files":3,"ranks":5},` +
			`"pawn":{"promotes":"r"}}`, []tablebase.Material{"KKRvK", "KKvKR", "KKPvK", "KKvKP"}},
		{"marshal", `{"name":"marshal","start":"gk1/ppp/3/3/PPP/GK1 w - - 0 1","royal":"g","board":{"files":3,"ranks":6},` +
			`"pieces":{"g":"fRsWbF"},"pawn":{"promotes":"k"}}`, []tablebase.Material{"GKKvG", "GKvGK", "GKvGP", "GPvGP"}},
		{"queens", `{"name":"queens","start":"3qkk2/8/8/8/8/8/8/4K3 w - - 0 1","stalemate":"loss"}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := positions.Rules(t, variant.Builtin(), c.text)
			if c.four != nil && testing.Short() {
				t.Skip("three pieces are enough under -short")
			}
			s := build(t, r, tablebase.MinPieces, c.four...)
			all := s.Materials()
			if len(all) == 0 {
				t.Fatalf("s.Materials() = %v", all)
			}
			compared, decided, passant, bothPawns := 0, 0, 0, false
			for _, m := range all {
				bothPawns = bothPawns || strings.Count(string(m), "P") == 2
				each(t, r, m, func(p *board.Position) {
					v, known := s.Probe(p)
					best, moves := -1000, rules.LegalMoves(r, p)
					for _, move := range moves {
						var next board.Position
						r.Apply(p, move, &next)
						if next.EnPassant() != board.NoSquare {
							passant++
						}
						after, ok := s.Probe(&next)
						if known = known && ok; !ok {
							break
						}
						best = max(best, -score(after, 1))
					}
					if len(moves) == 0 {
						best = end(r, p)
					}
					if compared++; v != tablebase.Draw {
						decided++
					}
					if !known || best != score(v, 0) || r.Dead(p) && v != tablebase.Draw {
						t.Fatalf("%s, %s: the table has %d, %v; the successors give %d", m, r.Guide().FormatPosition(p), score(v, 0), known, best)
					}
				})
			}
			if compared < 4000 || decided < 500 || bothPawns && passant < 30 {
				t.Errorf("compared %d positions, %d of them decided, %d pushes with en passant; want more", compared, decided, passant)
			}
		})
	}
}

// each calls f for legal positions of a material, with both colours and either side to move.
func each(t *testing.T, r rules.Rules, m tablebase.Material, f func(p *board.Position)) {
	t.Helper()
	info := r.Info()
	roles := map[byte]board.Role{}
	for k := board.Pawn; k <= board.King; k++ {
		roles[info.Letter(board.NewPiece(board.White, k))] = k
	}
	for _, k := range info.Kinds {
		roles[k.Letter] = k.Role
	}
	empty := board.Empty()
	var squares []board.Square
	last := [2]int{} // the ranks on which pawns promote
	ranks := map[board.Square]int{}
	for _, s := range info.Squares {
		n, err := r.Guide().ParseSquare(&empty, s.Name)
		if err != nil {
			t.Fatalf("ParseSquare: %v", err)
		}
		squares, ranks[n], last[0] = append(squares, n), s.Y, max(last[0], s.Y)
	}
	var pieces []board.Piece
	white, black, found := strings.Cut(string(m), "v")
	if !found {
		white, black, _ = strings.Cut(string(m[1:]), "K")
		white, black = "K"+white, "K"+black
	}
	for side, letters := range []string{white, black} {
		for _, l := range []byte(letters) {
			pieces = append(pieces, board.NewPiece(board.Colour(side), roles[l]))
		}
	}
	nth, step := 0, 7
	if long.Enabled() {
		step = 1
	}
	for exchange := range board.Colour(2) {
		var place func(p board.Position, k int)
		place = func(p board.Position, k int) {
			if k == len(pieces) {
				for range 2 {
					if _, attacked := r.Kings(&p, p.Side.Other()); attacked.Empty() {
						if nth++; nth%step == 0 {
							f(&p)
						}
					}
					p.Pass()
				}
				return
			}
			for _, s := range squares {
				pc := board.NewPiece(pieces[k].Colour()^exchange, pieces[k].Role())
				if p.Piece(s) != board.NoPiece || pc.Role() == board.Pawn && ranks[s] == last[pc.Colour()] {
					continue
				}
				with := p
				with.Put(s, pc)
				place(with, k+1)
			}
		}
		place(empty, 0)
	}
}
