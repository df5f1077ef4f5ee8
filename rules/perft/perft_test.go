package perft_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/chess"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// plain is chess without its legal move generator.
var plain = struct{ rules.Rules }{chess.Rules}

func TestPerft(t *testing.T) {
	start := positions.From(t, chess.Rules, "")
	for depth, want := range map[int]uint64{-1: 1, 0: 1, 1: 20, 2: 400, 3: 8902, 4: 197281} {
		if got := perft.Count(chess.Rules, &start, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
		if got := perft.Count(plain, &start, depth); got != want {
			t.Errorf("depth %d without a legal generator: %d, want %d", depth, got, want)
		}
	}
	mate := positions.From(t, chess.Rules, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	for depth := 1; depth < 6; depth++ {
		c := perft.Counter{Rules: chess.Rules, Threads: 3, HashMB: 1}
		if got, err := c.Count(context.Background(), &mate, depth); got != 0 || err != nil {
			t.Errorf("checkmate: %d sequences of length %d, %v", got, depth, err)
		}
	}
}

// TestPerftIgnoresDraws checks that the count ignores the halfmove clock and dead positions.
func TestPerftIgnoresDraws(t *testing.T) {
	p := positions.From(t, chess.Rules, "4k3/8/8/8/8/8/8/4K3 w - - 150 200")
	if got := perft.Count(chess.Rules, &p, 2); got != 25 {
		t.Errorf("%d sequences of two moves, want 25", got)
	}
}

// TestCounterAgrees compares the count of a single thread without a table with counts that use threads, a
// table or both.
func TestCounterAgrees(t *testing.T) {
	p := positions.From(t, chess.Rules, kiwipete)
	for depth := 1; depth <= 4; depth++ {
		want := perft.Count(chess.Rules, &p, depth)
		for _, c := range []perft.Counter{
			{Rules: chess.Rules, Threads: 2},
			{Rules: chess.Rules, Threads: 100},
			{Rules: chess.Rules, Threads: -1},
			{Rules: chess.Rules, HashMB: 1},
			{Rules: chess.Rules, Threads: 3, HashMB: 2},
			{Rules: plain, Threads: 2, HashMB: 1},
		} {
			if got, err := c.Count(context.Background(), &p, depth); got != want || err != nil {
				t.Errorf("depth %d, %d threads, %d MB: %d, %v, want %d", depth, c.Threads, c.HashMB, got, err, want)
			}
		}
	}
}

// TestCounterTable counts positions that recur at different depths. The hash table must distinguish the
// depths.
func TestCounterTable(t *testing.T) {
	p := positions.From(t, chess.Rules, "k7/8/8/8/8/8/8/6NK w - - 0 1")
	for depth := 5; depth <= 7; depth++ {
		want := perft.Count(chess.Rules, &p, depth)
		for threads := 1; threads <= 2; threads++ {
			c := perft.Counter{Rules: chess.Rules, Threads: threads, HashMB: 1}
			if got, err := c.Count(context.Background(), &p, depth); got != want || err != nil {
				t.Errorf("depth %d with a table and %d threads: %d, %v, want %d", depth, threads, got, err, want)
			}
		}
	}
}

func TestCounterReports(t *testing.T) {
	p := positions.From(t, chess.Rules, kiwipete)
	for _, depth := range []int{1, 3, 4} {
		var moves []board.Move
		var sum uint64
		last, total := 0, 0
		c := perft.Counter{
			Rules: chess.Rules, Threads: 3,
			Progress: func(done, of int) {
				if done != last+1 || total != 0 && of != total {
					t.Errorf("depth %d: %d of %d work items done after %d of %d", depth, done, of, last, total)
				}
				last, total = done, of
			},
			Divide: func(m board.Move, count uint64) {
				var next board.Position
				chess.Rules.Apply(&p, m, &next)
				if want := perft.Count(chess.Rules, &next, depth-1); count != want {
					t.Errorf("depth %d: %d sequences start with %v, want %d", depth, count, m, want)
				}
				moves, sum = append(moves, m), sum+count
			},
		}
		n, err := c.Count(context.Background(), &p, depth)
		if err != nil || n != sum || !slices.Equal(moves, rules.LegalMoves(chess.Rules, &p)) {
			t.Errorf("depth %d: %d sequences, %v; the counts for %[5]d first moves add up to %[4]d", depth, n, err, sum, len(moves))
		}
		if last != total || total == 0 {
			t.Errorf("depth %d: %d of %d work items were reported", depth, last, total)
		}
	}
}

// TestCounterStops cancels a count that would take years.
func TestCounterStops(t *testing.T) {
	p := positions.From(t, chess.Rules, kiwipete)
	c := perft.Counter{Rules: chess.Rules, Threads: 2, HashMB: 1, Divide: func(board.Move, uint64) {
		t.Error("interrupted count returned partial results")
	}}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if n, err := c.Count(ctx, &p, 12); !errors.Is(err, context.DeadlineExceeded) || n != 0 {
		t.Errorf("interrupted count = %d, error %v", n, err)
	}
	if _, err := c.Count(ctx, &p, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("count interrupted at the start: got error %v", err)
	}
}

func TestLegalMoves(t *testing.T) {
	for text, want := range map[string]string{
		"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1":    "e1d1 e1e2 e1f1", // d1 and f1 are not attacked by the rook
		"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1":  "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":     "",
		"4k3/8/8/8/8/5n2/3p4/4K3 w - - 0 1":  "e1d1 e1e2 e1f1 e1f2",
		"4k3/8/8/8/1b6/8/3N4/R3K3 w Q - 0 1": "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 e1c1 e1d1 e1e2 e1f1 e1f2",
	} {
		for name, r := range map[string]rules.Rules{"legal generator": chess.Rules, "plain": plain} {
			p := positions.From(t, r, text)
			if got := strings.Join(positions.Legal(r, &p), " "); got != want {
				t.Errorf("%s in %s: %s, want %s", name, text, got, want)
			}
		}
	}
}
