package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
)

// withTables returns a searcher with all three-piece endgame tables.
func withTables(t *testing.T, r rules.Rules) *search.Searcher {
	t.Helper()
	set, err := tablebase.NewSet(r)
	if err != nil {
		t.Fatalf("tablebase.NewSet: %v", err)
	}
	for _, m := range tablebase.Materials(3) {
		table, err := tablebase.Build(t.Context(), r, m, set.Probe, nil)
		if err != nil {
			t.Fatalf("tablebase.Build(%q): %v", m, err)
		}
		set.Add(table)
	}
	e, err := eval.New(r, eval.Linear)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	s := search.New(r, e, search.Options{HashMB: 1})
	s.SetTables(set)
	return s
}

func parse(t *testing.T, r rules.Rules, text string) *board.Position {
	t.Helper()
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("r.Guide().ParsePosition(%q): %v", text, err)
	}
	return &p
}

// TestTables checks that the search immediately returns the results of tables, with the whole line, subject
// to the fifty-move rule.
func TestTables(t *testing.T) {
	plane, round := withTables(t, chess.Rules), withTables(t, cylinder.Rules)
	for _, c := range []struct {
		name  string
		s     *search.Searcher
		r     rules.Rules
		fen   string
		mate  int // in moves; 0 for none, negative if the side to move is mated
		drawn bool
	}{
		{"longest mate with a pawn", plane, chess.Rules, "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 28, false},
		{"longest mate with a pawn, colours exchanged", plane, chess.Rules, "8/k5p1/8/8/1K6/8/8/8 b - - 0 1", 28, false},
		{"side to move is mated", plane, chess.Rules, "8/8/8/8/8/2k5/1R6/K7 b - - 0 1", -16, false},
		{"rook", plane, chess.Rules, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 16, false},
		{"mate with the hundredth half-move", plane, chess.Rules, "8/8/8/8/8/2k5/1R6/K7 w - - 69 80", 16, false},
		{"mate after the fifty-move limit", plane, chess.Rules, "8/8/8/8/8/2k5/1R6/K7 w - - 70 80", 0, false},
		{"rook on the cylinder", round, cylinder.Rules, "8/8/8/3k4/8/8/R7/K7 w - - 0 1", 0, true},
		{"queen on the cylinder", round, cylinder.Rules, "Q7/8/8/4k3/8/8/8/K7 w - - 0 1", 10, false},
		{"capture into the tables", plane, chess.Rules, "8/8/8/8/8/2k5/1R5r/K7 b - - 0 1", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.r, c.fen)
			res := c.s.Search(context.Background(), p, nil, search.Limits{Depth: 4}, nil)
			line := res.Lines[0]
			n, mate := search.MateIn(line.Score)
			if mate != (c.mate != 0) || mate && n != c.mate || c.drawn && line.Score != 0 {
				t.Errorf("score %d, mate in %d: %v; want mate in %d", line.Score, n, mate, c.mate)
			}
			if c.mate == 0 {
				return
			}
			plies := max(2*c.mate-1, -2*c.mate)
			if len(line.PV) != plies || p.HalfmoveClock == 0 && line.Depth != 1 {
				t.Errorf("depth %d, PV of %d plies; want depth 1 and %d plies", line.Depth, len(line.PV), plies)
			}
			for _, m := range line.PV {
				var next board.Position
				if !rules.Legal(c.r, p, m) || !c.r.Apply(p, m, &next) {
					t.Fatalf("the line has the illegal move %v", m)
				}
				p = &next
			}
			if o := rules.OutcomeOf(c.r, p); o.Reason != rules.Checkmate {
				t.Errorf("the line ends with %q; want checkmate", o.Reason)
			}
		})
	}
}

// TestTablesWinGame plays a long endgame with one searcher, and checks that each move brings the mate closer.
func TestTablesWinGame(t *testing.T) {
	s, r := withTables(t, chess.Rules), chess.Rules
	p := parse(t, r, "8/8/8/1k6/8/8/K5P1/8 w - - 0 1")
	game := rules.NewLine(r, *p)
	for plies := 55; plies > 0; plies-- {
		at := game.Position()
		res := s.Search(context.Background(), &at, game.EarlierHashes(), search.Limits{Depth: 3}, nil)
		if n, mate := search.MateIn(res.Lines[0].Score); !mate || max(n, -n) != (plies+1)/2 {
			t.Fatalf("%s: mate in %d, %v; want mate in %d plies", r.Guide().FormatPosition(&at), n, mate, plies)
		}
		if _, err := game.Play(res.Best); err != nil {
			t.Fatalf("game.Play: %v", err)
		}
	}
	if o := game.Outcome(); o.Reason != rules.Checkmate || !strings.Contains(o.String(), "White") {
		t.Errorf("the game ends with %+v; want checkmate by White", o)
	}
}
