package fairy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestColourFlipKeepsScore checks that a position and its colour flip have the same score, with pieces that move
// differently for White and Black, on boards of all sizes.
func TestColourFlipKeepsScore(t *testing.T) {
	for _, text := range []string{
		`{"name":"generals","start":"rnbqkbnr/pppppppp/gggggggg/8/8/GGGGGGGG/PPPPPPPP/RNBQKBNR w - - 0 1","pieces":{"g":"fRsWbF"}}`,
		`{"name":"wide","start":"r8r/1nbqkcabn1/ppppgggppp/10/10/10/10/PPPPGGGPPP/1NBQKCABN1/R8R w - - 0 1","board":{"files":10,"ranks":10},` +
			`"pieces":{"a":"BN","c":"RN","g":"fRsWbF"},"pawn":{"zone":3,"must":false,"promotes":"qcarbn"}}`,
	} {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("Choose(%s): %v", text, err)
		}
		e, err := eval.New(r, eval.Derived)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		for p := range positions.Games(t, r, 3, 10, 80, positions.Any) {
			plain := *p
			plain.SetEnPassant(board.NoSquare)
			fen := r.Guide().FormatPosition(&plain)
			f := positions.From(t, r, flipped(fen))
			if a, b := e.Evaluate(&plain), e.Evaluate(&f); a != b {
				t.Fatalf("%s: Evaluate = %d, flipped %d, in %s", r.Info().Name, a, b, fen)
			}
			if a, b := len(rules.LegalMoves(r, &plain)), len(rules.LegalMoves(r, &f)); a != b {
				t.Fatalf("%s: %d moves, flipped %d, in %s", r.Info().Name, a, b, fen)
			}
		}
	}
}

// flipped returns a FEN with the colours swapped and the ranks reversed.
func flipped(fen string) string {
	fields := strings.Fields(fen)
	swap := func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c - 32
		}
		if c >= 'A' && c <= 'Z' {
			return c + 32
		}
		return c
	}
	ranks := strings.Split(strings.Map(swap, fields[0]), "/")
	slices.Reverse(ranks)
	side := map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Join(append([]string{strings.Join(ranks, "/"), side, "-", "-"}, fields[4:]...), " ")
}
