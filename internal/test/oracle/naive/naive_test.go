package naive

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
)

// mostLeaves returns the largest perft count to check.
func mostLeaves() int {
	if !long.Enabled() {
		return 20_000
	}
	return 250_000
}

func TestPerft(t *testing.T) {
	for variant := range variants {
		file, err := os.ReadFile("../../../../variant/" + variant + "/" + variant + ".perft")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			var id, fen string
			counted := 0
			for line := range strings.Lines(string(file)) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch word {
				case "", "#":
				case "id":
					id = rest
				case "epd":
					fen = rest + " 0 1"
				case "perft":
					var depth, want int
					if n, err := fmt.Sscan(rest, &depth, &want); n != 2 {
						t.Fatalf("%s: invalid line %q: %v", id, line, err)
					}
					if want > mostLeaves() {
						continue
					}
					got, err := Perft(variant, fen, depth)
					if err != nil || got != want {
						t.Errorf("%s depth %d: %d, want %d (%v)", id, depth, got, want, err)
					}
					counted++
				default:
					t.Fatalf("unknown line %q", line)
				}
			}
			if counted < 50 {
				t.Errorf("checked only %d counts", counted)
			}
		})
	}
}

func TestEdge(t *testing.T) {
	file, err := os.Open("../../../../testdata/edge.jsonl")
	if err != nil {
		t.Fatalf("os.Open: %v", err)
	}
	defer file.Close()
	seen := 0
	for lines := bufio.NewScanner(file); lines.Scan(); seen++ {
		var e struct {
			Variant, About, FEN string
			Check               bool
			Moves               []string
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		got, err := Moves(e.Variant, e.FEN)
		slices.Sort(e.Moves)
		if err != nil || !slices.Equal(got, e.Moves) {
			t.Errorf("%s, %s: moves\n%v, want\n%v (%v)", e.Variant, e.About, got, e.Moves, err)
		}
		check, err := InCheck(e.Variant, e.FEN)
		if err != nil || check != e.Check {
			t.Errorf("%s, %s: check %v, want %v (%v)", e.Variant, e.About, check, e.Check, err)
		}
	}
	if seen < 20 {
		t.Errorf("checked only %d lines", seen)
	}
}

// TestPlay checks details that counts do not cover: the FEN after a move, with its counters,
// rights and en passant square.
func TestPlay(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ variant, fen, move, want string }{
		{"chess", start, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 9", "d2d4", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 9"},
		// The capture would expose the king on the rank, so there is no en passant square.
		{"chess", "4k3/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 3 8", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 9"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 8", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 8"},
		{"cylinder", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2"},
		{"cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5h6", "4k3/8/7P/8/8/8/8/4K3 b - - 0 2"},
		{"triboard", "4k3/7p/8/P7/8/8/8/4K3 b - - 5 1", "h7h5", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5h7", "4k3/7P/8/8/8/8/8/4K3 b - - 0 2"},
		{"triboard", "4k3/8/8/8/p6P/8/8/4K3 b - h3 0 2", "a4h2", "4k3/8/8/8/8/8/7p/4K3 w - - 0 3"},
		{"mirrorsquare", start, "e2e4", "rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"mirrorsquare", "4k3/8/8/8/8/8/8/4K3 w - - 4 1", "e1e2", "4k3/3k4/8/8/8/8/4K3/8 b - - 5 1"},
		{"mirrorsquare", "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", "d5e4", "4k3/8/8/3b4/4B3/8/8/4K3 b - - 1 1"},
		{"mirrorsquare", "8/P6k/8/8/8/8/7p/K7 w - - 0 1", "a7a8q", "Q7/7k/8/8/8/8/7p/K7 b - - 0 1"},
		// A spawned king moves, and the original king keeps its castling rights.
		{"mirrorsquare", "4k3/8/8/8/8/K7/7P/4K2R w K - 0 1", "a3a4", "4k3/8/8/7k/K7/8/7P/4K2R b K - 1 1"},
		{"nachfolger", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/3n4/4P3/8/8/4K3 b - - 0 1"},
		{"nachfolger", "4k3/8/8/3Q4/8/8/8/4K3 w - - 3 1", "d5e4", "4k3/8/8/3Q4/8/8/8/4K3 b - - 4 1"},
		{"nachfolger", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1h5", "4k3/8/8/8/Q7/8/8/4K3 b - - 1 1"},
		{"nachfolger", "8/2P4k/8/8/8/8/K7/8 w - - 0 1", "c7c8q", "2Q5/7k/8/8/8/8/K7/8 b - - 0 1"},
		{"nachfolger", "8/2P4k/8/8/8/8/K7/8 w - - 0 1", "c7c8r", "2R5/7k/8/8/8/8/K7/5q2 b - - 0 1"},
		{"nachfolger", "8/7k/8/8/8/8/8/4K3 b - - 8 3", "h7g7", "8/8/8/8/8/8/1k6/4K3 w - - 9 4"},
	} {
		got, err := Play(c.variant, c.fen, c.move)
		if err != nil || got != c.want {
			t.Errorf("%s %s %s:\n%s, want\n%s (%v)", c.variant, c.fen, c.move, got, c.want, err)
		}
	}
}

// TestWalk plays random games and parses every position again. Parse must accept every position reached, and
// the parsed position must have the same moves.
func TestWalk(t *testing.T) {
	for variant, r := range variants {
		dice := rand.New(rand.NewPCG(1, 2)) // created here, so that the order of the rule sets does not matter
		castling := "KQkq"
		if !r.castles {
			castling = "-"
		}
		for range 10 {
			p, err := Parse(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "+castling+" - 0 1")
			for ply := 0; err == nil && ply < 80; ply++ {
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[dice.IntN(len(moves))])
				text := p.FEN()
				var back *Pos
				if back, err = Parse(variant, text); err == nil && (back.FEN() != text || !slices.Equal(back.Moves(), p.Moves())) {
					err = fmt.Errorf("%s: the parsed position differs", text)
				}
			}
			if err != nil {
				t.Errorf("%s: %v", variant, err)
			}
		}
	}
}

func TestInvalidPositions(t *testing.T) {
	for _, c := range [][2]string{
		{"checkers", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - -"},
		{"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k4/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4X3 w - - 0 1"},
		{"chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"},
		{"nachfolger", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1"},
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1"},
	} {
		if p, err := Parse(c[0], c[1]); err == nil {
			t.Errorf("Parse(%s, %s) = %s; want an error", c[0], c[1], p.FEN())
		}
	}
	if _, err := Play("mirrorsquare", "4k3/3p4/8/3p4/4P3/8/8/4K3 b - - 0 1", "d7d5"); err == nil {
		t.Error("Play of a push onto an occupied square succeeded")
	}
}
