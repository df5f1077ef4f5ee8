package topology

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
)

var boards = map[string]*Topology{"plane": Plane, "cylinder": Cylinder}

var (
	straight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// walk computes attacks square by square. It stops after the first occupied square or before returning to the
// starting square (rule 2.2 of cylinder).
func walk(wraps bool, s board.Square, occupied board.Bitboard, steps [][2]int) (seen board.Bitboard) {
	for _, step := range steps {
		file, rank := s.File(), s.Rank()
		for {
			file, rank = file+step[0], rank+step[1]
			if wraps {
				file = (file + 8) % 8
			}
			if file < 0 || file > 7 || rank < 0 || rank > 7 || board.At(file, rank) == s {
				break
			}
			seen |= board.At(file, rank).Bit()
			if occupied.Has(board.At(file, rank)) {
				break
			}
		}
	}
	return seen
}

// TestRidersMatchWalk compares the attacks of sliders with walk, from every square of the plane and the
// cylinder, on boards from empty to full.
func TestRidersMatchWalk(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for name, g := range boards {
		for round := range 2000 {
			occupied := board.Bitboard(dice.Uint64())
			switch round % 4 { // also try sparse and dense boards
			case 1:
				occupied &= board.Bitboard(dice.Uint64())
			case 2:
				occupied &= board.Bitboard(dice.Uint64() & dice.Uint64())
			case 3:
				occupied |= board.Bitboard(dice.Uint64())
			}
			if round < 2 {
				occupied = -board.Bitboard(round) // empty and full boards
			}
			for s := board.Square(0); s < 64; s++ {
				rook := walk(g.wraps, s, occupied, straight)
				bishop := walk(g.wraps, s, occupied, diagonal)
				if got := g.Rook(s, occupied); got != rook {
					t.Fatalf("%s, occupied %x: a rook on %v attacks %x, want %x", name, occupied, s, got, rook)
				}
				if got := g.Bishop(s, occupied); got != bishop {
					t.Fatalf("%s, occupied %x: a bishop on %v attacks %x, want %x", name, occupied, s, got, bishop)
				}
				if got := g.Queen(s, occupied); got != rook|bishop {
					t.Fatalf("%s, occupied %x: a queen on %v attacks %x, want %x", name, occupied, s, got, rook|bishop)
				}
			}
		}
	}
}

// TestRanks checks every occupancy of a rank from every file.
func TestRanks(t *testing.T) {
	for name, g := range boards {
		for file := range 8 {
			for occupied := range board.Bitboard(256) {
				s := board.At(file, 3)
				want := walk(g.wraps, s, occupied<<24, straight[1:2]) | walk(g.wraps, s, occupied<<24, straight[3:])
				if got := g.Rook(s, occupied<<24) & (0xff << 24); got != want {
					t.Errorf("%s: a rook on %v attacks %x on a rank with occupancy %08b, want %x", name, s, got>>24, occupied, want>>24)
				}
			}
		}
	}
}

// TestEmptyBoard counts the squares that sliders attack on an empty board.
func TestEmptyBoard(t *testing.T) {
	for s := board.Square(0); s < 64; s++ {
		if got := Plane.Straight[s].Count(); got != 14 {
			t.Errorf("a rook on %v attacks %d squares on the plane", s, got)
		}
		if got := Cylinder.Straight[s].Count(); got != 14 {
			t.Errorf("a rook on %v attacks %d squares on the cylinder", s, got)
		}
		// On the cylinder, two diagonals with one square per rank meet again four ranks away.
		meet := 0
		for _, rank := range []int{s.Rank() - 4, s.Rank() + 4} {
			if rank >= 0 && rank < 8 {
				meet++
			}
		}
		if got := Cylinder.Diagonal[s].Count(); got != 14-meet {
			t.Errorf("a bishop on %v attacks %d squares on the cylinder, want %d", s, got, 14-meet)
		}
		for name, g := range boards {
			if g.Straight[s] != g.Rook(s, 0) || g.Diagonal[s] != g.Bishop(s, 0) {
				t.Errorf("%s: wrong empty-board tables for %v", name, s)
			}
		}
	}
}

// TestSteps compares the tables for knights, kings and pawns with their definition as distances in files and
// ranks.
func TestSteps(t *testing.T) {
	distance := func(a, b int) int { return max(a-b, b-a) }
	for name, g := range boards {
		for a := board.Square(0); a < 64; a++ {
			for b := board.Square(0); b < 64; b++ {
				files, ranks := distance(a.File(), b.File()), distance(a.Rank(), b.Rank())
				if g.wraps {
					files = min(files, 8-files)
				}
				for what, pair := range map[string][2]bool{
					"knight":     {g.Knight[a].Has(b), files == 1 && ranks == 2 || files == 2 && ranks == 1},
					"king":       {g.King[a].Has(b), max(files, ranks) == 1},
					"white pawn": {g.Pawn[board.White][a].Has(b), files == 1 && b.Rank() == a.Rank()+1},
					"black pawn": {g.Pawn[board.Black][a].Has(b), files == 1 && b.Rank() == a.Rank()-1},
				} {
					if pair[0] != pair[1] {
						t.Errorf("%s: a %s on %v attacks %v = %v", name, what, a, b, pair[0])
					}
				}
			}
		}
	}
}

// TestLine covers rule 2.1 of cylinder. Lines wrap around the left and right edges of the cylinder, but never
// around the top and bottom.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		g    *Topology
		from string
		d    Direction
		want string
	}{
		{Plane, "a4", Direction{1, 1}, "b5 c6 d7 e8"},
		{Plane, "a4", Direction{-1, 0}, ""},
		{Plane, "a1", Direction{0, -1}, ""},
		{Cylinder, "a4", Direction{-1, 0}, "<h4 <g4 <f4 <e4 <d4 <c4 <b4"},
		{Cylinder, "h4", Direction{1, 1}, ">a5 >b6 >c7 >d8"},
		{Cylinder, "g6", Direction{1, 1}, "h7 >a8"},
		{Cylinder, "a8", Direction{0, 1}, ""},
	} {
		from, _ := board.ParseSquare(c.from)
		var got []string
		for _, at := range c.g.Line(board.Rook, from, c.d) {
			got = append(got, map[int8]string{-1: "<", 1: ">"}[at.Copy]+at.Square.String())
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("2.1: from %v in direction %v: %s, want %s", from, c.d, text, c.want)
		}
	}
}

// turn moves every square in a set to the right by a number of files, around the board.
func turn(b board.Bitboard, files int) (turned board.Bitboard) {
	for b != 0 {
		s := b.Pop()
		turned |= board.At((s.File()+files)&7, s.Rank()).Bit()
	}
	return turned
}

// TestRotation checks that rotating the cylinder also rotates the attacked squares.
func TestRotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		occupied := board.Bitboard(rapid.Uint64().Draw(t, "occupied"))
		s := board.Square(rapid.IntRange(0, 63).Draw(t, "square"))
		files := rapid.IntRange(1, 7).Draw(t, "files")
		to, around := turn(s.Bit(), files).First(), turn(occupied, files)
		g := Cylinder
		for what, pair := range map[string][2]board.Bitboard{
			"rook":       {g.Rook(s, occupied), g.Rook(to, around)},
			"bishop":     {g.Bishop(s, occupied), g.Bishop(to, around)},
			"queen":      {g.Queen(s, occupied), g.Queen(to, around)},
			"knight":     {g.Knight[s], g.Knight[to]},
			"king":       {g.King[s], g.King[to]},
			"white pawn": {g.Pawn[board.White][s], g.Pawn[board.White][to]},
			"black pawn": {g.Pawn[board.Black][s], g.Pawn[board.Black][to]},
		} {
			if turn(pair[0], files) != pair[1] {
				t.Fatalf("a %s on %v rotated by %d files attacks %x, want %x", what, s, files, pair[1], turn(pair[0], files))
			}
		}
	})
}

// TestAttackSymmetry checks the symmetry that Attackers relies on. For any occupancy, a piece on a attacks b
// if and only if the same piece on b, or for pawns an enemy pawn, attacks a.
func TestAttackSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		occupied := board.Bitboard(rapid.Uint64().Draw(t, "occupied"))
		a := board.Square(rapid.IntRange(0, 63).Draw(t, "a"))
		for name, g := range boards {
			for b := board.Square(0); b < 64; b++ {
				for what, same := range map[string]bool{
					"rook":   g.Rook(a, occupied).Has(b) == g.Rook(b, occupied).Has(a),
					"bishop": g.Bishop(a, occupied).Has(b) == g.Bishop(b, occupied).Has(a),
					"knight": g.Knight[a].Has(b) == g.Knight[b].Has(a),
					"king":   g.King[a].Has(b) == g.King[b].Has(a),
					"pawn":   g.Pawn[board.White][a].Has(b) == g.Pawn[board.Black][b].Has(a),
				} {
					if !same {
						t.Fatalf("%s, occupied %x: only one of %v and %v attacks the other as a %s", name, occupied, a, b, what)
					}
				}
			}
		}
	})
}

// TestSymmetry checks that the attacks of queens and pawns are symmetric under rotation by 180° and under
// reversal of the ranks.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		occupied := board.Bitboard(rapid.Uint64().Draw(t, "occupied"))
		s := board.Square(rapid.IntRange(0, 63).Draw(t, "square"))
		for name, g := range boards {
			queen := g.Queen(s, occupied)
			if g.Queen(s.Mirror(), occupied.Mirror()) != queen.Mirror() || g.Queen(s^56, occupied.Flip()) != queen.Flip() {
				t.Fatalf("%s, occupied %x: the attacks of a queen on %v change when rotated or flipped", name, occupied, s)
			}
			if g.Pawn[board.White][s] != g.Pawn[board.Black][s^56].Flip() || g.Pawn[board.White][s] != g.Pawn[board.Black][s.Mirror()].Mirror() {
				t.Fatalf("%s: pawn attacks on %v are not mirror images", name, s)
			}
		}
	})
}

// TestDerived checks the properties and distances of the plane and the cylinder.
func TestDerived(t *testing.T) {
	if !Plane.Single || Plane.Seam || !Plane.Corners || Plane.Alike {
		t.Errorf("the plane: %v %v %v %v", Plane.Single, Plane.Seam, Plane.Corners, Plane.Alike)
	}
	if Cylinder.Single || !Cylinder.Seam || Cylinder.Corners || !Cylinder.Alike {
		t.Errorf("the cylinder: %v %v %v %v", Cylinder.Single, Cylinder.Seam, Cylinder.Corners, Cylinder.Alike)
	}
	for a := range board.Square(64) {
		edge := min(a.Rank(), 7-a.Rank())
		if got := Plane.EdgeDistance(a); got != edge+min(a.File(), 7-a.File()) {
			t.Errorf("edge distance of %v = %d", a, got)
		}
		if got := Cylinder.EdgeDistance(a); got != edge+3 {
			t.Errorf("edge distance of %v on the cylinder = %d", a, got)
		}
		for b := range board.Square(64) {
			files, ranks := max(a.File()-b.File(), b.File()-a.File()), max(a.Rank()-b.Rank(), b.Rank()-a.Rank())
			if got := Plane.Distance(a, b); got != max(files, ranks) {
				t.Errorf("distance from %v to %v = %d", a, b, got)
			}
			if got := Cylinder.Distance(a, b); got != max(min(files, 8-files), ranks) {
				t.Errorf("distance from %v to %v on the cylinder = %d", a, b, got)
			}
		}
	}
}
