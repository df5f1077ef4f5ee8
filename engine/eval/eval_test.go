package eval_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

func evaluator(t *testing.T, r rules.Rules, mode eval.Mode) eval.Explainer {
	t.Helper()
	e, err := eval.New(r, mode)
	if err != nil {
		t.Fatalf("eval.New(%q): %v", mode, err)
	}
	return e
}

// TestTraceMatchesScore checks that the counts times the weights add up to the
// score.
func TestTraceMatchesScore(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		for _, mode := range []eval.Mode{eval.Learnt, eval.Hand, eval.Blind} {
			e := evaluator(t, r, mode)
			weights, err := eval.Weights(r, mode)
			if err != nil {
				t.Fatalf("eval.Weights(%q): %v", mode, err)
			}
			var trace eval.Trace
			for p := range positions.Games(t, r, 3, 6, 80, positions.Any) {
				e.Trace(p, &trace)
				var middle, end float64
				for i, n := range trace.Counts {
					middle += float64(n) * float64(weights[i].MG)
					end += float64(n) * float64(weights[i].EG)
				}
				phase := float64(trace.Phase) / 24
				want := (middle*phase + end*(1-phase)) * float64(trace.Scale)
				if p.Side == board.Black {
					want = -want
				}
				if got := e.Evaluate(p); math.Abs(float64(got)-want) > 8 { // weights are rounded to sixteenths
					t.Fatalf("%s %s: Evaluate = %d; want %.1f from the counts, in %s", r.Info().Name, mode, got, want, r.Guide().FormatPosition(p))
				}
			}
		}
	}
}

// TestColourFlipKeepsScore checks that a position and its colour flip have the same
// score.
func TestColourFlipKeepsScore(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		if len(r.Info().Levels) > 0 {
			continue // boards in space number their squares differently
		}
		for _, mode := range []eval.Mode{eval.Learnt, eval.Hand, eval.Blind} {
			e := evaluator(t, r, mode)
			for p := range positions.Games(t, r, 3, 10, 80, positions.Any) {
				f := positions.Flip(p)
				if a, b := e.Evaluate(p), e.Evaluate(&f); a != b {
					t.Fatalf("%s %s: Evaluate = %d, flipped %d, in %s", r.Info().Name, mode, a, b, r.Guide().FormatPosition(p))
				}
			}
		}
	}
}

// TestTridStartIsEven checks that the starting positions of trid and meder score the same for both sides.
func TestTridStartIsEven(t *testing.T) {
	for _, name := range []string{"trid", "meder"} {
		r := positions.Rules(t, variant.Builtin(), name)
		e := evaluator(t, r, eval.Hand)
		p := positions.From(t, r, "")
		if got := e.Evaluate(&p); got < 0 || got > 30 {
			t.Errorf("%s: Evaluate(start) = %d for the side to move", name, got)
		}
		passed := p
		passed.Pass()
		if a, b := e.Evaluate(&p), e.Evaluate(&passed); a != b {
			t.Errorf("%s: Evaluate(start) = %d for White, %d for Black", name, a, b)
		}
	}
}

// TestOwnWeights checks that each rule set's weights file names its rule set,
// and that no two files are equal.
func TestOwnWeights(t *testing.T) {
	all := map[string][]eval.Score{}
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		text, ok := bundle.Read(r, bundle.Weights)
		if !ok {
			continue
		}
		comment, rest, _ := strings.Cut(text, "\n")
		if !strings.HasPrefix(comment, "# Weights of "+name+":") || !strings.Contains(rest, "tain tune "+name+" ") {
			t.Errorf("%s: the weights are not from its own games: %s", name, comment)
		}
		weights, err := eval.Weights(r, eval.Learnt)
		if err != nil {
			t.Errorf("%s: eval.Weights: %v", name, err)
			continue
		}
		for other, theirs := range all {
			if slices.Equal(theirs, weights) {
				t.Errorf("%s has the same weights as %s", name, other)
			}
		}
		all[name] = weights
	}
	if len(all) == 0 {
		t.Error("no rule set has learnt weights")
	}
}

// TestCost checks that a move has a cost if it spawns an enemy piece, and that all other moves cost nothing.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		variant, position, move string
		costs                   bool
	}{
		{"mirrorsquare", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4", true},
		{"mirrorsquare", "4k3/8/8/7p/8/8/8/Q3K3 w - - 0 1", "a1a4", false},   // h5 is occupied
		{"mirrorsquare", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", false},    // castling
		{"mirrorsquare", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false}, // en passant
		{"nachfolger", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", true},
		{"nachfolger", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4", false}, // the queen goes on
		{"chess", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4", false},
	} {
		r := positions.Rules(t, variant.Builtin(), c.variant)
		p := positions.From(t, r, c.position)
		m, err := r.Guide().ParseMove(&p, c.move)
		if err != nil {
			t.Fatalf("r.Guide().ParseMove(%q): %v", c.move, err)
		}
		cost := 0
		if coster, ok := evaluator(t, r, eval.Learnt).(eval.Coster); ok {
			cost = coster.Cost(&p, m)
		}
		if c.costs != (cost > 300) || !c.costs && cost != 0 {
			t.Errorf("%s %s: Cost(%s) = %d", c.variant, c.position, c.move, cost)
		}
		if _, ok := evaluator(t, r, eval.Blind).(eval.Coster); ok {
			t.Errorf("%s: the blind evaluation has costs", c.variant)
		}
	}
}

func TestReadWeightsErrors(t *testing.T) {
	terms := []string{"a", "b"}
	for text, want := range map[string]string{
		"a 1 2\n":             "lack b",
		"a 1 2\nb 1\n":        "line 2",
		"a 1 2\nb x 2\n":      "line 2",
		"a 1 2\na 1 2\nb 1 2": "line 2",
		"c 1 2\n":             "line 1",
		"a 1e9 2\nb 1 2\n":    "line 1",
		"a NaN 2\nb 1 2\n":    "line 1",
	} {
		if _, err := eval.ReadWeights(text, terms); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	got, err := eval.ReadWeights("# comment\n\na 1 2\nb -3.5 4", terms)
	if err != nil || got[1] != (eval.Score{MG: -3.5, EG: 4}) {
		t.Errorf("ReadWeights = %v, %v; want -3.5 and 4 as the weights of b", got, err)
	}
}

// TestLoadForeignWeights checks that a rule set rejects the weights of another rule set, even if the terms
// have the same names.
func TestLoadForeignWeights(t *testing.T) {
	chess := positions.Rules(t, variant.Builtin(), "chess")
	cylinder := positions.Rules(t, variant.Builtin(), "cylinder")
	hand, err := eval.Weights(chess, eval.Hand)
	if err != nil {
		t.Fatalf("eval.Weights: %v", err)
	}
	text := eval.FormatWeights(chess, "3 games.\ntain tune", eval.Terms(chess), hand)
	if !strings.HasPrefix(text, "# Weights of chess: 3 games.\n# tain tune\nmaterial-pawn ") {
		t.Errorf("FormatWeights starts with %.80q", text)
	}
	file := filepath.Join(t.TempDir(), "weights.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", file, err)
		}
	}
	write(text)
	if got, err := eval.LoadWeights(chess, file); err != nil || len(got) != len(hand) {
		t.Errorf("LoadWeights(chess) = %d weights, %v", len(got), err)
	}
	if _, err := eval.LoadWeights(cylinder, file); err == nil || err.Error() != file+" holds weights for chess, not for cylinder" {
		t.Errorf("LoadWeights(cylinder) of chess weights: %v", err)
	}
	_, nameless, _ := strings.Cut(text, "\n")
	write(nameless)
	if _, err := eval.LoadWeights(cylinder, file); err != nil {
		t.Errorf("LoadWeights of a file without a rule set: %v", err)
	}
}

// TestLoadWeightsOfChangedRules checks that a changed definition rejects the
// weights of its earlier version.
func TestLoadWeightsOfChangedRules(t *testing.T) {
	choose := func(text string) rules.Rules {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("variant.Builtin().Choose(%q): %v", text, err)
		}
		return r
	}
	before := choose(`{"name":"mine","reflection":{"makes":{"n":"b"}}}`)
	after := choose(`{"name":"mine","reflection":{"makes":{"n":"q"}}}`)
	hand, err := eval.Weights(before, eval.Hand)
	if err != nil {
		t.Fatalf("eval.Weights: %v", err)
	}
	file := filepath.Join(t.TempDir(), "mine.weights.txt")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", file, err)
		}
	}
	text := eval.FormatWeights(before, "3 games.", eval.Terms(before), hand)
	write(text)
	if _, err := eval.LoadWeights(before, file); err != nil {
		t.Errorf("LoadWeights of its own weights: %v", err)
	}
	if _, err := eval.LoadWeights(after, file); err == nil || err.Error() != file+" holds weights for other rules named mine" {
		t.Errorf("LoadWeights of the changed rules: %v", err)
	}
	write(strings.Replace(text, "#"+before.Info().Hash, "", 1))
	if _, err := eval.LoadWeights(after, file); err != nil {
		t.Errorf("LoadWeights without a hash: %v", err)
	}
}

func TestNoAllocation(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		e := evaluator(t, r, eval.Learnt)
		p := positions.From(t, r, "")
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
			t.Errorf("%s: %v allocations per position", r.Info().Name, n)
		}
	}
}

// featureless hides the features of a rule set.
type featureless struct{ rules.Rules }

// TestGeneralFeatures checks the evaluation of rule sets without features, which uses only material,
// mobility and the tempo.
func TestGeneralFeatures(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		plain := featureless{r}
		if !slices.Contains(eval.Terms(plain), "mobility") || len(eval.Terms(plain)) != 8 {
			t.Fatalf("eval.Terms = %v", eval.Terms(plain))
		}
		e, err := eval.New(plain, eval.Hand)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		p := positions.From(t, r, "")
		even := e.Evaluate(&p)
		if even < 0 || even > 30 {
			t.Errorf("%s: Evaluate(start) = %d", r.Info().Name, even)
		}
		fewer := p
		queen := p.Pieces(board.Black, board.Queen).First()
		fewer.Take(queen, p.Piece(queen))
		if got := e.Evaluate(&fewer); got < even+700 {
			t.Errorf("%s: Evaluate with an extra queen = %d", r.Info().Name, got)
		}
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
			t.Errorf("%s: %v allocations per position", r.Info().Name, n)
		}
	}
}
