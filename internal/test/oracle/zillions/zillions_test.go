package zillions_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

// file loads a game from testdata.
func file(t *testing.T, name string) *zillions.Game {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name + ".zrf")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	g, err := zillions.Load(string(src))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}

func perft(t *testing.T, s zillions.State, depth int) int {
	t.Helper()
	n, err := s.Perft(depth)
	if err != nil {
		t.Fatalf("Perft: %v", err)
	}
	return n
}

var chessmen = map[rune]string{'p': "Pawn", 'n': "Knight", 'b': "Bishop", 'r': "Rook", 'q': "Queen", 'k': "King"}

// fen sets up a position in the testdata chess game.
func fen(t *testing.T, g *zillions.Game, line string) zillions.State {
	t.Helper()
	fields := strings.Fields(line)
	set := zillions.Setup{Board: map[string]zillions.Piece{}, Turn: map[string]string{"w": "White", "b": "Black"}[fields[1]],
		Attributes: map[string]map[string]bool{}}
	for i, rank := range strings.Split(fields[0], "/") {
		f := 0
		for _, c := range rank {
			if c <= '8' {
				f += int(c - '0')
				continue
			}
			sq := string(rune('a'+f)) + string(rune('8'-i))
			p := zillions.Piece{Owner: "White", Type: chessmen[c|0x20]}
			if c >= 'a' {
				p.Owner = "Black"
			}
			set.Board[sq] = p
			f++
			if p.Type != "King" && p.Type != "Rook" {
				continue
			}
			home := map[string]string{"a1": "Q", "h1": "K", "a8": "q", "h8": "k", "e1": "KQ", "e8": "kq"}[sq]
			set.Attributes[sq] = map[string]bool{"never-moved?": home != "" && strings.ContainsAny(fields[2], home)}
		}
	}
	if fields[3] != "-" {
		file, from, to := fields[3][:1], "2", "4"
		if fields[3][1] == '6' {
			from, to = "7", "5"
		}
		set.LastFrom, set.LastTo = file+from, file+to
	}
	s, err := g.SetUp(set)
	if err != nil {
		t.Fatalf("SetUp: %v", err)
	}
	return s
}

// TestChess checks well-known perft counts.
func TestChess(t *testing.T) {
	g := file(t, "chess")
	for _, c := range []struct {
		name, fen string
		counts    []int
	}{
		{"start", "", []int{20, 400, 8902, 197281}},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2039, 97862}},
		{"pins and en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2812, 43238}},
		{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467}},
		{"steven", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486, 62379}},
		{"en passant at the start", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", []int{7}},
		{"mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", []int{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := g.Start()
			if c.fen != "" {
				s = fen(t, g, c.fen)
			}
			for i, want := range c.counts {
				if !long.Enabled() && want > 50_000 {
					break
				}
				if got := perft(t, s, i+1); got != want {
					t.Errorf("perft %d = %d, want %d", i+1, got, want)
				}
			}
		})
	}
}
