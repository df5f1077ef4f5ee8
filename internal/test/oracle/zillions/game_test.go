package zillions_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

// TestGames checks perft counts of small rules files.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []int
	}{
		// Of the 255,168 possible games, 1,440 end after five marks and 5,328 after six.
		{"tictactoe", []int{9, 72, 504, 3024, 15120, (15120 - 1440) * 4, (54720 - 5328) * 3, (148176 - 47952) * 2, 200448 - 72576}},
		{"breakthrough", []int{22, 484, 11132, 256036}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := file(t, c.name).Start()
			for i, want := range c.counts {
				if !long.Enabled() && want > 100_000 {
					break
				}
				if got := perft(t, s, i+1); got != want {
					t.Errorf("perft %d = %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// TestTour compares the perft counts of a rules file with the number of paths that a few lines of Go count.
func TestTour(t *testing.T) {
	var seen [3][4]bool
	var paths func(r, c, left int) int
	paths = func(r, c, left int) int {
		if r < 0 || r > 2 || c < 0 || c > 3 || seen[r][c] {
			return 0
		}
		if left == 0 {
			return 1
		}
		seen[r][c] = true
		sum := 0
		for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			sum += paths(r+d[0], c+d[1], left-1)
		}
		seen[r][c] = false
		return sum
	}
	s := file(t, "tour").Start()
	for n := 1; n <= 12; n++ {
		if got, want := perft(t, s, n), paths(2, 0, n); got != want {
			t.Errorf("%d steps: %d paths, want %d", n, got, want)
		}
	}
	if paths(2, 0, 11) == 0 {
		t.Error("no tour found")
	}
}

// play makes the move from one square to another, which must be unique.
func play(t *testing.T, s zillions.State, from, to string) zillions.State {
	t.Helper()
	all, err := s.Moves()
	if err != nil {
		t.Fatalf("Moves: %v", err)
	}
	var found []zillions.Move
	for _, m := range all {
		if m.From == from && m.To == to {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d moves go from %s to %s, want one: %v", len(found), from, to, all)
	}
	return s.Play(found[0])
}

func outcome(t *testing.T, s zillions.State) zillions.Outcome {
	t.Helper()
	o, err := s.Outcome()
	if err != nil {
		t.Fatalf("Outcome: %v", err)
	}
	return o
}

// TestOutcome plays chess games that end in different ways.
func TestOutcome(t *testing.T) {
	g := file(t, "chess")
	s := g.Start()
	for _, m := range [][2]string{{"f2", "f3"}, {"e7", "e5"}, {"g2", "g4"}, {"d8", "h4"}} {
		s = play(t, s, m[0], m[1])
	}
	if o := outcome(t, s); !o.Over || o.Winner != "Black" || o.Reason != "(checkmated King)" {
		t.Errorf("after the fool's mate: %+v", o)
	}
	if o := outcome(t, fen(t, g, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")); !o.Over || o.Winner != "" || o.Reason != "stalemated" {
		t.Errorf("stalemate: %+v", o)
	}
	s = g.Start()
	for range 2 {
		for _, m := range [][2]string{{"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}} {
			if o := outcome(t, s); o.Over {
				t.Fatalf("over too early: %+v", o)
			}
			s = play(t, s, m[0], m[1])
		}
	}
	if o := outcome(t, s); !o.Over || o.Winner != "" || o.Reason != "repetition" {
		t.Errorf("after threefold repetition: %+v", o)
	}
	if all, err := s.Moves(); err != nil || len(all) != 0 {
		t.Errorf("moves after the end: %v, %v", all, err)
	}
}

// TestCastling checks all effects of castling.
func TestCastling(t *testing.T) {
	g := file(t, "chess")
	s := play(t, fen(t, g, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "e1", "g1")
	b := s.Board()
	if b["g1"].Type != "King" || b["f1"].Type != "Rook" || b["e1"].Type != "" || b["h1"].Type != "" {
		t.Errorf("after castling: %v", s)
	}
	if len(s.Attributes("g1"))+len(s.Attributes("f1")) != 0 || len(s.Attributes("a1")) != 1 {
		t.Errorf("attributes after castling: g1 %v, f1 %v, a1 %v", s.Attributes("g1"), s.Attributes("f1"), s.Attributes("a1"))
	}
	if from, to := s.Last(); from != "e1" || to != "g1" {
		t.Errorf("the last move went from %s to %s", from, to)
	}
}
