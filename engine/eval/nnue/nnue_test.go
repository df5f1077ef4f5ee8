package nnue_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// definitions are rule sets that differ from the built-in ones: they have several kings, another reflection,
// further kinds of pieces, another board, which may be wide, or another starting position.
var definitions = []string{
	`{"name":"mine","reflection":{"makes":{"n":"b","k":"k"}}}`,
	`{"name":"own","reflection":{"map":"files","makes":{"p":"p"},"colour":"own"}}`,
	`{"name":"kinds","pieces":{"a":"BN","c":"RN"},"start":"rnaqkcnr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKCNR w KQkq - 0 1","reflection":{"map":"ranks","makes":{"a":"c","c":"a"},"colour":"own"}}`,
	`{"name":"small","board":{"files":6,"ranks":7},"pieces":{"a":"BN"},"start":"rakqbr/pppppp/6/6/6/PPPPPP/RAKQBR w - - 0 1","promotes":"qa"}`,
	`{"name":"short","start":"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"}`,
	`{"name":"big","board":{"files":10,"ranks":8},"pieces":{"a":"BN","c":"RN"},"start":"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1","promotes":"qacrbn"}`,
	`{"name":"planes","board":{"files":5,"ranks":6,"planes":2},"start":"rkbnq/ppppp/5/5/PPPPP/RKBNQ|5/5/5/5/5/5 w - - 0 1","passing":{"to":"other"}}`,
}

// all returns the built-in rule sets and some definitions.
func all(t testing.TB) []rules.Rules {
	list := slices.Clone(variant.Builtin().All())
	for _, text := range definitions {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("variant.Builtin().Choose(%q): %v", text, err)
		}
		list = append(list, r)
	}
	return list
}

// random returns a net of random numbers of realistic magnitude.
func random(t testing.TB, r rules.Rules, width int) *nnue.Net {
	t.Helper()
	n, err := nnue.NewNet(nnue.InputsOf(r), width)
	if err != nil {
		t.Fatalf("nnue.NewNet: %v", err)
	}
	rng := rand.New(rand.NewPCG(7, uint64(width)))
	for i := range n.Weights {
		n.Weights[i] = int16(rng.IntN(121) - 60)
	}
	for i := range n.Biases {
		n.Biases[i] = int16(rng.IntN(200))
	}
	for i := range n.Output {
		n.Output[i] = int16(rng.IntN(11) - 5)
	}
	for i := range n.Offsets {
		n.Offsets[i] = int16(rng.IntN(2000) - 1000)
	}
	n.Header = nnue.Header{Rules: eval.Key(r), Data: "none", Games: 3, Positions: 99, Command: "a test"}
	return n
}

func evaluator(t testing.TB, r rules.Rules, n *nnue.Net) eval.Incremental {
	t.Helper()
	e, err := nnue.New(r, n)
	if err != nil {
		t.Fatalf("nnue.New: %v", err)
	}
	return e
}

// TestUpdateMatchesRefresh checks in every rule set that an updated state scores like a refreshed one. The
// games include moving boards, rotated files, moves to another plane, and spawned and captured pieces.
func TestUpdateMatchesRefresh(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 2
	}
	for _, r := range all(t) {
		e := evaluator(t, r, random(t, r, 32))
		states := [2]eval.State{e.NewState(), e.NewState()}
		fresh := e.NewState()
		var before board.Position
		count := 0
		for p := range positions.Games(t, r, 11, games, 120, positions.Any) {
			// Try every legal move and a null move.
			fresh.Refresh(p)
			var last board.Position
			try := func(next *board.Position) {
				states[1].Update(fresh, p, next)
				if got, want := states[1].Evaluate(next), e.Evaluate(next); got != want {
					t.Fatalf("%s: updated %d; want %d, in %s", r.Info().Name, got, want, r.Guide().FormatPosition(next))
				}
				count++
			}
			for _, m := range rules.LegalMoves(r, p) {
				r.Apply(p, m, &last)
				try(&last)
			}
			last = *p
			last.Pass()
			try(&last)
			// Also update from the last visited position, which may belong to another game.
			if before.FullmoveNumber > 0 {
				states[0].Update(states[0], &before, p)
			} else {
				states[0].Refresh(p)
			}
			if got, want := states[0].Evaluate(p), e.Evaluate(p); got != want {
				t.Fatalf("%s: updated along a game %d; want %d, in %s", r.Info().Name, got, want, r.Guide().FormatPosition(p))
			}
			before = *p
		}
		if count < 1000 {
			t.Errorf("%s: tried %d moves; want at least 1000", r.Info().Name, count)
		}
	}
}

// TestScoreIsSum computes the score as described in docs/learning.md, with 64-bit integers and one input at a
// time, and compares it with Evaluate.
func TestScoreIsSum(t *testing.T) {
	for i, r := range all(t) {
		n := random(t, r, []int{nnue.MaxWidth, 16, 48, 128}[i%4])
		e := evaluator(t, r, n)
		weights, err := eval.Weights(r, eval.Learnt)
		if err != nil {
			t.Fatalf("eval.Weights: %v", err)
		}
		counter := eval.FeaturesOf(r).Counter(weights)
		count := 0
		for p := range positions.Games(t, r, 23, 2, 60, positions.Any) {
			if white, black := p.SquaresOf(board.White), p.SquaresOf(board.Black); !white.Many() || !black.Many() {
				continue // the linear evaluation scores bare kings
			}
			bucket := n.Inputs.Bucket(p.Count())
			sum := int64(0)
			for k, side := range []board.Colour{p.Side, p.Side.Other()} {
				inputs := n.Inputs.Active(nil, p, side)
				for j := range n.Width {
					v := int64(n.Biases[j])
					for _, input := range inputs {
						v += int64(n.Weights[int(input)*n.Width+j])
					}
					v = max(0, min(v, nnue.QA))
					sum += v * v * int64(n.Output[(2*bucket+k)*n.Width+j])
				}
			}
			want := int((sum/nnue.QA + int64(n.Offsets[bucket])) * nnue.Scale / (nnue.QA * nnue.QB))
			sign := 1
			if p.Side == board.Black {
				sign = -1
			}
			want = sign * (sign * want * counter.ScaleFactor(p, sign*want) / eval.FullScale)
			if got := e.Evaluate(p); got != want {
				t.Fatalf("%s, width %d: Evaluate = %d; want %d, in %s", r.Info().Name, n.Width, got, want, r.Guide().FormatPosition(p))
			}
			count++
		}
		if count < 20 {
			t.Errorf("%s: compared %d positions; want at least 20", r.Info().Name, count)
		}
	}
}

// plain hides an evaluator's incremental interface.
type plain struct{ eval.Evaluator }

// TestSearchMatchesFullEvaluation checks that searches with and without incremental
// accumulators are identical.
func TestSearchMatchesFullEvaluation(t *testing.T) {
	for _, r := range all(t) {
		e := evaluator(t, r, random(t, r, 16))
		carried := search.New(r, hideCost{e}, search.Options{HashMB: 1})
		fresh := search.New(r, plain{e}, search.Options{HashMB: 1})
		for p := range positions.Games(t, r, 5, 1, 6, positions.Any) {
			l := search.Limits{Nodes: 1500}
			got, want := carried.Search(context.Background(), p, nil, l, nil), fresh.Search(context.Background(), p, nil, l, nil)
			if got.Best != want.Best || got.Nodes != want.Nodes || len(got.Lines) != len(want.Lines) ||
				len(got.Lines) > 0 && got.Lines[0].Score != want.Lines[0].Score {
				t.Fatalf("%s: incremental search = %+v; want %+v", r.Info().Name, got, want)
			}
		}
	}
}

// hideCost hides an evaluator's move costs, because plain has none either.
type hideCost struct{ eval.Incremental }

// TestColourFlipKeepsScore checks that a position and its colour flip have the same
// score.
func TestColourFlipKeepsScore(t *testing.T) {
	for _, r := range all(t) {
		if !r.Info().Chessboard() {
			continue // other boards number their squares differently
		}
		e := evaluator(t, r, random(t, r, 32))
		for p := range positions.Games(t, r, 3, 10, 80, positions.Any) {
			f := positions.Flip(p)
			if a, b := e.Evaluate(p), e.Evaluate(&f); a != b {
				t.Fatalf("%s: Evaluate = %d, flipped %d, in %s", r.Info().Name, a, b, r.Guide().FormatPosition(p))
			}
		}
	}
}

// TestTridStartIsEven checks that the starting positions of trid and meder score the same for both sides.
func TestTridStartIsEven(t *testing.T) {
	for _, name := range []string{"trid", "meder"} {
		r := positions.Rules(t, variant.Builtin(), name)
		e := evaluator(t, r, random(t, r, 32))
		p := positions.From(t, r, "")
		passed := p
		passed.Pass()
		if a, b := e.Evaluate(&p), e.Evaluate(&passed); a != b || a == 0 {
			t.Errorf("%s: Evaluate(start) = %d for White, %d for Black", name, a, b)
		}
	}
}

// TestViews checks the views of the rule sets. Mirrored and rotated views follow
// the king, so mirrored and rotated positions, and positions with exchanged planes, have the same score.
func TestViews(t *testing.T) {
	for name, want := range map[string]nnue.View{
		"chess": nnue.Mirrored, "cylinder": nnue.Turned, "triboard": nnue.Turned, "mirrorsquare": nnue.Plain,
		"nachfolger": nnue.Mirrored, "trid": nnue.Space, "meder": nnue.Space, "alice": nnue.Mirrored,
	} {
		in := nnue.InputsOf(positions.Rules(t, variant.Builtin(), name))
		if in.View != want {
			t.Errorf("%s: view %s; want %s", name, in.View, want)
		}
		size := 768
		switch {
		case want == nnue.Space:
			size = 1176
		case name == "alice":
			size = 2 * 768
		}
		if count := in.Count(); count != size {
			t.Errorf("%s has %d inputs", name, count)
		}
	}
	same := func(name, one, two string) {
		t.Helper()
		r := positions.Rules(t, variant.Builtin(), name)
		e := evaluator(t, r, random(t, r, 32))
		a, b := positions.From(t, r, one), positions.From(t, r, two)
		if x, y := e.Evaluate(&a), e.Evaluate(&b); x != y {
			t.Errorf("%s: Evaluate(%s) = %d, Evaluate(%s) = %d; want equal", name, one, x, two, y)
		}
	}
	same("chess", "1k6/1pp5/8/8/2N5/8/PP6/1K3R2 w - - 0 1", "6k1/5pp1/8/8/5N2/8/6PP/2R3K1 w - - 0 1")
	for _, twin := range []string{
		"6k1/5p2/8/8/8/8/6P1/6K1|8/5p2/8/2N5/8/8/8/2R5 w - - 0 1",
		"8/2p5/8/5N2/8/8/8/5R2|1k6/2p5/8/8/8/8/1P6/1K6 w - - 0 1",
		"8/5p2/8/2N5/8/8/8/2R5|6k1/5p2/8/8/8/8/6P1/6K1 w - - 0 1",
	} {
		same("alice", "1k6/2p5/8/8/8/8/1P6/1K6|8/2p5/8/5N2/8/8/8/5R2 w - - 0 1", twin)
	}
	same("cylinder", "r3k3/pp3p2/8/8/8/8/PP3P2/R3K3 w - - 0 1", "1r3k2/1pp3p1/8/8/8/8/1PP3P1/1R3K2 w - - 0 1")
}

// TestEndings checks that the linear evaluation scores bare kings, and that an evaluator with a net still has
// move costs.
func TestEndings(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e := evaluator(t, r, random(t, r, 16))
	linear, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	p := positions.From(t, r, "4k3/8/4K3/8/8/8/8/Q7 w - - 0 1")
	if got, want := e.Evaluate(&p), linear.Evaluate(&p); got != want {
		t.Errorf("bare king: Evaluate = %d; want %d from the weights", got, want)
	}
	m := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	if _, ok := evaluator(t, m, random(t, m, 16)).(eval.Coster); !ok {
		t.Error("the evaluator of mirrorsquare is not a Coster")
	}
}

func TestNoAllocation(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		e := evaluator(t, r, random(t, r, 32))
		p := positions.From(t, r, "")
		a, b := e.NewState(), e.NewState()
		next := p
		next.Pass()
		a.Refresh(&p)
		if n := testing.AllocsPerRun(100, func() {
			a.Refresh(&p)
			b.Update(a, &p, &next)
			b.Evaluate(&next)
		}); n != 0 {
			t.Errorf("%s: %v allocations per position", r.Info().Name, n)
		}
	}
}

// TestFile writes nets and reads them back.
func TestFile(t *testing.T) {
	for _, r := range all(t) {
		n := random(t, r, 48)
		var file bytes.Buffer
		if err := n.Write(&file); err != nil {
			t.Fatalf("n.Write: %v", err)
		}
		again, err := nnue.Read(r, file.Bytes())
		if err != nil {
			t.Fatalf("%s: nnue.Read: %v", r.Info().Name, err)
		}
		if again.Header != n.Header || !slices.Equal(again.Weights, n.Weights) || !slices.Equal(again.Offsets, n.Offsets) {
			t.Errorf("%s: the net read differs from the net written", r.Info().Name)
		}
		p := positions.From(t, r, "")
		if a, b := evaluator(t, r, n).Evaluate(&p), evaluator(t, r, again).Evaluate(&p); a != b {
			t.Errorf("%s: Evaluate = %d before writing, %d after reading", r.Info().Name, a, b)
		}
	}
}

// TestLongCommand checks that a long command is truncated.
func TestLongCommand(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	n := random(t, r, 16)
	n.Header.Command = "tain train chess" + strings.Repeat(" gäme.txt", 2000)
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatalf("n.Write: %v", err)
	}
	again, err := nnue.Read(r, file.Bytes())
	if err != nil {
		t.Fatalf("nnue.Read: %v", err)
	}
	if got := again.Header.Command; len(got) < 1000 || !utf8.ValidString(got) || !strings.HasPrefix(n.Header.Command, strings.TrimSuffix(got, "...")) {
		t.Errorf("Header.Command = %q; want a valid prefix", got)
	}
}

// TestReadErrors checks the errors for files that are not nets, are damaged or are for another game.
func TestReadErrors(t *testing.T) {
	chess, cylinder := positions.Rules(t, variant.Builtin(), "chess"), positions.Rules(t, variant.Builtin(), "cylinder")
	var file bytes.Buffer
	if err := random(t, chess, 16).Write(&file); err != nil {
		t.Fatalf("random(t, chess, 16).Write: %v", err)
	}
	whole := file.String()
	change := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("the file has no %q", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", "is truncated"},
		{"TAIN N", "is truncated"},
		{whole[:60], "is truncated"},
		{whole[:len(whole)-500], "is truncated"},
		{"PK\x03\x04 something", "is not a net"},
		{"# Weights of chess: x\n", "is not a net: it holds weights"},
		{"# tain selfplay chess --nodes 9\n", "is not a net: it holds training games"},
		{"TAIN SAMPLES 1\nrules: chess\n", "is not a net: it holds training samples"},
		{change("TAIN NET 2", "TAIN NET 1"), "another version"},
		{strings.ReplaceAll(whole, "\n", "\r\n"), "is damaged: a text-mode transfer changed its line endings; copy it again in binary mode"},
		{strings.ReplaceAll(whole, "\n", "\r\n")[:100], "is damaged: a text-mode transfer"},
		{strings.ReplaceAll(whole, "\n", "\r"), "is damaged: a text-mode transfer"},
		{change("TAIN NET 2\n", "TAIN NET 2\r\n"), "is damaged: a text-mode transfer"},
		{strings.ReplaceAll(change("TAIN NET 2", "TAIN NET 1"), "\n", "\r\n"), "another version"},
		{change("rules: chess", "rules: shogi"), "holds a net for shogi, not for chess"},
		{change("rules: chess", "rules: chess#abc"), "other rules named chess"},
		{change("shape: 768 16", "shape: 768 17"), "multiple of 16"},
		{change("shape: 768 16", "shape: 768 1000000000"), "multiple of 16"},
		{change("shape: 768 16", "shape: 767 16"), "has shape"},
		{change("shape: 768 16", "shape: 768 32"), "is damaged"},
		{change("view: mirrored", "view: plain"), "has shape"},
		{change("games: 3", "games: many"), "not numbers"},
		{change("games: 3\n", ""), `without "games"`},
		{change("games: 3\n", "games\n"), "invalid header line"},
		{change("numbers: sha256 ", "numbers: sha256 0"), "is damaged"},
		{whole + whole, "is damaged: trailing data"},
	} {
		if _, err := nnue.Read(chess, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
	}
	name := filepath.Join(t.TempDir(), "chess.net")
	if err := os.WriteFile(name, file.Bytes(), 0o644); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", name, err)
	}
	if _, err := nnue.Load(cylinder, name); err == nil || err.Error() != name+" holds a net for chess, not for cylinder" {
		t.Errorf("Load(cylinder) of a chess net: %v", err)
	}
	if _, err := nnue.Load(chess, name+"x"); err == nil {
		t.Error("Load of a missing file returned no error")
	}
	bad := random(t, chess, 16)
	bad.Output[5] = 128
	file.Reset()
	if err := bad.Write(&file); err != nil {
		t.Fatalf("bad.Write: %v", err)
	}
	if _, err := nnue.Read(chess, file.Bytes()); err == nil || !strings.Contains(err.Error(), "output weight") {
		t.Errorf("Read with an output weight of 128: %v", err)
	}
}

// FuzzRead checks that arbitrary data produces an error or a usable net.
func FuzzRead(f *testing.F) {
	chess := positions.Rules(f, variant.Builtin(), "chess")
	var file bytes.Buffer
	if err := random(f, chess, 16).Write(&file); err != nil {
		f.Fatalf("random(f, chess, 16).Write: %v", err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:400])
	f.Add([]byte(nnue.Magic + "\nrules: chess\nview: mirrored\nshape: 768 16 8 4\ndata: -\ngames: 1\npositions: 1\ncommand: -\nnumbers: sha256 0\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := nnue.Read(chess, data)
		if err != nil {
			return
		}
		p := positions.From(t, chess, "")
		evaluator(t, chess, n).Evaluate(&p)
	})
}
