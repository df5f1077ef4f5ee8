package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
)

// TestSet checks sets against a slice of booleans.
func TestSet(t *testing.T) {
	var a board.Set
	var want [board.MaxSquares]bool
	dice := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s := board.Square(dice.IntN(board.MaxSquares))
		if want[s] = dice.IntN(3) > 0; want[s] {
			a.Add(s)
		} else {
			a.Remove(s)
		}
		var squares []board.Square
		for s, has := range want {
			if has {
				squares = append(squares, board.Square(s))
			}
			if a.Has(board.Square(s)) != has {
				t.Fatalf("Has(%d) = %t", s, !has)
			}
		}
		first := board.NoSquare
		if len(squares) > 0 {
			first = squares[0]
		}
		if got := slices.Collect(a.All()); !slices.Equal(got, squares) || a.Count() != len(squares) || a.Empty() != (len(squares) == 0) || a.First() != first {
			t.Fatalf("All = %v, Count = %d, First = %v; want %v", got, a.Count(), a.First(), squares)
		}
	}
	if a.Has(board.NoSquare) {
		t.Error("a set contains NoSquare")
	}
}

// TestWidePosition makes random changes to positions on a wide board and compares them with arrays. A copy that was
// made earlier must not change.
func TestWidePosition(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	p := board.EmptyWide()
	var cells [board.MaxSquares]board.Piece
	check := func(p *board.Position, cells *[board.MaxSquares]board.Piece) {
		t.Helper()
		n := 0
		for s, pc := range p.All() {
			if n++; pc != cells[s] || pc == board.NoPiece {
				t.Fatalf("All yields %v on %d, want %v", pc, s, cells[s])
			}
		}
		for s, pc := range cells {
			if pc != board.NoPiece {
				n--
			}
			if p.Piece(board.Square(s)) != pc || pc != board.NoPiece && !p.Wide().Colours[pc.Colour()].Has(board.Square(s)) ||
				s < 64 && p.Occupied().Has(board.Square(s)) != (pc != board.NoPiece) {
				t.Fatalf("square %d holds %v, want %v", s, p.Piece(board.Square(s)), pc)
			}
		}
		if n != 0 || p.Hash != p.Zobrist() || p.Piece(board.NoSquare) != board.NoPiece {
			t.Fatalf("%d pieces too many, hash %x, recomputed %x", n, p.Hash, p.Zobrist())
		}
	}
	hashes := map[uint64]bool{}
	for range 2000 {
		before, was := p, cells
		s := board.Square(dice.IntN(board.MaxSquares))
		pc := board.NoPiece
		if dice.IntN(3) > 0 {
			pc = board.NewPiece(board.Colour(dice.IntN(2)), board.Role(1+dice.IntN(7)))
		}
		p.Set(s, pc)
		cells[s] = pc
		check(&p, &cells)
		check(&before, &was)
		if same := was == cells; before.Equal(&p) != same || (before.Hash == p.Hash) != same {
			t.Fatalf("Equal = %t, want %t; hashes %x and %x", !same, same, before.Hash, p.Hash)
		}
		hashes[p.Hash] = true
	}
	if len(hashes) < 1500 {
		t.Errorf("only %d different hashes", len(hashes))
	}
	other := p
	p.SetEnPassant(200)
	if p.Hash != p.Zobrist() || p.EnPassant() != 200 || p.Equal(&other) {
		t.Error("en passant square 200 has the wrong hash, or does not distinguish positions")
	}
}

// TestSetOperations checks unions, intersections and differences square by square.
func TestSetOperations(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	random := func() (a board.Set) {
		for i := range a {
			a[i] = dice.Uint64() & dice.Uint64() & -uint64(dice.IntN(2))
		}
		return a
	}
	for range 200 {
		a, b := random(), random()
		or, and, without := a.Or(b), a.And(b), a.Without(b)
		for s := range board.Square(board.MaxSquares) {
			if or.Has(s) != (a.Has(s) || b.Has(s)) || and.Has(s) != (a.Has(s) && b.Has(s)) || without.Has(s) != (a.Has(s) && !b.Has(s)) {
				t.Fatalf("%v and %v differ on %d", a, b, s)
			}
		}
		if a.Many() != (a.Count() > 1) || a.Bitboard() != board.Bitboard(a[0]) {
			t.Fatalf("Many = %t, Bitboard = %x of %v", a.Many(), a.Bitboard(), a)
		}
		left := a
		for s := range a.All() {
			if got := left.Pop(); got != s {
				t.Fatalf("Pop = %v, want %v", got, s)
			}
		}
		if !left.Empty() || left.Pop() != board.NoSquare {
			t.Fatalf("%v is left", left)
		}
	}
}
