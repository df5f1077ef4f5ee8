package tablebase_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/portal"
	"github.com/tainchess/tain/variant/triboard"
)

// build builds all tables with at most the given number of pieces, and the named tables.
func build(t testing.TB, r rules.Rules, pieces int, named ...tablebase.Material) *tablebase.Set {
	t.Helper()
	s, err := tablebase.NewSet(r)
	if err != nil {
		t.Fatalf("tablebase.NewSet: %v", err)
	}
	for _, m := range append(tablebase.MaterialsOf(r, pieces), named...) {
		table, err := tablebase.Build(t.Context(), r, m, s.Probe, nil)
		if err != nil {
			t.Fatalf("tablebase.Build(%q): %v", m, err)
		}
		s.Add(table)
	}
	return s
}

// three returns a position with two kings and a white piece. Ok is false if two pieces share a square or a
// pawn is on the first or last rank.
func three(side board.Colour, role board.Role, king, piece, other board.Square) (p board.Position, ok bool) {
	if king == piece || king == other || piece == other || role == board.Pawn && (piece.Rank() == 0 || piece.Rank() == 7) {
		return p, false
	}
	p = board.Empty()
	p.Put(king, board.NewPiece(board.White, board.King))
	p.Put(piece, board.NewPiece(board.White, role))
	p.Put(other, board.NewPiece(board.Black, board.King))
	if side == board.Black {
		p.Pass()
	}
	return p, true
}

// naive solves positions with two kings and a white piece in the simplest way. It numbers the positions for
// all roles, lists their successors, and iterates over all positions until nothing changes. It uses no
// symmetry and no reverse moves, and calls only PseudoLegal, Apply and Kings of the rule set.
type naive struct {
	plies []int16   // plies to mate, indexed by position number; positions still unknown at the end are draws
	next  [][]int32 // successors, indexed by position number; -1 is a draw by bare kings
	legal []bool
}

const unknown = -1

func number(p *board.Position) int32 {
	extra := p.Occupied() &^ p.ByRole(board.King)
	if extra == 0 {
		return -1
	}
	n := int32(p.Piece(extra.First()).Role())
	n = n<<1 | int32(p.Side)
	for _, s := range []board.Square{p.Pieces(board.White, board.King).First(), extra.First(), p.Pieces(board.Black, board.King).First()} {
		n = n<<6 | int32(s)
	}
	return n
}

func solve(r rules.Rules, roles []board.Role) *naive {
	const count = 8 << 19
	n := &naive{make([]int16, count), make([][]int32, count), make([]bool, count)}
	var list board.MoveList
	for _, role := range roles {
		for side := range board.Colour(2) {
			for i := range 64 * 64 * 64 {
				p, ok := three(side, role, board.Square(i>>12), board.Square(i>>6&63), board.Square(i&63))
				if !ok {
					continue
				}
				if _, attacked := r.Kings(&p, side.Other()); !attacked.Empty() {
					continue
				}
				at := number(&p)
				n.legal[at], n.plies[at] = true, unknown
				list.Reset()
				r.PseudoLegal(&p, &list)
				for _, m := range list.All() {
					var after board.Position
					if r.Apply(&p, m, &after) {
						n.next[at] = append(n.next[at], number(&after))
					}
				}
				if _, attacked := r.Kings(&p, side); len(n.next[at]) == 0 && !attacked.Empty() {
					n.plies[at] = 0
				}
			}
		}
	}
	for ply, changed := int16(1), true; changed; ply++ {
		changed = false
		for at := range n.plies {
			if n.legal[at] && n.plies[at] == unknown && n.reaches(at, ply) {
				n.plies[at], changed = ply, true
			}
		}
	}
	return n
}

// reaches reports whether a position is won (odd ply) or lost (even ply) in exactly ply plies.
func (n *naive) reaches(at int, ply int16) bool {
	for _, to := range n.next[at] {
		lost := to >= 0 && n.plies[to] != unknown && n.plies[to] < ply && n.plies[to]%2 == 0
		won := to >= 0 && n.plies[to] != unknown && n.plies[to] < ply && n.plies[to]%2 == 1
		if ply%2 == 1 && lost {
			return true
		}
		if ply%2 == 0 && !won {
			return false
		}
	}
	return ply%2 == 0 && len(n.next[at]) > 0
}

// TestNaive compares every three-piece position with the naive solver, with a white piece and, after
// exchanging colours, with a black piece. Unless TAIN_LONG is set, it tries only queens and rooks, except in
// cylinder.
func TestNaive(t *testing.T) {
	defined := []rules.Rules{
		positions.Rules(t, variant.Builtin(), `{"name":"slow","double_push":false,"promotes":"rn"}`),
		positions.Rules(t, variant.Builtin(), `{"name":"wrapping","seam":{"crossing":"wrap","kinds":"rbp"}}`),
		positions.Rules(t, variant.Builtin(), `{"name":"hopping","seam":{"crossing":"hop","kinds":"qk"},"castling":false}`),
	}
	for _, r := range append([]rules.Rules{chess.Rules, cylinder.Rules, triboard.Rules, portal.Rules}, defined...) {
		t.Run(r.Info().Name, func(t *testing.T) {
			if testing.Short() && r != rules.Rules(chess.Rules) {
				t.Skip("one rule set is enough under -short")
			}
			roles := []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}
			if !long.Enabled() && r != rules.Rules(cylinder.Rules) && r != defined[0] {
				roles = roles[:2]
			}
			slow, quick := solve(r, roles), build(t, r, 3)
			positions, faults := 0, 0
			for at, legal := range slow.legal {
				if !legal {
					continue
				}
				positions++
				side, role := board.Colour(at>>18&1), board.Role(at>>19)
				king, piece, other := board.Square(at>>12&63), board.Square(at>>6&63), board.Square(at&63)
				p, _ := three(side, role, king, piece, other)
				turned := board.Empty()
				turned.Put(king^56, board.NewPiece(board.Black, board.King))
				turned.Put(piece^56, board.NewPiece(board.Black, role))
				turned.Put(other^56, board.NewPiece(board.White, board.King))
				if side == board.White {
					turned.Pass()
				}
				for _, q := range []*board.Position{&p, &turned} {
					v, known := quick.Probe(q)
					same := v == tablebase.Draw && slow.plies[at] == unknown || v != tablebase.Draw && v.Plies() == int(slow.plies[at])
					if !known || !same {
						if faults++; faults < 5 {
							t.Errorf("%s: %d plies, wins %v, loses %v; the naive solver has %d", r.Guide().FormatPosition(q), v.Plies(), v.Wins(), v.Loses(), slow.plies[at])
						}
					}
				}
			}
			t.Logf("%d positions, %d differ", positions, faults)
			if positions < 700_000 {
				t.Errorf("compared %d positions; want more", positions)
			}
		})
	}
}
