package board

import "testing"

// TestFurther checks that each further role has its own pieces, sets, moves and hash keys.
func TestFurther(t *testing.T) {
	p, keys := Empty(), map[uint64]bool{0: true}
	for n := range MaxFurther {
		k := Further(n)
		if got, ok := k.Further(); !ok || got != n {
			t.Errorf("Further(%d).Further() = %d, %v", n, got, ok)
		}
		for _, c := range []Colour{White, Black} {
			pc := NewPiece(c, k)
			if pc.Role() != k || pc.Colour() != c || pc == NoPiece {
				t.Errorf("NewPiece(%v, %d) has role %d and colour %v", c, k, pc.Role(), pc.Colour())
			}
			s := Square(2*n) + Square(c)
			p.Put(s, pc)
			if p.Piece(s) != pc || p.Pieces(c, k) != s.Bit() {
				t.Errorf("piece %d: Pieces = %x", pc, p.Pieces(c, k))
			}
			if keys[p.Hash] {
				t.Errorf("piece %d: the hash occurs twice", pc)
			}
			keys[p.Hash] = true
			if m := NewMove(63, 62, k); m.Promotion() != k || m.From() != 63 || m.To() != 62 || m.Type() != Step || m>>MoveBits != 0 {
				t.Errorf("move with promotion %d: %v, %x", k, m.Promotion(), m)
			}
		}
	}
	if got := p.ByRole(Further(3)); got != 3<<6 {
		t.Errorf("ByRole(Further(3)) = %x", got)
	}
	if p.ByFurther() != p.Occupied() || p.Zobrist() != p.Hash {
		t.Error("the sets or the hash are wrong")
	}
	for k := NoRole; k <= King; k++ {
		if _, ok := k.Further(); ok || NewMove(1, 2, k).Promotion() != k {
			t.Errorf("role %v is not a role of chess", k)
		}
	}
	p.Shift(6, 60, p.Piece(6))
	p.Take(7, p.Piece(7))
	if p.Pieces(White, Further(3)) != 1<<60 || p.Pieces(Black, Further(3)) != 0 || p.Zobrist() != p.Hash {
		t.Error("Shift or Take is wrong")
	}
}
