package board_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
)

func TestSquares(t *testing.T) {
	for s := board.Square(0); s < 64; s++ {
		if got := board.At(s.File(), s.Rank()); got != s {
			t.Errorf("file %d and rank %d of %v give %v", s.File(), s.Rank(), s, got)
		}
		if got, ok := board.ParseSquare(s.String()); !ok || got != s {
			t.Errorf("%v was read back as %v, %v", s, got, ok)
		}
		if got := s.Bit(); got.Count() != 1 || got.First() != s || !got.Has(s) {
			t.Errorf("set of %v = %x", s, got)
		}
	}
	if got, ok := board.ParseSquare("E4"); !ok || got.String() != "e4" {
		t.Errorf("E4 was read as %v, %v", got, ok)
	}
	if got := board.NoSquare.String(); got != "-" {
		t.Errorf("NoSquare is formatted as %q", got)
	}
	for _, text := range []string{"", "e", "e44", "i1", "a0", "a9", "`1", "@1", "é", "\x00\x00", "1e", " 1"} {
		if s, ok := board.ParseSquare(text); ok {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}

// TestMirror checks the reflections listed in rule 0.8 of mirrorsquare, and that no square reflects onto itself.
func TestMirror(t *testing.T) {
	for _, pair := range [][2]string{{"a1", "h8"}, {"e4", "d5"}, {"d4", "e5"}, {"b3", "g6"}, {"e2", "d7"}, {"e1", "d8"}} {
		a, _ := board.ParseSquare(pair[0])
		b, _ := board.ParseSquare(pair[1])
		if a.Mirror() != b || b.Mirror() != a {
			t.Errorf("%v reflects to %v and %v to %v", a, a.Mirror(), b, b.Mirror())
		}
	}
	for s := board.Square(0); s < 64; s++ {
		if m := s.Mirror(); m.File() != 7-s.File() || m.Rank() != 7-s.Rank() || m == s {
			t.Errorf("%v reflects to %v", s, m)
		}
	}
}

// TestBitboard compares bitboard operations with the same operations on maps.
func TestBitboard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := board.Bitboard(rapid.Uint64().Draw(t, "set"))
		seen := map[board.Square]bool{}
		last := -1
		for rest := b; rest != 0; {
			if int(rest.First()) <= last {
				t.Fatalf("squares are out of order in %x", b)
			}
			last = int(rest.First())
			seen[rest.Pop()] = true
		}
		if len(seen) != b.Count() || b.Many() != (len(seen) > 1) {
			t.Fatalf("%x: %d squares, Count %d, Many %v", b, len(seen), b.Count(), b.Many())
		}
		for s := board.Square(0); s < 64; s++ {
			if b.Has(s) != seen[s] || b.Mirror().Has(s) != seen[s.Mirror()] || b.Flip().Has(s) != seen[s^56] {
				t.Fatalf("%x, %v: in the set %v, mirrored %v, flipped %v", b, s, b.Has(s), b.Mirror().Has(s), b.Flip().Has(s))
			}
		}
	})
}

func TestPieces(t *testing.T) {
	const letters = "PNBRQKpnbrqk"
	seen := map[board.Piece]bool{}
	if board.NoPiece.Enemy(board.White) || board.NoPiece.Enemy(board.Black) {
		t.Error("an empty square is an enemy")
	}
	for i := range len(letters) {
		pc, ok := board.ParsePiece(letters[i])
		if !ok || pc.Letter() != letters[i] || pc == board.NoPiece || seen[pc] {
			t.Errorf("%c was read as %v, %v", letters[i], pc, ok)
		}
		seen[pc] = true
		if board.NewPiece(pc.Colour(), pc.Role()) != pc || (pc.Colour() == board.White) != (i < 6) {
			t.Errorf("%v: colour %v, role %v", pc, pc.Colour(), pc.Role())
		}
		if pc.Enemy(board.White) == (i < 6) || pc.Enemy(board.Black) != (i < 6) {
			t.Errorf("%v: enemy of White %v, of Black %v", pc, pc.Enemy(board.White), pc.Enemy(board.Black))
		}
		if k, ok := board.ParseRole(letters[i]); !ok || k != pc.Role() {
			t.Errorf("%c was read as the role %v, %v", letters[i], k, ok)
		}
	}
	for c := range 256 {
		_, ok := board.ParsePiece(byte(c))
		if want := c < 128 && c > 0 && contains(letters, byte(c)); ok != want {
			t.Errorf("the letter %q was read: %v", byte(c), ok)
		}
	}
	for text, got := range map[string]string{
		"white knight": board.NewPiece(board.White, board.Knight).String(),
		"black king":   board.NewPiece(board.Black, board.King).String(),
		"empty":        board.NoPiece.String(),
		"none":         board.Role(7).String(),
		".":            string(board.NoPiece.Letter()),
		" ":            string(board.Role(9).Letter()),
		"black":        board.White.Other().String(),
		"white":        board.Black.Other().String(),
		"White":        board.White.Name(),
		"Black":        board.Black.Name(),
	} {
		if got != text {
			t.Errorf("wrote %q, want %q", got, text)
		}
	}
}

func contains(text string, letter byte) bool {
	for i := range len(text) {
		if text[i] == letter {
			return true
		}
	}
	return false
}

func TestMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := board.Square(rapid.IntRange(0, 63).Draw(t, "from"))
		to := board.Square(rapid.IntRange(0, 63).Draw(t, "to"))
		role := board.Role(rapid.IntRange(0, 6).Draw(t, "role"))
		form := board.MoveType(rapid.IntRange(0, int(board.BoardTurn180)).Draw(t, "form"))
		m := board.NewMoveOfType(form, from, to, role)
		if m.From() != from || m.To() != to || m.Promotion() != role || m.Type() != form {
			t.Fatalf("move of %v %v %v %v has the parts %v %v %v %v", from, to, role, form, m.From(), m.To(), m.Promotion(), m.Type())
		}
		if form == board.Step && m != board.NewMove(from, to, role) {
			t.Fatal("a step is not a plain move")
		}
		if m.Promotes() != (role != board.NoRole) || m.Plain() != (form == board.Step && role == board.NoRole) {
			t.Fatalf("type %v, promotion %v: Promotes %v, Plain %v", form, role, m.Promotes(), m.Plain())
		}
		if further := board.NewMove(from, to, board.Further(0)); !further.Promotes() || further.Plain() {
			t.Fatalf("promotion to a further role: Promotes %v, Plain %v", further.Promotes(), further.Plain())
		}
	})
}

func TestMoveList(t *testing.T) {
	var list board.MoveList
	for i := range board.MaxMoves {
		list.Add(board.Move(i))
	}
	if list.Len() != board.MaxMoves || list.At(board.MaxMoves-1) != board.Move(board.MaxMoves-1) {
		t.Fatalf("%d moves, the last %v", list.Len(), list.At(board.MaxMoves-1))
	}
	list.Swap(0, 2)
	if all := list.All(); all[0] != 2 || all[1] != 1 || all[2] != 0 {
		t.Errorf("All after Swap(0, 2) begins %v, want [2 1 0]", all[:3])
	}
	list.Reset()
	if list.Len() != 0 || len(list.All()) != 0 {
		t.Errorf("%d moves after Reset", list.Len())
	}
}
