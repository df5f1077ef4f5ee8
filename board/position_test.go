package board_test

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
)

// TestPositionSize checks that a position is small enough to copy cheaply.
func TestPositionSize(t *testing.T) {
	if size := unsafe.Sizeof(board.Position{}); size > 256 {
		t.Errorf("a position has %d bytes, more than 256", size)
	}
}

func TestEmpty(t *testing.T) {
	p := board.Empty()
	if p.Occupied() != 0 || p.Side != board.White || p.FullmoveNumber != 1 || p.EnPassant() != board.NoSquare || p.Castling() != 0 {
		t.Errorf("empty board = %+v", p)
	}
	if p.Hash != p.Zobrist() {
		t.Errorf("its hash is %x, recomputed %x", p.Hash, p.Zobrist())
	}
}

func TestCastlingText(t *testing.T) {
	for rights, want := range map[board.Castling]string{
		0: "-", 15: "KQkq",
		board.WhiteShort: "K", board.WhiteLong: "Q", board.BlackShort: "k", board.BlackLong: "q",
		board.WhiteLong | board.BlackShort: "Qk",
	} {
		if got := rights.String(); got != want {
			t.Errorf("rights %b are written %q, want %q", rights, got, want)
		}
	}
}

// model is a simple reference implementation of a position.
type model struct {
	cells    [64]board.Piece
	castling board.Castling
	ep       board.Square
	side     board.Colour
}

// TestPositionAgainstModel makes the same random changes to a position and a model. All accessors must agree,
// and the incremental hash must equal the recomputed one.
func TestPositionAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, m := board.Empty(), model{ep: board.NoSquare}
		squares := rapid.Custom(func(t *rapid.T) board.Square { return board.Square(rapid.IntRange(0, 63).Draw(t, "square")) })
		pieces := rapid.Custom(func(t *rapid.T) board.Piece {
			return board.NewPiece(board.Colour(rapid.IntRange(0, 1).Draw(t, "colour")), board.Role(rapid.IntRange(1, 6).Draw(t, "role")))
		})
		t.Repeat(map[string]func(*rapid.T){
			"put or take": func(t *rapid.T) {
				s := squares.Draw(t, "at")
				if pc := m.cells[s]; pc != board.NoPiece {
					p.Take(s, pc)
					m.cells[s] = board.NoPiece
				} else {
					m.cells[s] = pieces.Draw(t, "piece")
					p.Put(s, m.cells[s])
				}
			},
			"shift": func(t *rapid.T) {
				from, to := squares.Draw(t, "from"), squares.Draw(t, "to")
				if m.cells[from] == board.NoPiece || m.cells[to] != board.NoPiece {
					t.Skip("nothing to shift")
				}
				p.Shift(from, to, m.cells[from])
				m.cells[from], m.cells[to] = board.NoPiece, m.cells[from]
			},
			"castling": func(t *rapid.T) {
				m.castling = board.Castling(rapid.IntRange(0, 15).Draw(t, "rights"))
				p.SetCastling(m.castling)
			},
			"en passant": func(t *rapid.T) {
				m.ep = board.Square(rapid.IntRange(0, 64).Draw(t, "crossed"))
				p.SetEnPassant(m.ep)
			},
			"pass": func(t *rapid.T) {
				p.Pass()
				m.side = m.side.Other()
			},
			"": func(t *rapid.T) { m.check(t, &p) },
		})
	})
}

func (m *model) check(t *rapid.T, p *board.Position) {
	var colours [2]board.Bitboard
	var roles [8]board.Bitboard
	for s, pc := range m.cells {
		if p.Piece(board.Square(s)) != pc {
			t.Fatalf("%v holds %v, want %v", board.Square(s), p.Piece(board.Square(s)), pc)
		}
		if pc != board.NoPiece {
			colours[pc.Colour()] |= board.Square(s).Bit()
			roles[pc.Role()] |= board.Square(s).Bit()
		}
	}
	if p.Occupied() != colours[0]|colours[1] {
		t.Fatalf("occupied is %x", p.Occupied())
	}
	for c := board.White; c <= board.Black; c++ {
		if p.ByColour(c) != colours[c] {
			t.Fatalf("%v's pieces are %x, want %x", c, p.ByColour(c), colours[c])
		}
		for k := board.Pawn; k <= board.King; k++ {
			if p.ByRole(k) != roles[k] || p.Pieces(c, k) != roles[k]&colours[c] {
				t.Fatalf("%v %v: %x and %x", c, k, p.ByRole(k), p.Pieces(c, k))
			}
		}
	}
	if p.Castling() != m.castling || p.EnPassant() != m.ep || p.Side != m.side {
		t.Fatalf("rights %v, en passant %v, %v to move; want %v, %v, %v", p.Castling(), p.EnPassant(), p.Side, m.castling, m.ep, m.side)
	}
	if p.Hash != p.Zobrist() {
		t.Fatalf("hash %x, recomputed %x", p.Hash, p.Zobrist())
	}
}

// TestSeededRandom checks the first values of the splitmix64 generator.
func TestSeededRandom(t *testing.T) {
	for seed, want := range map[uint64][2]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4},
		1234567: {6457827717110365317, 3203168211198807973},
	} {
		draw := board.SeededRandom(seed)
		if got := [2]uint64{draw(), draw()}; got != want {
			t.Errorf("seed %d: %x, want %x", seed, got, want)
		}
	}
}

// TestZobristKeys checks that the Zobrist keys of chess differ, and that a hash has its known value, since
// hashes may be stored.
func TestZobristKeys(t *testing.T) {
	seen := map[uint64]string{}
	add := func(key uint64, what string) {
		t.Helper()
		if other, twice := seen[key]; twice || key == 0 {
			t.Errorf("%s has the Zobrist key of %q", what, other)
		}
		seen[key] = what
	}
	for k := board.Pawn; k <= board.King; k++ {
		for c := board.White; c <= board.Black; c++ {
			pc := board.NewPiece(c, k)
			for s := board.Square(0); s < 64; s++ {
				p := board.Empty()
				p.Put(s, pc)
				add(p.Hash, pc.String()+" on "+s.String())
			}
		}
	}
	for c := board.Castling(1); c < 16; c++ {
		p := board.Empty()
		p.SetCastling(c)
		add(p.Hash, "castling "+c.String())
	}
	for s := board.Square(0); s < 64; s++ {
		p := board.Empty()
		p.SetEnPassant(s)
		add(p.Hash, "en passant "+s.String())
	}
	p := board.Empty()
	p.Pass()
	add(p.Hash, "black to move")

	p = board.Empty()
	p.Put(4, board.NewPiece(board.White, board.King))
	if p.Hash != kingOnE1 {
		t.Errorf("hash of a lone white king on e1 = %#x, want %#x", p.Hash, uint64(kingOnE1))
	}
}

// kingOnE1 is the Zobrist hash of a white king on e1 alone.
const kingOnE1 = 0xbae2c5a31107602f
