package zillions_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

func set(t *testing.T, g *zillions.Game, turn string, board map[string]zillions.Piece) zillions.State {
	t.Helper()
	s, err := g.SetUp(zillions.Setup{Board: board, Turn: turn})
	if err != nil {
		t.Fatalf("SetUp: %v", err)
	}
	return s
}

func moves(t *testing.T, s zillions.State) []string {
	t.Helper()
	all, err := s.Moves()
	if err != nil {
		t.Fatalf("Moves: %v", err)
	}
	var out []string
	for _, m := range all {
		out = append(out, m.From+m.To)
	}
	slices.Sort(out)
	return out
}

// TestTwoKings checks both interpretations of "checkmated" with several kings.
func TestTwoKings(t *testing.T) {
	g := file(t, "chess")
	w, b := "White", "Black"
	s := set(t, g, w, map[string]zillions.Piece{"a1": {w, "King"}, "h1": {w, "King"}, "h2": {w, "Pawn"}, "a8": {b, "Rook"}, "c8": {b, "King"}})
	if got, want := moves(t, s), []string{"a1b1", "a1b2"}; !slices.Equal(got, want) {
		t.Errorf("any king: %v, want %v", got, want)
	}
	g.Royal = zillions.AllRoyal
	if got, want := moves(t, s), []string{"a1a2", "a1b1", "a1b2", "h1g1", "h1g2", "h2h3", "h2h4"}; !slices.Equal(got, want) {
		t.Errorf("all kings: %v, want %v", got, want)
	}
}

// TestDuplicates checks moves that reach a square around a ring in both directions.
func TestDuplicates(t *testing.T) {
	g := load(t, small("(round (while empty? add round)) (wrong (while empty? add wrong))", "(White (X a1))"))
	if got, want := moves(t, g.Start()), []string{"a1b1", "a1c1", "a1d1"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	g.KeepDuplicates = true
	if got := moves(t, g.Start()); len(got) != 6 {
		t.Errorf("with all duplicates: %v, want six", got)
	}
}

// TestPriorities checks that priorities are applied before check is considered. The only capture would leave
// the king attacked, so there are no legal moves.
func TestPriorities(t *testing.T) {
	rules := small("(move-type take) (n (verify enemy?) add) (move-type quiet) (n (verify empty?) add) (e (verify empty?) add)",
		"(White (X a1)) (Black (X a3))", "(move-priorities take quiet)", "(loss-condition (White Black) (checkmated X))")
	g := load(t, rules)
	if got, want := moves(t, g.Start()), []string{"a1b1"}; !slices.Equal(got, want) {
		t.Errorf("without a capture: %v, want %v", got, want)
	}
	w, b := "White", "Black"
	board := map[string]zillions.Piece{"a1": {w, "X"}, "a2": {b, "Y"}, "b1": {w, "X"}}
	if got, want := moves(t, set(t, g, w, board)), []string{"a1a2"}; !slices.Equal(got, want) {
		t.Errorf("with a capture: %v, want %v", got, want)
	}
	board["a3"] = zillions.Piece{Owner: b, Type: "X"}
	s := set(t, g, w, board)
	if got := moves(t, s); len(got) != 0 {
		t.Errorf("with a capture into check: %v, want none", got)
	}
}

// TestAttacked checks attacks on squares with and without a piece.
func TestAttacked(t *testing.T) {
	w, b := "White", "Black"
	g := load(t, small("(e (verify not-attacked?) add) ((verify attacked?) w add) (n (verify enemy?) add) (e e (verify defended?) add)",
		"(White (X a1)) (Black (X d4))"))
	for _, c := range []struct {
		name  string
		board map[string]zillions.Piece
		want  []string
	}{
		// Black's X moves down the board and captures there.
		{"the empty square is attacked", map[string]zillions.Piece{"b1": {w, "X"}, "c2": {b, "X"}}, nil},
		{"the piece's own square is attacked", map[string]zillions.Piece{"b1": {w, "X"}, "b2": {b, "X"}}, []string{"b1a1", "b1b2", "b1c1"}},
		{"a square is defended", map[string]zillions.Piece{"a2": {w, "X"}, "c1": {w, "X"}}, []string{"a2b2", "a2c2", "c1d1"}},
		{"a move that tests for attacks is not an attack", map[string]zillions.Piece{"c1": {w, "X"}, "a1": {b, "X"}}, []string{"c1d1"}},
	} {
		if got := moves(t, set(t, g, w, c.board)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPass checks when each value of the option "pass turn" allows a pass.
func TestPass(t *testing.T) {
	for option, want := range map[string][2]int{"true": {2, 1}, "forced": {1, 1}, "false": {1, 0}} {
		g := load(t, small("(n (verify empty?) add)", "(White (X a1))", `(option "pass turn" `+option+`)`))
		if got := len(moves(t, g.Start())); got != want[0] {
			t.Errorf("pass turn %s: %d moves, want %d", option, got, want[0])
		}
		s := set(t, g, "White", map[string]zillions.Piece{"a4": {Owner: "White", Type: "X"}})
		all, err := s.Moves()
		if err != nil || len(all) != want[1] {
			t.Fatalf("pass turn %s, blocked: %v, %v, want %d", option, all, err, want[1])
		}
		if len(all) == 1 && (all[0].String() != "pass" || s.Play(all[0]).Turn() != "Black") {
			t.Errorf("pass turn %s: %v, then %s moves", option, all[0], s.Play(all[0]).Turn())
		}
	}
}

// TestGoals checks goals that chess does not have.
func TestGoals(t *testing.T) {
	for _, c := range []struct{ goal, winner string }{
		{"(loss-condition (White Black) (captured Z))", "White"},
		{"(win-condition (White) (absolute-config X (a2)))", "White"},
		{"(win-condition (Black) (absolute-config (opponent X) (a2 d4)))", ""},
		{"(win-condition (White) (absolute-config X Y (a2 d4)))", "White"},
		{"(loss-condition (Black) (pieces-remaining 0))", "White"},
		{"(loss-condition (Black) (pieces-remaining 0 X Z))", "White"},
		{"(loss-condition (White) (relative-config X e e e n n Y))", "Black"},
		{"(draw-condition (White Black) (total-piece-count 2))", "draw"},
		{"(draw-condition (White Black) (and (total-piece-count 2) (not (pieces-remaining 1 Y))))", "draw"},
		{"(loss-condition (White) (relative-config X n X))", ""},
		{"(win-condition (White) (or (relative-config Y e X) (relative-config X e e e n n Y)))", "White"},
	} {
		g := load(t, small("(n add)", "(White (X a1) (Y d4)) (Black (Z a2))", c.goal))
		o := outcome(t, play(t, g.Start(), "a1", "a2"))
		if o.Reason == "no moves" {
			o = zillions.Outcome{}
		}
		if o.Over != (c.winner != "") || o.Over && c.winner != "draw" && o.Winner != c.winner {
			t.Errorf("%s: %+v, want %q", c.goal, o, c.winner)
		}
	}
}

// TestSetUp checks that a setup that does not fit the game is an error.
func TestSetUp(t *testing.T) {
	g := file(t, "chess")
	king := map[string]zillions.Piece{"e1": {Owner: "White", Type: "King"}}
	for name, s := range map[string]zillions.Setup{
		"square":    {Board: map[string]zillions.Piece{"e9": {Owner: "White", Type: "King"}}, Turn: "White"},
		"owner":     {Board: map[string]zillions.Piece{"e1": {Owner: "Red", Type: "King"}}, Turn: "White"},
		"type":      {Board: map[string]zillions.Piece{"e1": {Owner: "White", Type: "Duke"}}, Turn: "White"},
		"turn":      {Board: king},
		"last":      {Board: king, Turn: "White", LastTo: "e0"},
		"attribute": {Board: king, Turn: "White", Attributes: map[string]map[string]bool{"e1": {"tired?": true}}},
		"nothing":   {Board: king, Turn: "White", Attributes: map[string]map[string]bool{"e2": {"never-moved?": true}}},
	} {
		if _, err := g.SetUp(s); err == nil {
			t.Errorf("SetUp of %s succeeded; want an error", name)
		}
	}
}
