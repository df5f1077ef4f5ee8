package flat_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
)

// step parses a move as two squares and an optional promotion, without validating it.
func step(t testing.TB, text string) board.Move {
	t.Helper()
	from, ok1 := board.ParseSquare(text[:2])
	to, ok2 := board.ParseSquare(text[2:4])
	if !ok1 || !ok2 {
		t.Fatalf("not a move: %q", text)
	}
	role := board.NoRole
	if len(text) > 4 {
		role, _ = board.ParseRole(text[4])
	}
	return board.NewMove(from, to, role)
}

// rich lists positions that are rare in random games: expired en passant rights, pawns about to promote,
// castling, several kings, and a side without a king.
var rich = []string{
	"4k3/P6P/8/p2pP2p/P6p/8/p6p/4K3 w - - 0 1",
	"1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 b - - 3 40",
	"4k3/8/8/P1pP2pP/8/8/8/4K3 w - - 0 1",
	"4k3/8/8/8/pP1p2Pp/8/8/4K3 b - - 0 1",
	"r3k2r/8/8/1b6/8/8/8/R3K2R w - - 0 1",
	"2k1k3/5q2/8/8/8/2n5/5P2/K3K1K1 w - - 0 1",
	"3qk3/8/8/8/8/8/3P4/3R4 w - - 0 1",
	"4k3/8/8/2n5/3Q4/8/1b6/r3K3 w - - 0 1",
}

// everywhere calls a function with many positions of a rule set: edge cases, rich positions, and positions
// from random games. The games favour captures, so that the boards become empty enough for long lines.
func everywhere(t *testing.T, r rules.Rules, games int, f func(p *board.Position)) {
	t.Helper()
	for _, fen := range append(edges(t, r.Info().Name), rich...) {
		p, err := r.Guide().ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
		if err == nil { // some positions are invalid in some rule sets
			f(&p)
		}
	}
	random := rand.New(rand.NewPCG(7, uint64(games)))
	for p := range positions.Games(t, r, 7, games, 160, positions.Captures) {
		if random.IntN(25) == 0 {
			f(p)
		}
	}
}

func edges(t *testing.T, name string) (fens []string) {
	t.Helper()
	file, err := os.Open("../../testdata/edge.jsonl")
	if err != nil {
		t.Fatalf(`os.Open("../../testdata/edge.jsonl"): %v`, err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var edge struct{ Variant, FEN string }
		if err := json.Unmarshal(lines.Bytes(), &edge); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		if edge.Variant == name {
			fens = append(fens, edge.FEN)
		}
	}
	return fens
}
