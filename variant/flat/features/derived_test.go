package features_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat/features"
	"github.com/tainchess/tain/variant/flat/topology"
)

// term returns the weight of a named term.
func term(t *testing.T, f features.Features, w []eval.Score, name string) eval.Score {
	t.Helper()
	i := slices.Index(f.Terms(), name)
	if i < 0 {
		t.Fatalf("no term %s", name)
	}
	return w[i]
}

// kinds returns a set of roles.
func kinds(roles ...board.Role) (set [8]bool) {
	for _, k := range roles {
		set[k] = true
	}
	return set
}

// TestDerivedChess checks that the derived weights for orthodox chess equal the hand-set weights.
func TestDerivedChess(t *testing.T) {
	f := features.Features{Topology: topology.Plane}
	if !slices.Equal(f.Derived(), f.HandSet()) {
		t.Error("the derived weights for the plane differ from the hand-set weights")
	}
}

// TestDerivedShape checks how crossing the seam changes the weights.
func TestDerivedShape(t *testing.T) {
	for _, crossing := range []topology.Crossing{topology.Wrap, topology.Hop} {
		f := features.Features{Topology: topology.Seam(crossing, kinds(board.Bishop, board.King))}
		w, hand := f.Derived(), f.HandSet()
		if a, b := term(t, f, w, "material-bishop"), term(t, f, hand, "material-bishop"); a.MG <= b.MG || a.MG > 1.3*b.MG {
			t.Errorf("%v: a bishop that crosses the seam is worth %v, on the plane %v", crossing, a, b)
		}
		if a, b := term(t, f, w, "material-rook"), term(t, f, hand, "material-rook"); a != b {
			t.Errorf("%v: a rook that does not cross the seam is worth %v, want %v", crossing, a, b)
		}
		if edge, centre := term(t, f, w, "bishop-a4"), term(t, f, w, "bishop-d4"); edge != centre {
			t.Errorf("%v: a bishop that crosses the seam is worth %v on a4 and %v on d4", crossing, edge, centre)
		}
		if edge, centre := term(t, f, w, "knight-a4"), term(t, f, w, "knight-d4"); edge == centre {
			t.Errorf("%v: a knight that does not cross the seam is worth the same on a4 and d4", crossing)
		}
		again := f.Derived()
		if !slices.Equal(again, w) {
			t.Error("Derived returned different weights for the same rules")
		}
	}
}

// TestDerivedReflection checks how the weights depend on the owner of spawned pieces.
func TestDerivedReflection(t *testing.T) {
	made := [8]board.Role{board.Pawn: board.Knight, board.Rook: board.Queen}
	gift := features.Features{Topology: topology.Plane, Map: topology.Rotate, Reflects: true, Made: made, GoesOn: kinds(board.Queen)}
	own := gift
	own.Own = true
	g, o, hand := gift.Derived(), own.Derived(), gift.HandSet()
	for _, c := range []struct {
		what string
		ok   bool
	}{
		{"a move that spawns an enemy piece is bad", term(t, gift, g, "open-pawn").MG < 0},
		{"a move that spawns no piece is good", term(t, gift, g, "held-pawn").MG > 0},
		{"a move that spawns an own piece is good", term(t, own, o, "open-pawn").MG > 0},
		{"spawning a queen is better than spawning a knight", term(t, own, o, "open-rook").MG > term(t, own, o, "open-pawn").MG},
		{"spawning nothing is worth nothing", term(t, own, o, "open-bishop") == eval.Score{}},
		{"going on is good", term(t, gift, g, "open-queen").MG > 0},
		{"the tempo is worth part of a spawned piece", term(t, own, o, "tempo").MG > term(t, own, hand, "tempo").MG+50},
		{"mobility counts more", term(t, gift, g, "mobility-knight").MG > term(t, gift, hand, "mobility-knight").MG},
	} {
		if !c.ok {
			t.Errorf("not true: %s", c.what)
		}
	}
}

// TestCost checks the sign of the cost of moves that spawn pieces for either side.
func TestCost(t *testing.T) {
	const start = "4k3/8/2n5/8/8/8/4P3/RN2K3 w - - 0 1"
	for _, c := range []struct {
		definition, move string
		sign             int
	}{
		{`makes = { n = "q" }`, "b1c3", 1},
		{`makes = { n = "q" }` + "\n" + `colour = "own"`, "b1c3", -1},
		{`makes = { n = "q" }`, "e2e4", 0},
		{`makes = { n = "q" }` + "\n" + `goes_on = "n"`, "b1c3", 0},
		{`makes = { r = "q" }`, "e1c1", 0},                       // not castling without the right, and kings spawn nothing
		{`makes = { r = "p" }` + "\nmap = \"files\"", "a1a8", 0}, // pawns are not spawned on the last rank
		{`makes = { r = "p" }` + "\nmap = \"files\"", "a1a7", 1},
	} {
		d, _, err := definition.Parse("name = \"cost-test\"\n[reflection]\n" + c.definition)
		if err != nil {
			t.Fatalf("definition.Parse: %v", err)
		}
		check(t, d, start, c.move, c.definition, c.sign)
	}
	// A capture has a cost only if captures reflect.
	for i, captures := range []string{"false", "true"} {
		d, _, err := definition.Parse("name = \"cost-test\"\n[reflection]\nmakes = { r = \"q\" }\ncaptures = " + captures)
		if err != nil {
			t.Fatalf("definition.Parse: %v", err)
		}
		check(t, d, "4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1a4", "captures = "+captures, i)
	}
}

func check(t *testing.T, d *definition.Definition, start, move, what string, sign int) {
	t.Helper()
	r := d.Compile()
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	p := positions.From(t, r, start)
	from, to := board.At(int(move[0]-'a'), int(move[1]-'1')), board.At(int(move[2]-'a'), int(move[3]-'1'))
	cost := e.(eval.Coster).Cost(&p, board.NewMove(from, to, board.NoRole))
	if cost*sign <= 0 && sign != 0 || sign == 0 && cost != 0 {
		t.Errorf("%s: %s costs %d, want the sign of %d", what, move, cost, sign)
	}
}

// TestDerivedWeightsByDefault checks that a rule set without learnt weights uses the derived weights.
func TestDerivedWeightsByDefault(t *testing.T) {
	d, _, err := definition.Parse("name = \"modes\"\n[seam]\ncrossing = \"wrap\"\nkinds = \"b\"")
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	weights := map[eval.Mode][]eval.Score{}
	for _, mode := range eval.Modes {
		if weights[mode], err = eval.Weights(d.Compile(), mode); err != nil {
			t.Fatalf("eval.Weights(%q): %v", mode, err)
		}
	}
	if !slices.Equal(weights[eval.Learnt], weights[eval.Derived]) || slices.Equal(weights[eval.Derived], weights[eval.Hand]) {
		t.Error("a rule set without learnt weights does not use the derived weights")
	}
	learnt, err := eval.Weights(chess.Rules, eval.Learnt)
	if err != nil || slices.Equal(learnt, weights[eval.Hand]) {
		t.Errorf("chess does not use its learnt weights (%v)", err)
	}
}
