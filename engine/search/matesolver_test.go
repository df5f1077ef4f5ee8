package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestSolveMate checks that the solver proves the existence of a mate, proves that there is none, and
// restricts the first moves.
func TestSolveMate(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	s := searcher(t, r, search.Options{HashMB: 1})
	p := positions.From(t, r, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
	line, proved := s.SolveMate(t.Context(), &p, nil, 3, 1<<20)
	if got := uci(r, &p, line); !proved || got != "f6f7 h8h7 g1h1" {
		t.Errorf("SolveMate in 3 = %q, %v; want f6f7 h8h7 g1h1, true", got, proved)
	}
	if line, proved := s.SolveMate(t.Context(), &p, nil, 1, 1<<20); line != nil || !proved {
		t.Errorf("SolveMate in 1 = %v, %v; want nil, true", line, proved)
	}
	others := slices.DeleteFunc(rules.LegalMoves(r, &p), func(m board.Move) bool { return m == line[0] })
	if line, proved := s.SolveMate(t.Context(), &p, others, 2, 1<<20); line != nil || !proved {
		t.Errorf("SolveMate in 2 by other moves = %v, %v; want nil, true", line, proved)
	}
	if line, proved := s.SolveMate(t.Context(), &p, others, 4, 100); line != nil || proved {
		t.Errorf("SolveMate with 100 nodes = %v, %v; want nil, false", line, proved)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if line, proved := s.SolveMate(ended, &p, nil, 3, 1<<20); line != nil || proved {
		t.Errorf("SolveMate with an ended context = %v, %v; want nil, false", line, proved)
	}
	if line, proved := s.SolveMate(t.Context(), &p, nil, 3, 1<<20); len(line) != 3 || !proved {
		t.Errorf("repeated SolveMate in 3 = %v, %v; want three moves, true", line, proved)
	}
	mated := positions.From(t, r, "6Rk/8/6K1/8/8/8/8/8 b - - 0 1")
	if line, proved := s.SolveMate(t.Context(), &mated, nil, 2, 1<<20); line != nil || !proved {
		t.Errorf("SolveMate without a legal move = %v, %v; want nil, true", line, proved)
	}
}

func uci(r rules.Rules, p *board.Position, line []board.Move) string {
	at, words := rules.NewLine(r, *p), []string{}
	for _, m := range line {
		now := at.Position()
		words = append(words, r.Guide().FormatUCI(&now, m))
		if _, err := at.Play(m); err != nil {
			return err.Error()
		}
	}
	return strings.Join(words, " ")
}
